"""From rows to the games and people that they speak of, without joins that long lists pay for."""

from typing import Any

from django.db.models import Q

from games.models import Invitation

ITSELF = ""
OF_INVITATION = "invitation__game"


def leads_to(path: str, found: Any) -> Q:
    """Rows from which the path leads to one of those found: a queryset or keys."""
    if path == ITSELF:
        return Q(pk__in=found)
    if path == OF_INVITATION:
        return Q(invitation__in=Invitation.objects.filter(game__in=found).values("pk"))
    return Q(**{f"{path}__in": found})


def any_leads_to(paths: tuple[str, ...], found: Any) -> Q:
    """As `leads_to`, by one of the paths; no row where there is no path."""
    asked = Q(pk__in=[])
    for path in paths:
        asked |= leads_to(path, found)
    return asked

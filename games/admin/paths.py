"""From rows to the games and people that they speak of, without joins that long lists pay for."""

from typing import Any

from django.db.models import Q

from games.models import Invitation

ITSELF = ""
INVITATION = "invitation__"
OF_NOTICE = ("game", "invitation__game", "invitation__rematch_of")


def leads_to(path: str, found: Any) -> Q:
    """Rows from which the path leads to one of those found: a queryset or keys."""
    if path == ITSELF:
        return Q(pk__in=found)
    asked = Q(**{f"{path.removeprefix(INVITATION)}__in": found})
    if path.startswith(INVITATION):
        return Q(invitation__in=Invitation.objects.filter(asked).values("pk"))
    return asked


def any_leads_to(paths: tuple[str, ...], found: Any) -> Q:
    """As `leads_to`, by one of the paths; no row where there is no path."""
    asked = Q(pk__in=[])
    for path in paths:
        asked |= leads_to(path, found)
    return asked

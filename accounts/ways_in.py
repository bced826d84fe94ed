"""The ways in to an account, and what a request under way leaves of them when it closes."""

from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.db.models import Q, QuerySet
from django.utils.crypto import get_random_string

from accounts.models import User

NOWHERE = "closed.invalid"  # a domain to which no mail can be delivered


def make_address_to_nowhere() -> str:
    return f"{get_random_string(24).lower()}@{NOWHERE}"


def forget_ways_in(people: QuerySet[User]) -> int:
    """Delete addresses, links to other sites and second factors; returns how many."""
    ways = (EmailAddress, SocialAccount, Authenticator)
    return sum(way.objects.filter(user__in=people).delete()[0] for way in ways)


def erase_leftovers(*, closed_since: datetime) -> int:
    """Erase what was written on accounts in the moment in which they closed; returns how much.

    The library reads a person, asks another site or sends a mail, and writes then, without a lock.
    """
    closed = User.objects.filter(closed_at__gte=closed_since)
    marked = closed.exclude(Q(email__endswith=f"@{NOWHERE}", last_login=None, last_seen_at=None))
    for person in marked:
        person.email = make_address_to_nowhere()
        person.last_login = person.last_seen_at = None
        person.save(update_fields=["email", "last_login", "last_seen_at"])
    return forget_ways_in(closed) + len(marked)

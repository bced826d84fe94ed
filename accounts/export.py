"""Everything the site knows of a person, for the person to take along."""

from collections.abc import Iterator
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.utils import timezone

from accounts.audit import list_about
from accounts.models import User
from accounts.signals import export_asked


def export(user: User) -> dict[str, Any]:
    """JSON values by name; moments are datetimes. No password, token or secret is among them."""
    answers: list[tuple[Any, Any]] = export_asked.send(sender=User, user=user)
    others = {name: value for _receiver, answer in answers for name, value in answer.items()}
    return {
        "site": settings.SITE_ADDRESS,
        "made_at": timezone.now(),
        "account": _describe(user),
        "addresses": list(_list_addresses(user)),
        "other_sites": list(_list_other_sites(user)),
        "second_factors": list(_list_second_factors(user)),
        "acts_of_the_staff": [{"act": row.act, "at": row.at} for row in list_about(user)],
        **others,
    }


def _describe(user: User) -> dict[str, Any]:
    shown = ("public_id", "name", "email", "language", "time_zone", "is_staff", "joined_at")
    seen = ("last_login", "last_seen_at")
    return {
        **{column: getattr(user, column) for column in (*shown, *seen)},
        "has_password": user.has_usable_password(),
    }


def _list_addresses(user: User) -> Iterator[dict[str, Any]]:
    for row in EmailAddress.objects.filter(user=user).order_by("pk"):
        yield {"email": row.email, "is_proven": row.verified, "is_primary": row.primary}


def _list_other_sites(user: User) -> Iterator[dict[str, Any]]:
    """`told` is what the other site said of the person."""
    for row in SocialAccount.objects.filter(user=user).order_by("pk"):
        yield {
            "site": row.provider,
            "number_there": row.uid,
            "connected_at": row.date_joined,
            "last_used_at": row.last_login,
            "told": row.extra_data,
        }


def _list_second_factors(user: User) -> Iterator[dict[str, Any]]:
    for row in Authenticator.objects.filter(user=user).order_by("pk"):
        yield {"kind": row.type, "made_at": row.created_at, "last_used_at": row.last_used_at}

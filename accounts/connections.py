"""The links between a person and other sites: provider and subject, never an address."""

from dataclasses import dataclass

from allauth.account.models import EmailAddress
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.models import SocialAccount
from allauth.socialaccount.signals import social_account_removed
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User


@dataclass(frozen=True, slots=True)
class Connection:
    """One link: the site's name, and the address it told, "" where it told none."""

    account: SocialAccount
    site: str
    address: str
    is_open: bool
    """Whether one can sign in with it: the keys of the site are still there."""

    @property
    def key(self) -> int:
        return int(self.account.pk)


def list_connections(request: HttpRequest, user: User) -> list[Connection]:
    """Return the person's links, the oldest first."""
    names = {site.sub_id: site.name for site in get_adapter(request).list_providers(request)}
    return [
        Connection(
            account=account,
            site=names.get(account.provider, account.provider),
            address=account.extra_data.get("email") or "",
            is_open=account.provider in names,
        )
        for account in SocialAccount.objects.filter(user=user).order_by("pk")
    ]


def find_connection(request: HttpRequest, user: User, *, key: str) -> Connection | None:
    """Return the person's link of that key."""
    found = list_connections(request, user)
    return next((connection for connection in found if str(connection.key) == key), None)


def remove(request: HttpRequest, connection: Connection) -> None:
    """Remove the link. Raises ValidationError, in words, if it is the last way in."""
    check_not_last(request, connection)
    connection.account.delete()
    social_account_removed.send(
        sender=SocialAccount, request=request, socialaccount=connection.account
    )


def check_not_last(request: HttpRequest, connection: Connection) -> None:
    """Raise ValidationError unless a password, a proven address or another link remains."""
    user: User = connection.account.user
    others = list_connections(request, user)
    if any(other.is_open and other.key != connection.key for other in others):
        return
    if user.has_usable_password():
        return
    if not EmailAddress.objects.filter(user=user, verified=True).exists():
        raise ValidationError(
            _("This is your only way in. Choose a password first, then remove it."),
            code="last_way_in",
        )

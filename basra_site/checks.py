"""What `manage.py check --deploy` looks at beyond Django's own list."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register
from django.http.request import validate_host


@register(deploy=True)
def check_site_address(**_: Any) -> list[CheckMessage]:
    """Mails link to SITE_ADDRESS; a link that the site itself refuses helps nobody."""
    return list(list_faults(settings.SITE_ADDRESS, settings.ALLOWED_HOSTS))


def list_faults(address: str, allowed_hosts: list[str]) -> Iterator[CheckMessage]:
    parts = urlsplit(address)
    if parts.scheme != "https":
        yield Warning("SITE_ADDRESS does not begin with https://.", id="basra.W001")
    if not validate_host(parts.hostname or "", allowed_hosts):
        yield Warning("The host of SITE_ADDRESS is not one of ALLOWED_HOSTS.", id="basra.W002")


@register(deploy=True)
def check_second_factor(**_: Any) -> list[CheckMessage]:
    """The staff see everybody's address and end games: on a server they need a second factor."""
    if settings.STAFF_NEED_SECOND_FACTOR is True:
        return []
    return [Error("STAFF_NEED_SECOND_FACTOR is not True.", id="basra.E001")]

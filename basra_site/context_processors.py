"""What every page may ask for."""

from django.conf import settings
from django.http import HttpRequest


def site_address(_request: HttpRequest) -> dict[str, str]:
    """Links that leave the site begin with it, and never with the host that a visitor names."""
    return {"site_address": settings.SITE_ADDRESS}

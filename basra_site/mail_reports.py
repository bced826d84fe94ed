"""The address at which a mail provider tells what came back; the library checks who tells it."""

from anymail.urls import urlpatterns as every_address
from django.urls import URLPattern


def list_addresses(provider: str) -> list[URLPattern]:
    """That of the provider, and nobody else's: `postmark/tracking/`."""
    return [address for address in every_address if str(address.pattern) == f"{provider}/tracking/"]

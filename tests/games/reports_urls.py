"""The site's addresses with those of every mail provider that it knows."""

from django.urls import include, path

from basra_site.mail_reports import list_addresses
from basra_site.settings.mail import PROVIDERS
from basra_site.urls import handler404, urlpatterns

__all__ = ["handler404", "urlpatterns"]

urlpatterns = [
    *urlpatterns,
    *(path("anymail/", include(list_addresses(provider))) for provider in PROVIDERS),
]

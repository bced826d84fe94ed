"""Addresses of the site: each room lists its own."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from basra_site import views
from basra_site.mail_reports import list_addresses

urlpatterns = [
    path("", include("games.urls")),
    path("accounts/", include("accounts.urls")),
    path("accounts/", include("accounts.social_urls")),
    path("accounts/2fa/", include("accounts.second_factor_urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("privacy/", views.privacy, name="privacy"),
    path("terms/", views.terms, name="terms"),
    path("contact/", views.contact, name="contact"),
    path("health/", views.health, name="health"),
]

handler404 = "basra_site.views.not_found"

if settings.EMAIL_PROVIDER:
    urlpatterns.append(path("anymail/", include(list_addresses(settings.EMAIL_PROVIDER))))

if settings.HAS_MAILBOX:
    urlpatterns.append(path("mailbox/", include("basra_site.mailbox.urls")))

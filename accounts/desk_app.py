"""Puts the site's own desk in the place of Django's."""

from django.contrib.admin.apps import AdminConfig


class DeskConfig(AdminConfig):
    default_site = "accounts.desk_site.DeskSite"

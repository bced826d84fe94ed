"""Addresses of a person's own settings."""

from django.urls import URLPattern

app_name = "accounts"

urlpatterns: list[URLPattern] = []

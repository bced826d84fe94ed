"""Addresses of games and of the pages around them."""

from django.urls import URLPattern

app_name = "games"

urlpatterns: list[URLPattern] = []

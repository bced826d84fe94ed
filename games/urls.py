"""Addresses of games and of the pages around them."""

from django.urls import path

from games.views import home, new, pages

app_name = "games"

urlpatterns = [
    path("", home.home, name="home"),
    path("play/", new.quick_start, name="quick_start"),
    path("new/", new.new, name="new"),
    path("rules/", pages.rules, name="rules"),
    path("shuffle/", pages.shuffle, name="shuffle"),
]

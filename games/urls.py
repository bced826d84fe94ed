"""Addresses of games and of the pages around them."""

from django.urls import path

from games.views import (
    bill,
    game,
    home,
    leaderboard,
    new,
    pages,
    play,
    profile,
    rematch,
    resign,
    version,
)

app_name = "games"

urlpatterns = [
    path("", home.home, name="home"),
    path("play/", new.quick_start, name="quick_start"),
    path("new/", new.new, name="new"),
    path("leaderboard/", leaderboard.leaderboard, name="leaderboard"),
    path("people/<slug:public_id>/", profile.profile, name="profile"),
    path("rules/", pages.rules, name="rules"),
    path("shuffle/", pages.shuffle, name="shuffle"),
    path("shuffle/verify_shuffle.py", pages.shuffle_script, name="shuffle_script"),
    path("shuffle/shuffle_vectors.json", pages.shuffle_vectors, name="shuffle_vectors"),
    path("games/<slug:public_id>/", game.game, name="game"),
    path("games/<slug:public_id>/play/", play.play, name="play"),
    path("games/<slug:public_id>/resign/", resign.resign, name="resign"),
    path("games/<slug:public_id>/rematch/", rematch.rematch, name="rematch"),
    path("games/<slug:public_id>/version/", version.version, name="version"),
    path("games/<slug:public_id>/rounds/<int:number>/", bill.bill, name="round"),
    path("games/<slug:public_id>/rounds/<int:number>/proof.json", bill.proof, name="proof"),
]

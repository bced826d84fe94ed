"""Browsers at a table, without a browser: clients that hold a seat."""

from django.contrib.auth import get_user_model
from django.test import Client

from games.models import Game, Player

HTMX = {"HX-Request": "true"}


def client_of(player: Player) -> Client:
    """Somebody signed in, or a guest."""
    client = Client()
    if player.user_id is not None:
        client.force_login(get_user_model().objects.get(pk=player.user_id))
        return client
    session = client.session
    session["guest"] = player.guest_id
    session.save()
    return client


def address(game: Game, *rest: object) -> str:
    return "/".join(["/games", game.public_id, *map(str, rest), ""])

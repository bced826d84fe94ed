"""Migrations that change what is stored, tried on rows of today."""

from importlib import import_module

import pytest
from django.apps import apps

from games.models import Game
from games.queries.audit import audit_games
from games.services.resign import resign
from games.services.staff import hold_game, release_game
from tests.games.factories import make_game, play_to_end, play_turns

pytestmark = pytest.mark.django_db


def test_games_from_before_count_as_those_after() -> None:
    for plays in range(6):
        game = play_turns(make_game(), plays)
        resign(game_id=game.pk, seat=0, version=game.version)
    held = make_game()
    for _ in range(2):
        hold_game(held.pk), release_game(held.pk)
    play_turns(held, 5)
    play_to_end(make_game(target=0))
    Game.objects.update(counts=False)
    import_module("games.migrations.0006_game_counts").count_games_so_far(apps, None)
    assert Game.objects.filter(counts=True).count() == 3
    assert [found for _public_id, found in audit_games() if found] == []

"""Games that ended in the middle of a round: one that counted is open, one called off is not."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from games.models import Seat
from games.services.abort import abort
from games.services.resign import resign
from tests.site.secrecy.asking import list_desk_requests, list_requests
from tests.site.secrecy.comparing import list_differences
from tests.site.secrecy.scene import Scene
from tests.site.secrecy.viewers import OTHERS, SEATS, STAFF

ON_THE_SITE = {**SEATS, **OTHERS}


def end(scene: Scene, how: Callable[..., object]) -> Scene:
    game = scene.game
    how(game_id=game.pk, seat=0, version=game.version)
    game.refresh_from_db()
    return replace(scene, game=game)


@pytest.mark.parametrize("name", ON_THE_SITE)
def test_game_that_was_called_off_shows_no_more_than_before(young_scene: Scene, name: str) -> None:
    """Nobody learns what the other held, so that calling off is no way to look."""
    viewer, ended = ON_THE_SITE[name], end(young_scene, abort)
    assert list_differences(viewer, ended, list_requests, known_to=viewer.sits_at) == []


@pytest.mark.parametrize("name", SEATS)
def test_own_hand_stays_in_a_game_that_was_called_off(young_scene: Scene, name: str) -> None:
    ended = end(young_scene, abort)
    different = list_differences(SEATS[name], ended, list_requests, known_to=())
    assert any("/moves/" in asked for asked in different)


@pytest.mark.parametrize("role", ["arbiter", "superuser"])
def test_desk_shows_no_hidden_card_of_a_game_that_was_called_off(
    young_scene: Scene, role: str
) -> None:
    ended = end(young_scene, abort)
    assert list_differences(STAFF[role], ended, list_desk_requests, known_to=()) == []


@pytest.mark.parametrize("name", ON_THE_SITE)
def test_resigned_game_opens_its_last_round_to_everybody(scene: Scene, name: str) -> None:
    ended = end(scene, resign)
    different = list_differences(ON_THE_SITE[name], ended, list_requests, known_to=(0, 1))
    for part in ("/rounds/2/proof.json", f"/games/{ended.game.public_id}/record.json"):
        assert any(part in asked for asked in different), part


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", OTHERS)
def test_resigned_game_that_a_player_closed_is_not_there_for_others(
    scene: Scene, name: str, seat: int
) -> None:
    ended = end(scene, resign)
    Seat.objects.filter(game=ended.game, index=seat).update(keeps_private=True)
    assert list_differences(OTHERS[name], ended, list_requests, known_to=()) == []

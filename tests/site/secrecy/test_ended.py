"""A game that counted and ended in the middle of a round is open."""

import pytest

from games.models import Seat
from games.services.resign import resign
from tests.site.secrecy.asking import list_requests
from tests.site.secrecy.comparing import list_differences
from tests.site.secrecy.scene import Scene, end
from tests.site.secrecy.viewers import OTHERS, SEATS

ON_THE_SITE = {**SEATS, **OTHERS}


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

"""A game that was called off in the middle of a round stays as shut as it was."""

import pytest

from games.services.abort import abort
from tests.site.secrecy.asking import list_desk_requests, list_requests
from tests.site.secrecy.comparing import list_differences
from tests.site.secrecy.scene import Scene, end
from tests.site.secrecy.viewers import OTHERS, SEATS, STAFF

ON_THE_SITE = {**SEATS, **OTHERS}


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

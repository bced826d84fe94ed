"""A game that runs: who may know what on the site."""

import pytest

from tests.site.secrecy.asking import list_requests
from tests.site.secrecy.comparing import list_answers, list_differences, list_seen
from tests.site.secrecy.scene import Scene
from tests.site.secrecy.viewers import OTHERS, SEATS, STAFF, VIEWERS


@pytest.mark.parametrize("name", VIEWERS)
def test_every_answer_without_the_cards_a_viewer_may_not_know(scene: Scene, name: str) -> None:
    viewer = VIEWERS[name]
    assert list_differences(viewer, scene, list_requests, known_to=viewer.sits_at) == []


@pytest.mark.parametrize("name", SEATS)
def test_the_exchange_of_a_card_one_sees_is_noticed(scene: Scene, name: str) -> None:
    """The comparison above can fail: it does where the exchange takes in one's own hand."""
    different = list_differences(SEATS[name], scene, list_requests, known_to=())
    table = f"get /games/{scene.game.public_id}/"
    assert any(asked.startswith(f"{table} ") for asked in different)
    assert any(asked.startswith(f"{table}moves/{scene.game.version}/") for asked in different)


@pytest.mark.parametrize("name", SEATS)
def test_the_tables_own_answers_are_among_those_compared(scene: Scene, name: str) -> None:
    seen = list_seen(SEATS[name], scene, list_requests)
    for part in ("/moves/", "/rounds/1/", "/resign/", "/people/", "/invitations/", "/leaderboard/"):
        assert any(part in asked for asked in seen), part


def test_refusals_and_waiting_are_among_the_answers_compared(scene: Scene) -> None:
    answers = list_answers(SEATS["member"], scene, list_requests)
    assert {200, 204, 404, 409, 422} <= {answer.status for answer in answers}


def test_the_members_own_data_are_among_those_compared(scene: Scene) -> None:
    seen = list_seen(SEATS["member"], scene, list_requests)
    for part in ("post /accounts/export/", "get /accounts/close/", "post /accounts/settings/"):
        assert any(part in asked for asked in seen), part


@pytest.mark.parametrize("name", [*OTHERS, *STAFF])
def test_a_table_is_not_there_for_others(scene: Scene, name: str) -> None:
    seen = list_seen({**OTHERS, **STAFF}[name], scene, list_requests)
    of_the_game = [asked for asked in seen if f"/games/{scene.game.public_id}/" in asked]
    assert [asked for asked in of_the_game if "/version/" not in asked] == []

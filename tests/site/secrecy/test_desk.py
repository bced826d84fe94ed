"""The staff's desk shows a game as a spectator might see it; to those who sit in it, nothing."""

import pytest

from tests.site.secrecy.asking import list_acts, list_desk_requests, list_desk_searches
from tests.site.secrecy.comparing import list_differences, list_differences_of_floor, list_seen
from tests.site.secrecy.scene import Scene
from tests.site.secrecy.viewers import ALL_STAFF, OTHERS, SEATED_STAFF, SEATS, STAFF

DESKS = {**STAFF, **SEATED_STAFF}
NO_STAFF = {**SEATS, **OTHERS}


@pytest.mark.parametrize("name", DESKS)
def test_desk_is_the_same_whatever_is_hidden(scene: Scene, name: str) -> None:
    assert list_differences(DESKS[name], scene, list_desk_requests, known_to=()) == []


@pytest.mark.parametrize("role", ["arbiter", "support"])
def test_the_exchange_of_a_card_on_the_floor_is_noticed(scene: Scene, role: str) -> None:
    """The comparison above can fail: the desk draws the floor."""
    different = list_differences_of_floor(STAFF[role], scene, list_desk_requests)
    assert any(f"/admin/games/game/{scene.game.pk}/change/" in asked for asked in different)


@pytest.mark.parametrize("role", ALL_STAFF)
def test_no_list_is_searched_by_what_is_hidden(scene: Scene, role: str) -> None:
    assert list_differences(STAFF[role], scene, list_desk_searches, known_to=()) == []


@pytest.mark.parametrize("name", NO_STAFF)
def test_desk_is_shut_to_others(scene: Scene, name: str) -> None:
    assert list_seen(NO_STAFF[name], scene, list_desk_requests) == []


@pytest.mark.parametrize("role", ALL_STAFF)
def test_page_of_the_game_is_among_those_compared(scene: Scene, role: str) -> None:
    seen = list_seen(STAFF[role], scene, list_desk_requests)
    assert any(f"/admin/games/game/{scene.game.pk}/change/" in asked for asked in seen)
    assert len(seen) >= 10


@pytest.mark.parametrize("role", ALL_STAFF)
def test_staff_in_the_game_find_none_of_it(scene: Scene, role: str) -> None:
    seen = list_seen(SEATED_STAFF[f"{role} in the first seat"], scene, list_desk_requests)
    about = [f"/admin/games/game/{scene.game.pk}/"]
    about += [f"/admin/games/notice/{notice.pk}/" for notice in scene.notices if notice.game]
    assert [asked for asked in seen if any(part in asked for part in about)] == []


@pytest.mark.parametrize(("role", "acts"), [("arbiter", 3), ("support", 3)])
def test_what_acts_foresee_is_among_those_compared(scene: Scene, role: str, acts: int) -> None:
    seen = list_seen(STAFF[role], scene, list_acts)
    assert len([asked for asked in seen if "'preview'" in asked]) >= acts


def test_previews_of_mails_are_among_those_compared(scene: Scene) -> None:
    seen = list_seen(STAFF["support"], scene, list_desk_requests)
    previews = [f"/admin/games/notice/{notice.pk}/mail/" for notice in scene.notices]
    assert [part for part in previews if not any(part in asked for asked in seen)] == []

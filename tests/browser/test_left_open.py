"""A table that is left open follows its game, and silences no mail of who has gone."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, Player
from games.services.resign import resign
from tests.browser.conftest import NewContext
from tests.games.factories import play
from tests.games.letters import make_reader, start_game

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BETWEEN_LOOKS = 16_000
SIX_MINUTES = 6 * 60_000


@pytest.fixture(autouse=True)
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.dispatch.app.send_task", lambda *_args, **_options: None)


@pytest.fixture
def salma() -> Player:
    return make_reader(name="Salma")


@pytest.fixture
def game(salma: Player) -> Game:
    """The other side is to move."""
    return start_game(make_reader(name="Karim"), salma)


@pytest.fixture
def table(game: Game, salma: Player, new_context: NewContext) -> Page:
    """Opened, and never touched; the test moves its clock."""
    page = new_context(salma).new_page()
    page.clock.install()
    page.goto(game.get_absolute_url())
    return page


def play_opposite(game: Game, table: Page) -> None:
    """The other side plays, and the page finds out."""
    play(game, "6C", "6D 4S 2H")
    table.clock.run_for(BETWEEN_LOOKS)
    expect(table.locator("#table[data-version='1']")).to_be_visible()


def seen_version_of(game: Game) -> int | None:
    return game.seats.get(index=1).seen_version


def test_table_that_nobody_touches_shows_the_turn_and_is_not_seen(game: Game, table: Page) -> None:
    play_opposite(game, table)
    expect(table.locator("#table[data-unattended]")).to_be_visible()
    assert seen_version_of(game) == 0


def test_table_that_is_touched_is_seen(game: Game, table: Page) -> None:
    table.mouse.move(100, 100)
    play_opposite(game, table)
    assert seen_version_of(game) == 1


def test_table_touched_long_ago_is_not_seen(game: Game, table: Page) -> None:
    table.mouse.move(100, 100)
    table.clock.run_for(SIX_MINUTES)
    play_opposite(game, table)
    assert seen_version_of(game) == 0


def test_table_is_seen_as_soon_as_somebody_comes_back(game: Game, table: Page) -> None:
    play_opposite(game, table)
    with table.expect_response("**/here/") as told:
        table.mouse.move(100, 100)
    assert told.value.status == 204
    assert seen_version_of(game) == 1


def test_result_is_shown_where_nobody_is_and_is_not_seen(game: Game, table: Page) -> None:
    resign(game_id=game.pk, seat=0, version=0)
    table.clock.run_for(BETWEEN_LOOKS)
    expect(table.get_by_role("heading", name="You win")).to_be_visible()
    expect(table).to_have_url(re.compile(r"/games/\w+/$"))
    assert seen_version_of(game) == 0

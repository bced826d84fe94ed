"""A game ends by somebody else's act while its table is open."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.models import Game, Player
from games.services.resign import resign
from games.services.staff import abort_by_staff
from tests.browser.conftest import NewContext, no_complaints
from tests.games.factories import make_game, make_user, play_turns

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def give_up(game: Game) -> None:
    resign(game_id=game.pk, seat=1, version=game.version)


def call_off(game: Game) -> None:
    abort_by_staff(game.pk)


@pytest.mark.parametrize(("end", "head"), [(give_up, "You win"), (call_off, "No winner")])
def test_open_table_becomes_the_page_of_the_result(
    new_context: NewContext, end: Callable[[Game], None], head: str
) -> None:
    salma = Player(user_id=make_user(name="Salma").pk)
    game = play_turns(make_game(salma, Player(user_id=make_user(name="Karim").pk)), 5)
    page = new_context(salma).new_page()
    with no_complaints(page):
        page.goto(game.get_absolute_url())
        end(game)
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(page.get_by_role("heading", level=1)).to_contain_text(head, timeout=20_000)
        expect(page.get_by_role("main")).to_have_count(1)

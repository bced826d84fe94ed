"""Walking through the moves of a game."""

import pytest
from playwright.sync_api import expect

from games.models import Game, Player
from tests.browser.conftest import NewContext, no_complaints
from tests.games.factories import make_game, make_user, play_to_end

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game() -> Game:
    salma = Player(user_id=make_user(name="Salma").pk)
    karim = Player(user_id=make_user(name="Karim").pk)
    return play_to_end(make_game(salma, karim, target=0), seed=5)


def test_list_leads_to_a_move_and_links_walk_on(new_context: NewContext, game: Game) -> None:
    page = new_context().new_page()
    with no_complaints(page):
        page.goto(f"{game.get_absolute_url()}moves/")
        page.get_by_role("link", name="The table after move 7", exact=True).click()
        page.get_by_role("link", name="Next").click()
        expect(page).to_have_url(f"{page.url.split('/games/')[0]}{game.get_absolute_url()}moves/8/")
        expect(page.get_by_role("heading", level=1)).to_contain_text("Move 8")


@pytest.mark.parametrize(
    ("locale", "key", "seq"),
    [("en", "ArrowRight", 8), ("en", "ArrowLeft", 6), ("ar", "ArrowLeft", 8)],
)
def test_arrow_keys_walk_the_way_one_reads(
    new_context: NewContext, game: Game, locale: str, key: str, seq: int
) -> None:
    page = new_context(locale=locale).new_page()
    page.goto(f"{game.get_absolute_url()}moves/7/")
    page.keyboard.press(key)
    page.wait_for_url(f"**/moves/{seq}/")


def test_arrow_key_at_the_end_stays(new_context: NewContext, game: Game) -> None:
    page = new_context().new_page()
    page.goto(f"{game.get_absolute_url()}moves/{game.version}/")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(f"**/moves/{game.version - 1}/")

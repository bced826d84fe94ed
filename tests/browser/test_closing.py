"""Somebody closes the account in the middle of a game; the other side sees it end."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, Player
from tests.browser.conftest import NewContext
from tests.games.factories import make_game, make_user, play_turns

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PASSWORD = "five-teas-and-a-jack"


@pytest.fixture
def salma() -> Player:
    return Player(user_id=make_user(name="Salma", password=PASSWORD).pk)


@pytest.fixture
def karim() -> Player:
    return Player(user_id=make_user(name="Karim").pk)


@pytest.fixture
def game(salma: Player, karim: Player) -> Game:
    return play_turns(make_game(salma, karim), 9)


def go_to_the_end_of_settings(page: Page) -> None:
    page.goto("/accounts/settings/")
    page.get_by_role("link", name="Close the account").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("Password").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Close your account?")


def test_account_closed_in_mid_game(
    new_context: NewContext, game: Game, salma: Player, karim: Player
) -> None:
    leaver, other = new_context(salma).new_page(), new_context(karim).new_page()
    other.goto(game.get_absolute_url())

    go_to_the_end_of_settings(leaver)
    expect(leaver.get_by_text("1 running game ends as resigned.")).to_be_visible()
    leaver.get_by_role("button", name="Yes, close it for ever").click()

    expect(leaver.get_by_text("Your account is closed. Thank you for the games.")).to_be_visible()
    expect(leaver.get_by_role("link", name="Sign in")).to_be_visible()
    other.goto(game.get_absolute_url())
    expect(other.get_by_text("Former player").first).to_be_visible()
    expect(other.get_by_text("Salma")).to_have_count(0)


def test_who_stays_loses_nothing(new_context: NewContext, game: Game, salma: Player) -> None:
    page = new_context(salma).new_page()

    go_to_the_end_of_settings(page)
    page.get_by_role("link", name="Stay").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")
    game.refresh_from_db()
    assert game.is_running

"""Somebody goes on vacation and comes back, and what the other side sees of it."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth import get_user_model
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.models import Game, Player
from games.services.vacations import begin_vacation
from tests.browser.conftest import NewContext, no_complaints
from tests.browser.hands import has_sideways_scroll, list_cut, play_first_card
from tests.games.factories import make_game, make_user, rig

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AWAY = "Karim\u2069 is on vacation until"
STANDS_STILL = "; the clock stands still."


@pytest.fixture(autouse=True)
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.dispatch.app.send_task", lambda *_args, **_options: None)


@pytest.fixture
def salma() -> Player:
    return Player(user_id=make_user(name="Salma").pk)


@pytest.fixture
def karim() -> Player:
    return Player(user_id=make_user(name="Karim").pk)


@pytest.fixture
def game(salma: Player, karim: Player) -> Game:
    """Salma is to move."""
    return rig(make_game(salma, karim))


def go_away_for_a_week(page: Page) -> None:
    page.goto(reverse("accounts:settings"))
    page.get_by_role("link", name="Vacation").click()
    page.get_by_text("1 week").click()
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("heading", name="Go on vacation?")).to_be_visible()
    page.get_by_role("button", name="Yes, I am away").click()
    expect(page.get_by_role("heading", name="You are on vacation")).to_be_visible()


def test_vacation_seen_from_the_other_side(
    new_context: NewContext, salma: Player, karim: Player, game: Game
) -> None:
    traveller, opponent = new_context(karim).new_page(), new_context(salma).new_page()
    with no_complaints(traveller), no_complaints(opponent):
        go_away_for_a_week(traveller)
        opponent.goto(game.get_absolute_url())
        expect(opponent.locator("#more")).to_contain_text(AWAY)
        expect(opponent.locator("#more")).not_to_contain_text(STANDS_STILL)

        play_first_card(opponent)
        expect(opponent.locator("#more")).to_contain_text(STANDS_STILL)
        opponent.goto("/")
        expect(opponent.locator("main")).to_contain_text(AWAY)

        traveller.goto("/")
        expect(traveller.locator("main")).to_contain_text("You are on vacation until")
        traveller.get_by_role("button", name="I am back").click()
        expect(traveller.locator("main")).to_contain_text("Welcome back.")
        opponent.goto(game.get_absolute_url())
        expect(opponent.locator("#more")).not_to_contain_text(AWAY)


def test_day_is_asked_for_where_one_is_wanted(new_context: NewContext, karim: Player) -> None:
    page = new_context(karim).new_page()
    page.goto("/vacation/")
    expect(page.get_by_label("The day you are back")).to_be_hidden()
    page.get_by_text("Until a day I name").click()
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_text("Name the day.")).to_be_visible()
    expect(page.get_by_label("The day you are back")).to_be_focused()


@pytest.mark.parametrize(
    "way",
    [{"color_scheme": "light", "locale": "en"}, {"color_scheme": "dark", "locale": "ar"}],
    ids=["light", "dark, right to left"],
)
def test_axe_finds_nothing_before_and_while_somebody_is_away(
    new_context: NewContext, karim: Player, game: Game, way: dict[str, str]
) -> None:
    get_user_model().objects.update(language=way["locale"])
    size = {"width": 320, "height": 740}
    page = new_context(karim, bypass_csp=True, viewport=size, **way).new_page()
    for address in ("/vacation/", "/vacation/?end=date", "/vacation/?end=7"):
        page.goto(address)
        check_page(page)
    begin_vacation(karim.user_id or 0, until=None)
    for address in ("/vacation/", "/", game.get_absolute_url()):
        page.goto(address)
        check_page(page)


def check_page(page: Page) -> None:
    found = Axe().run(page)
    assert not found.violations_count, found.generate_report()
    assert not has_sideways_scroll(page)
    assert not list_cut(page)

"""From game to game, in the time of one's browser, and who is in front of a page."""

from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, Guest, Player
from games.services.resign import resign
from tests.browser.conftest import NewContext
from tests.browser.hands import play_first_card
from tests.games.factories import make_game, make_guest, make_member, make_user, rig

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ("Adam", "Bilal", "Celia", "Dalia", "Elias")
SKIP = "Skip to the next game"
UNDER_THE_BAR = """() => {
    const it = document.activeElement;
    const over = document.querySelector(".new__act") ?? document.querySelector(".bar nav");
    if (!it.closest("main") || over.contains(it)) return "";
    const isUnder = it.getBoundingClientRect().bottom > over.getBoundingClientRect().top;
    return isUnder ? it.outerHTML : "";
}"""
SIX_MINUTES = 6 * 60 * 1000


@pytest.fixture(autouse=True)
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.dispatch.app.send_task", lambda *_args, **_options: None)


@pytest.fixture
def salma() -> Player:
    return Player(user_id=make_user(name="Salma").pk)


def make_waiting(player: Player, name: str, *, hours: int) -> Game:
    """A game that waits for the player, lost so many hours earlier than it would be."""
    game = rig(make_game(player, Player(user_id=make_user(name=name).pk)))
    moment = game.deadline_at - timedelta(hours=hours)
    Game.objects.filter(pk=game.pk).update(bank_at=moment, deadline_at=moment)
    return game


@pytest.fixture
def games(salma: Player) -> list[Game]:
    """Five that wait for her, the most urgent first; made in the other order."""
    made = [make_waiting(salma, name, hours=at) for at, name in enumerate(reversed(NAMES))]
    return made[::-1]


def expect_table_of(page: Page, name: str) -> None:
    expect(page.locator(".thead h1 bdi")).to_have_text(name)


@pytest.mark.parametrize("path", ["/", "/lobby/", "/vacation/", "/new/"])
def test_keys_lead_to_nothing_under_the_bar(
    new_context: NewContext, salma: Player, games: list[Game], path: str
) -> None:
    size = {"width": 360, "height": 740}
    page = new_context(salma, viewport=size, reduced_motion="reduce").new_page()
    page.goto(path)
    for _ in range(page.locator("main :is(a, button, input, summary)").count()):
        page.keyboard.press("Tab")
        hidden = page.evaluate(UNDER_THE_BAR)
        assert not hidden, hidden


def test_five_games_are_skipped_one_after_the_other_and_then_it_stops(
    new_context: NewContext, salma: Player, games: list[Game]
) -> None:
    page = new_context(salma).new_page()
    page.goto("/")
    page.get_by_role("link", name="Next game").click()
    for name in NAMES:
        expect_table_of(page, name)
        page.get_by_role("link", name=SKIP).click()
    expect(page.get_by_role("heading", name="That was the last one")).to_be_visible()
    expect(page.get_by_text("You have skipped 5 games.")).to_be_visible()
    page.get_by_role("link", name="Begin with the first").click()
    expect_table_of(page, NAMES[0])


def test_play_stays_at_its_table_and_the_next_game_is_behind_those_skipped(
    new_context: NewContext, salma: Player, games: list[Game]
) -> None:
    page = new_context(salma).new_page()
    page.goto("/next/")
    for name in NAMES[:2]:
        expect_table_of(page, name)
        page.get_by_role("link", name=SKIP).click()
    expect_table_of(page, NAMES[2])
    play_first_card(page)
    expect_table_of(page, NAMES[2])
    page.get_by_role("link", name="Next game").click()
    expect_table_of(page, NAMES[3])


def test_title_and_icon_follow_a_play(
    new_context: NewContext, salma: Player, games: list[Game]
) -> None:
    page = new_context(salma).new_page()
    page.goto("/next/")
    icon = page.locator('link[rel="icon"]')
    assert page.title().startswith("(5) ")
    expect(icon).to_have_attribute("href", "/static/art/icons/5.svg")
    play_first_card(page)
    expect(icon).to_have_attribute("href", "/static/art/icons/4.svg")
    assert page.title().startswith("(4) ")


def test_game_that_ends_stays_and_offers_the_next(
    new_context: NewContext, salma: Player, games: list[Game]
) -> None:
    page = new_context(salma).new_page()
    page.goto(games[0].get_absolute_url())
    resign(game_id=games[0].pk, seat=1, version=0)
    page.reload()
    expect(page.get_by_role("heading", name="You win")).to_be_visible()
    page.get_by_role("link", name="Next game").click()
    expect_table_of(page, NAMES[1])


def test_guest_is_told_times_in_the_zone_of_the_browser(new_context: NewContext) -> None:
    guest = make_guest()
    game = rig(make_game(guest, make_member()))
    page = new_context(guest, timezone_id="Pacific/Chatham").new_page()
    page.goto(game.get_absolute_url())
    page.reload()
    title = page.locator(".thead time").get_attribute("title") or ""
    assert title.endswith("(Chatham)")
    assert Guest.objects.get().time_zone == "Pacific/Chatham"


@pytest.fixture
def pings(new_context: NewContext, salma: Player) -> tuple[Page, list[str]]:
    """A page whose clock the test moves, and what it says of its person."""
    page = new_context(salma).new_page()
    sent: list[str] = []
    page.on("request", lambda request: request.url.endswith("/here/") and sent.append(request.url))
    page.clock.install()
    page.goto("/rules/")
    return page, sent


def test_page_that_is_left_open_says_nothing(pings: tuple[Page, list[str]]) -> None:
    page, sent = pings
    page.clock.run_for(SIX_MINUTES)
    assert sent == []


def test_page_that_is_touched_says_so_once_a_minute_for_five(
    pings: tuple[Page, list[str]],
) -> None:
    page, sent = pings
    page.mouse.move(100, 100)
    for _ in range(8):
        page.clock.run_for(60_000)
        page.wait_for_timeout(50)
    assert 4 <= len(sent) <= 5


def test_page_in_the_background_says_nothing(pings: tuple[Page, list[str]]) -> None:
    page, sent = pings
    page.mouse.move(100, 100)
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    page.clock.run_for(SIX_MINUTES)
    assert sent == []

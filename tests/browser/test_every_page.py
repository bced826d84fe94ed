"""Every page for everybody: axe content, no sideways scrolling."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth import get_user_model
from django.urls import reverse
from playwright.sync_api import Page

from games.models import Game, Level, Player
from games.services.abort import abort
from games.services.resign import resign
from games.services.staff import hold_game
from tests.browser.conftest import NewContext
from tests.browser.hands import has_sideways_scroll, list_cut
from tests.games.factories import (
    fill_floor,
    make_game,
    make_user,
    play,
    play_to_end,
    rig,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIGNED_OUT = (
    "/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/accounts/login/code/",
    "/rules/",
    "/shuffle/",
    "/time/",
    "/next/",
    "/lobby/",
    "/vacation/",
    "/privacy/",
    "/terms/",
    "/contact/",
    "/accounts/inactive/",
    "/nothing-here/",
)
OF_A_MEMBER = (
    "/",
    "/new/",
    "/leaderboard/",
    "/lobby/",
    "/vacation/",
    "/accounts/settings/",
    "/accounts/3rdparty/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/logout/",
    "/accounts/close/",
    "/accounts/export/",
)
PASSWORD = "five-teas-and-a-jack"
WAYS_OF_SEEING = {
    "light": {"color_scheme": "light", "locale": "en"},
    "dark, right to left": {"color_scheme": "dark", "locale": "ar"},
}


@dataclass(frozen=True)
class Games:
    """One of each state in which a game can be looked at."""

    turn: Game
    waiting: Game
    full: Game
    held: Game
    called_off: Game
    finished: Game
    resigned: Game

    @property
    def seen_by_all(self) -> Iterator[str]:
        """The pages of games that are finished."""
        for game in (self.finished, self.resigned):
            yield game.get_absolute_url()
            yield f"{game.get_absolute_url()}rounds/1/"
            yield f"{game.get_absolute_url()}moves/"
            yield f"{game.get_absolute_url()}moves/{game.version}/"
        yield f"{self.finished.get_absolute_url()}moves/20/"

    def __iter__(self) -> Iterator[str]:
        for game in (self.turn, self.waiting, self.full, self.held, self.called_off):
            yield game.get_absolute_url()
        for step in ("resign/", "abort/"):
            yield f"{self.turn.get_absolute_url()}{step}"
        yield f"{self.waiting.get_absolute_url()}their-turn/"
        yield f"{self.held.get_absolute_url()}resign/"
        yield f"{self.full.get_absolute_url()}moves/6/"
        yield from self.seen_by_all


@pytest.fixture
def salma() -> Player:
    return Player(user_id=make_user(name="Salma", password=PASSWORD).pk)


@pytest.fixture
def games(salma: Player) -> Games:
    karim = Player(user_id=make_user(name="Karim").pk)
    turn = rig(make_game(salma, Level.REGULAR), floor="AH 2C 5D 6S", lead="8S JC 3D KH")
    waiting = rig(make_game(salma, karim), floor="AH 2C 5D 6S", lead="8S JC 3D KH")
    play(waiting, "3D")
    resigned = make_game(salma, Level.STRONG)
    resign(game_id=resigned.pk, seat=0, version=0)
    resigned.refresh_from_db()
    held, called_off = make_game(salma, karim), make_game(salma, karim)
    hold_game(held.pk)
    abort(game_id=called_off.pk, seat=1, version=0)
    finished = play_to_end(make_game(salma, Level.BEGINNER, preset="levant"), seed=5)
    full = fill_floor(make_game(salma, karim))
    return Games(turn, waiting, full, held, called_off, finished, resigned)


def speak(player: Player, language: str) -> None:
    """A member's own language goes before that of the browser."""
    get_user_model().objects.filter(pk=player.user_id).update(language=language)


def go_to(page: Page, address: str) -> None:
    """With the password once more, where the page asks for it first."""
    page.goto(address)
    if "/reauthenticate/" in page.url:
        page.locator("[name=password]").fill(PASSWORD)
        page.locator("[name=password]").press("Enter")
        page.wait_for_url(f"**{address}")


# Django's own: the search box has a label for listeners only, rows within a page an empty head,
# the two-sided choice of permissions a label on its question mark.
DJANGOS = ("label-title-only", "empty-table-header", "aria-prohibited-attr")
NOT_OURS = {rule: {"enabled": False} for rule in DJANGOS}


def complaints(page: Page, rules: dict[str, dict[str, bool]] | None = None) -> str:
    found = Axe().run(page, options={"rules": rules or {}})
    return found.generate_report() if found.violations_count else ""


@pytest.mark.parametrize("way", WAYS_OF_SEEING)
def test_axe_finds_nothing_on_the_pages_of_a_member(
    new_context: NewContext, salma: Player, games: Games, way: str
) -> None:
    speak(salma, WAYS_OF_SEEING[way]["locale"])
    page = new_context(salma, bypass_csp=True, **WAYS_OF_SEEING[way]).new_page()
    for address in (*OF_A_MEMBER, *games):
        go_to(page, address)
        assert page.locator("html").get_attribute("lang") == WAYS_OF_SEEING[way]["locale"]
        assert not complaints(page), address


@pytest.mark.parametrize("way", WAYS_OF_SEEING)
def test_axe_finds_nothing_on_the_pages_of_everybody(
    new_context: NewContext, games: Games, way: str
) -> None:
    page = new_context(bypass_csp=True, **WAYS_OF_SEEING[way]).new_page()
    for address in (*SIGNED_OUT, *games.seen_by_all):
        page.goto(address)
        assert not complaints(page), address


def test_axe_finds_nothing_at_the_staffs_desk(new_context: NewContext, games: Games) -> None:
    warden = make_user(name="Warden", is_staff=True, is_superuser=True)
    page = new_context(Player(user_id=warden.pk), bypass_csp=True).new_page()
    row = games.finished.rounds.get(number=1)
    for address in (
        reverse("admin:index"),
        reverse("admin:games_game_changelist"),
        reverse("admin:games_game_change", args=[games.turn.pk]),
        reverse("admin:games_round_change", args=[row.pk]),
        reverse("admin:accounts_user_changelist"),
        reverse("admin:accounts_user_change", args=[warden.pk]),
    ):
        page.goto(address)
        assert not complaints(page, NOT_OURS), address


@pytest.mark.parametrize("key", ["1", "3"])
@pytest.mark.parametrize("way", WAYS_OF_SEEING)
def test_axe_finds_nothing_with_a_card_chosen(
    new_context: NewContext, salma: Player, games: Games, way: str, key: str
) -> None:
    speak(salma, WAYS_OF_SEEING[way]["locale"])
    page = new_context(salma, bypass_csp=True, **WAYS_OF_SEEING[way]).new_page()
    page.goto(games.turn.get_absolute_url())
    page.keyboard.press(key)
    page.wait_for_timeout(400)  # the preview has risen
    assert not complaints(page)


@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize("locale", ["en", "ar"])
def test_nothing_scrolls_sideways_on_a_phone(
    new_context: NewContext, salma: Player, games: Games, width: int, locale: str
) -> None:
    size = {"width": width, "height": 740}
    speak(salma, locale)
    page = new_context(salma, viewport=size, locale=locale).new_page()
    for address in (*OF_A_MEMBER, *SIGNED_OUT, *games):
        go_to(page, address)
        assert not has_sideways_scroll(page), address
        assert not list_cut(page), address

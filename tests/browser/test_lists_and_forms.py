"""The pages around the table on a phone: nothing is cut, what is said can be seen."""

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect

from games.models import Level, Player
from games.services.resign import resign
from tests.browser.conftest import NewContext
from tests.browser.hands import has_sideways_scroll, list_cut
from tests.games.factories import (
    make_game,
    make_guest,
    make_member,
    make_user,
    play_until_it_counts,
    rig,
)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def salma() -> Player:
    return make_member()


@pytest.fixture
def board() -> None:
    """Long names on the leaderboard."""
    cache.clear()
    names = ("Mmmmmmmm Wwwwwwww Wm", "Wwwwwwww Mmmmmmmm Wm")
    winner, loser = (Player(user_id=make_user(name=name).pk) for name in names)
    for game in (make_game(winner, loser) for _ in range(12)):
        resign(game_id=game.pk, seat=1, version=play_until_it_counts(game).version)


def split_words(page: Page) -> list[str]:
    """The names on the leaderboard with a word that runs over the end of its line."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll('.board bdi')].filter(name => {
          const range = document.createRange(), node = name.firstChild;
          return [...node.data.matchAll(/\\S+/g)].some(word => {
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            return range.getClientRects().length > 1;
          });
        }).map(name => name.textContent)"""
    )
    return found


@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.usefixtures("board")
def test_leaderboard_is_whole_on_a_phone(new_context: NewContext, width: int) -> None:
    page = new_context(viewport={"width": width, "height": 740}).new_page()
    page.goto("/leaderboard/?time=all")
    assert page.locator(".board tbody tr").count() == 1
    assert not has_sideways_scroll(page)
    assert not list_cut(page)
    assert not split_words(page)


def test_what_is_wrong_is_in_sight_above_the_act(new_context: NewContext, salma: Player) -> None:
    page = new_context(salma, viewport={"width": 360, "height": 740}).new_page()
    page.goto("/new/?to=nobody")
    page.get_by_label("Someone here").check()
    page.locator(".new__act button").click()
    page.wait_for_function(
        """() => document.querySelector('#name-error')?.getBoundingClientRect().bottom
            <= document.querySelector('.new__act').getBoundingClientRect().top"""
    )
    expect(page.locator("#name-error")).to_be_in_viewport()


def test_next_game_is_the_act_where_there_is_no_other(
    new_context: NewContext, salma: Player
) -> None:
    game = rig(make_game(salma, Level.REGULAR))
    page = new_context(salma).new_page()
    brass = {}
    for address in ("/rules/", "/new/"):
        page.goto(address)
        style = "element => getComputedStyle(element).backgroundColor"
        brass[address] = page.locator(".bar__next").evaluate(style) == "rgb(229, 178, 76)"
    assert brass == {"/rules/": True, "/new/": False}
    page.goto(game.get_absolute_url())
    assert page.locator(".bar__next").count() == 0


ARABIC = ["ألعابي", "لعبة جديدة", "مقاعد مفتوحة", "المتصدرون", "القواعد"]

NARROW = """() => [...document.querySelectorAll('.bar a')].filter(link => {
  const range = document.createRange();
  range.selectNodeContents(link);
  const box = link.getBoundingClientRect(), words = range.getBoundingClientRect();
  const touches = link.closest("nav") && words.width > box.width;
  return box.width && (box.width < 44 || box.height < 44 || touches);
}).map(link => link.textContent.trim())"""


@pytest.mark.parametrize("path", ["/", "/lobby/"])
@pytest.mark.parametrize("locale", ["en", "ar"])
@pytest.mark.parametrize("width", [320, 360])
def test_ways_of_a_guest_are_whole_and_wide_enough_for_a_finger(
    new_context: NewContext, width: int, locale: str, path: str
) -> None:
    guest = make_guest()
    rig(make_game(guest, Level.REGULAR))
    view = {"width": width, "height": 740}
    page = new_context(guest, viewport=view, locale=locale).new_page()
    page.goto(path)
    links = page.locator(".bar nav a")
    assert links.count() == len(ARABIC)
    if locale == "ar":
        speak_arabic = "(links, words) => links.forEach((a, i) => a.lastChild.data = words[i])"
        links.evaluate_all(speak_arabic, ARABIC)
    assert page.evaluate(NARROW) == []
    assert not has_sideways_scroll(page)
    assert not list_cut(page)

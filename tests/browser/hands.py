"""What a person does at a table."""

from playwright.sync_api import Page, expect

from games.models import Game

TURN_OR_PAGE = "form.table, .bill-page, .result-page"


def start_game(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play the computer now").click()


def wait_for_turn(page: Page) -> None:
    page.wait_for_selector(TURN_OR_PAGE)


def is_at_table(page: Page) -> bool:
    wait_for_turn(page)
    return page.locator("#table").count() > 0


def play_first_card(page: Page) -> None:
    """By mouse: choose, then play."""
    page.locator(".hand__slot").first.click()
    page.locator("form.table button[type=submit]").click()
    expect(page.locator("#hand :checked")).to_have_count(0)


def play_round(page: Page) -> int:
    """Plays until the bill comes; returns how many cards it took."""
    plays = 0
    while is_at_table(page):
        play_first_card(page)
        plays += 1
    return plays


def game_of(page: Page) -> Game:
    public_id = page.url.split("/games/")[1].split("/")[0]
    return Game.objects.get(public_id=public_id)


def has_sideways_scroll(page: Page) -> bool:
    return bool(page.evaluate("() => document.documentElement.scrollWidth > window.innerWidth"))


def list_cut(page: Page) -> list[str]:
    """What hides a part of itself: no names, which are cut on purpose, nor words for the ear."""
    found: list[str] = page.evaluate(CUT)
    return found


CUT = """() => [...document.querySelectorAll('main *')].filter(element => {
  const style = getComputedStyle(element);
  const hides = ['hidden', 'clip'].includes(style.overflowX) && style.textOverflow !== 'ellipsis';
  return hides && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1;
}).map(element => element.className)"""

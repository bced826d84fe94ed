"""The table with script: keys, looking again by itself, and what happens when things go wrong."""

import pytest
from playwright.sync_api import Page, Request, expect

from games.models import Game, Player
from tests.browser.conftest import NewContext, no_complaints
from tests.browser.hands import game_of, play_first_card, start_game, wait_for_turn
from tests.games.factories import make_game, make_user, play, rig

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def salma() -> Player:
    return Player(user_id=make_user(name="Salma").pk)


@pytest.fixture
def karim() -> Player:
    return Player(user_id=make_user(name="Karim").pk)


@pytest.fixture
def game(salma: Player, karim: Player) -> Game:
    """Salma leads."""
    return rig(make_game(salma, karim), floor="AH 2C 5D 6S", lead="8S JC 3D KH", dealt="QS")


def open_table(new_context: NewContext, player: Player, game: Game) -> Page:
    page = new_context(player).new_page()
    page.goto(game.get_absolute_url())
    return page


def test_choosing_a_card_shows_what_it_takes(
    new_context: NewContext, salma: Player, game: Game
) -> None:
    page = open_table(new_context, salma, game)
    with no_complaints(page):
        page.locator(".hand__slot").nth(2).click()
        expect(page.locator(".say--3")).to_be_visible()
        expect(page.locator(".say--3")).to_contain_text("takes")
        expect(page.locator(".floor .mark:visible")).to_have_count(2)
        page.get_by_role("button", name="Put back").click()
        expect(page.locator(".say--3")).to_be_hidden()
        expect(page.locator(".floor .mark:visible")).to_have_count(0)


def test_of_two_ways_the_person_picks(new_context: NewContext, salma: Player, game: Game) -> None:
    page = open_table(new_context, salma, game)
    with no_complaints(page):
        page.locator(".hand__slot").first.click()
        expect(page.locator(".floor .mark:visible")).to_have_count(3)
        page.locator(".ways--1 .way").nth(1).click()
        expect(page.locator(".floor .mark:visible")).to_have_count(2)
        page.get_by_role("button", name="Play the 8").click()
        expect(page.get_by_text("Karim’s turn, until")).to_be_visible()
    assert game.moves.get().took == "2C 6S"


def test_whole_turn_by_keyboard(new_context: NewContext, salma: Player, game: Game) -> None:
    page = open_table(new_context, salma, game)
    with no_complaints(page):
        page.keyboard.press("2")
        expect(page.locator("#h2")).to_be_checked()
        page.keyboard.press("Escape")
        expect(page.locator("#hand :checked")).to_have_count(0)
        page.keyboard.press("1")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#h2")).to_be_checked()
        page.keyboard.press("3")
        page.keyboard.press("Enter")
        expect(page.get_by_text("Karim’s turn, until")).to_be_visible()
        expect(page.locator("#says")).to_be_focused()
    assert game.moves.get().card == "3D"


def test_ways_by_keyboard(new_context: NewContext, salma: Player, game: Game) -> None:
    page = open_table(new_context, salma, game)
    page.keyboard.press("1")
    page.keyboard.press("Tab")  # to the ways, which come after the hand
    page.keyboard.press("ArrowDown")
    expect(page.locator("#w12")).to_be_checked()
    page.keyboard.press("1")
    expect(page.locator("#w11")).to_be_checked()
    page.keyboard.press("1")
    expect(page.locator("#w12")).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Karim’s turn, until")).to_be_visible()
    assert game.moves.get().took == "2C 6S"


@pytest.mark.usefixtures("computer")
def test_several_turns_by_keyboard_only(page: Page) -> None:
    start_game(page)
    for _ in range(3):
        wait_for_turn(page)
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        expect(page.locator("#hand :checked")).to_have_count(0)
    wait_for_turn(page)
    assert game_of(page).moves.filter(via="page").count() == 3


@pytest.mark.usefixtures("computer")
def test_answer_of_the_computer_comes_by_itself(page: Page) -> None:
    start_game(page)
    wait_for_turn(page)
    play_first_card(page)
    wait_for_turn(page)
    expect(page).to_have_title("(1) ● Your turn · Computer · Basra")
    assert "Your turn." in page.locator("#heard").inner_text()


def test_play_of_the_other_is_seen_when_one_looks(
    new_context: NewContext, salma: Player, karim: Player, game: Game
) -> None:
    page = open_table(new_context, karim, game)
    with no_complaints(page):
        expect(page.get_by_text("Salma’s turn, until")).to_be_visible()
        play(game, "3D")
        page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
        expect(page.locator("form.table")).to_be_visible()
        expect(page).to_have_title("(1) ● Your turn · Salma · Basra")


def count_looks(page: Page) -> list[Request]:
    looks: list[Request] = []
    page.on(
        "request", lambda request: looks.append(request) if "/version/" in request.url else None
    )
    return looks


def wait_for_computer(page: Page) -> None:
    """A table at which nobody answers: there is no worker."""
    start_game(page)
    if page.locator("form.table").count():
        play_first_card(page)


def test_who_waits_looks_every_second(page: Page) -> None:
    wait_for_computer(page)
    looks = count_looks(page)
    page.wait_for_timeout(3500)
    assert 2 <= len(looks) <= 4


def test_hidden_tab_never_looks(page: Page) -> None:
    page.add_init_script("Object.defineProperty(document, 'hidden', {get: () => true})")
    wait_for_computer(page)
    looks = count_looks(page)
    page.wait_for_timeout(2500)
    assert looks == []


def test_lost_connection_is_told_and_found_again(new_context: NewContext) -> None:
    context = new_context()
    page = context.new_page()
    wait_for_computer(page)
    context.set_offline(True)
    expect(page.get_by_text("No connection.")).to_be_visible()
    context.set_offline(False)
    expect(page.get_by_text("No connection.")).to_be_hidden()


def test_aged_token_loads_the_page_anew_once(new_context: NewContext) -> None:
    page = new_context().new_page()
    wait_for_computer(page)
    page.wait_for_load_state("load")
    loads: list[str] = []
    page.on("load", lambda loaded: loads.append(loaded.url))
    page.route("**/version/**", lambda route: route.fulfill(status=404))
    page.wait_for_timeout(3500)
    assert len(loads) == 1


def test_play_without_connection_loses_nothing(
    new_context: NewContext, salma: Player, game: Game
) -> None:
    context = new_context(salma)
    page = context.new_page()
    page.goto(game.get_absolute_url())
    page.keyboard.press("3")
    context.set_offline(True)
    page.keyboard.press("Enter")
    expect(page.get_by_text("No connection.")).to_be_visible()
    expect(page.locator("#h3")).to_be_checked()
    context.set_offline(False)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Karim’s turn, until")).to_be_visible()
    assert game.moves.get().card == "3D"


def test_table_played_on_in_another_window_says_so(
    new_context: NewContext, salma: Player, game: Game
) -> None:
    page = open_table(new_context, salma, game)
    play(game, "JC")
    play(game, "QS")
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("moved on")
    expect(page.locator("form.table")).to_be_visible()
    assert game.moves.count() == 2


def test_double_click_plays_once(new_context: NewContext, salma: Player, game: Game) -> None:
    page = open_table(new_context, salma, game)
    page.locator(".hand__slot").nth(2).click()
    page.locator("form.table button[type=submit]").dblclick()
    expect(page.get_by_text("Karim’s turn, until")).to_be_visible()
    assert game.moves.count() == 1


def test_nothing_moves_for_who_wants_no_motion(
    new_context: NewContext, salma: Player, game: Game
) -> None:
    page = new_context(salma, reduced_motion="reduce").new_page()
    page.goto(game.get_absolute_url())
    page.evaluate(
        """() => {
            const animate = Element.prototype.animate;
            window.animated = 0;
            Element.prototype.animate = function (...given) {
                window.animated += 1;
                return animate.apply(this, given);
            };
        }"""
    )
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Karim’s turn, until")).to_be_visible()
    assert page.evaluate("() => window.animated") == 0


def test_resigning_takes_two_steps(new_context: NewContext, salma: Player, game: Game) -> None:
    page = open_table(new_context, salma, game)
    page.get_by_role("link", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.get_by_text("You resigned.")).to_be_visible()

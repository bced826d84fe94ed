"""Everything by links and forms."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, Player
from tests.browser.conftest import NewContext
from tests.browser.hands import game_of, start_game
from tests.games.factories import make_game, make_user, play, play_any, rig

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def page(new_context: NewContext) -> Page:
    return new_context(java_script_enabled=False).new_page()


def make_person(name: str) -> Player:
    return Player(user_id=make_user(name=name).pk)


def look_again(page: Page) -> None:
    while page.get_by_role("link", name="Look again").count():
        page.get_by_role("link", name="Look again").click()


@pytest.mark.usefixtures("computer")
def test_turns_against_the_computer(page: Page) -> None:
    start_game(page)
    for _ in range(3):
        look_again(page)
        page.locator(".hand__slot").first.click()
        expect(page.locator(".say--1")).to_be_visible()
        page.locator("form.table button[type=submit]").click()
    look_again(page)
    assert game_of(page).moves.filter(via="page").count() == 3


def test_preview_and_ways(new_context: NewContext) -> None:
    salma = make_person("Salma")
    game = rig(make_game(salma, make_person("Karim")), floor="AH 2C 5D 6S", lead="8S JC 3D KH")
    page = new_context(salma, java_script_enabled=False).new_page()
    page.goto(game.get_absolute_url())
    page.locator(".hand__slot").first.click()
    expect(page.locator(".floor .mark:visible")).to_have_count(3)
    page.locator(".ways--1 .way").nth(1).click()
    page.get_by_role("button", name="Play the 8").click()
    expect(page.get_by_text("Karim’s turn, until")).to_be_visible()
    assert game.moves.get().took == "2C 6S"


def test_bill_comes_before_the_next_round(new_context: NewContext) -> None:
    salma = make_person("Salma")
    game = make_game(salma, make_person("Karim"), target=1000)
    page = new_context(salma, java_script_enabled=False).new_page()
    page.goto(f"{game.get_absolute_url()}?round=1")
    finish_round(game)
    page.reload()
    expect(page.get_by_role("heading", name="The bill for round 1")).to_be_visible()
    page.get_by_role("link", name="Round 2").click()
    expect(page.locator("#table")).to_be_visible()


def finish_round(game: Game) -> None:
    while game.round_number == 1:
        play_any(game)
        game.refresh_from_db()


def test_resigning_and_playing_again(page: Page) -> None:
    start_game(page)
    page.get_by_role("link", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    page.get_by_role("button", name="Play again").click()
    expect(page.locator("#table")).to_be_visible()
    assert Game.objects.count() == 2


def test_old_table_says_so(new_context: NewContext) -> None:
    salma = make_person("Salma")
    game = rig(
        make_game(salma, make_person("Karim")),
        floor="AH 2C 5D 6S",
        lead="8S JC 3D KH",
        dealt="QS",
    )
    page = new_context(salma, java_script_enabled=False).new_page()
    page.goto(game.get_absolute_url())
    play(game, "JC")
    play(game, "QS")
    page.locator(".hand__slot").nth(2).click()
    page.locator("form.table button[type=submit]").click()
    expect(page.get_by_role("alert")).to_contain_text("moved on")

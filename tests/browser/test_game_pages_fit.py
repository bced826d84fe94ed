"""The pages of a game on small and on wide windows: names whole, fingers hit, nothing breaks."""

import pytest
from django.contrib.auth import get_user_model
from playwright.sync_api import Page, expect

from games.models import Game, Level, Player
from games.presenters.people import STAR_COLOURS
from games.services.rematch import offer_rematch
from games.services.staff import hold_game
from tests.browser.conftest import NewContext
from tests.browser.hands import has_sideways_scroll
from tests.games.factories import fill_floor, make_game, make_user, play_to_end
from tests.games.letters import prove_address

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = "Wwwwwwww Mmmmmmmm Ww"
WHOLE_NAMES = """selector => [...document.querySelectorAll(selector)]
    .filter(name => name.scrollWidth > name.clientWidth)
    .map(name => name.textContent)"""
TOO_SMALL = """selector => [...document.querySelectorAll(selector)]
    .filter(link => link.getBoundingClientRect().height < 44)
    .map(link => link.textContent)"""
LINES = """selector => [...document.querySelectorAll(selector)].map(element => {
    const words = document.createRange();
    words.selectNodeContents(element);
    return new Set([...words.getClientRects()].map(line => Math.round(line.bottom))).size;
})"""

COLOURS = """selector => [...document.querySelectorAll(selector)]
    .map(star => getComputedStyle(star).color)"""
MORE_STARS = """count => {
    for (let number = 1; number <= count; number++) {
        const star = document.createElement("span");
        star.className = `avatar avatar--${number}`;
        document.querySelector(".result").append(star);
    }
}"""


@pytest.fixture
def salma() -> Player:
    return Player(user_id=make_user(name="Salma Mostafa").pk)


@pytest.fixture
def karim() -> Player:
    return Player(user_id=make_user(name="Karim Sayed").pk)


@pytest.fixture
def long_named() -> Player:
    return Player(user_id=make_user(name=LONG).pk)


@pytest.fixture
def finished(salma: Player, karim: Player) -> Game:
    return play_to_end(make_game(salma, karim), seed=5)


def open_page(
    new_context: NewContext, player: Player | None, address: str, *, width: int, height: int = 740
) -> Page:
    page = new_context(player, viewport={"width": width, "height": height}).new_page()
    page.goto(address)
    return page


@pytest.mark.parametrize("width", [320, 360])
def test_head_of_a_table_has_room_for_a_name(
    new_context: NewContext, salma: Player, karim: Player, width: int
) -> None:
    game = make_game(salma, karim)
    page = open_page(new_context, karim, game.get_absolute_url(), width=width)
    assert page.evaluate(WHOLE_NAMES, ".thead .cut") == []
    expect(page.locator(".thead time")).to_be_visible()
    expect(page.locator(".pscore__pack")).to_be_visible()


@pytest.mark.parametrize("width", [360, 1440])
def test_log_has_room_for_a_name(
    new_context: NewContext, salma: Player, karim: Player, width: int
) -> None:
    game = fill_floor(make_game(salma, karim))
    page = open_page(new_context, karim, game.get_absolute_url(), width=width)
    assert page.locator(".log .cut").count() > 2
    assert page.evaluate(WHOLE_NAMES, ".log .cut") == []


@pytest.mark.parametrize("width", [360, 768, 1440])
def test_list_of_moves_has_room_for_a_name(
    new_context: NewContext, finished: Game, width: int
) -> None:
    page = open_page(new_context, None, f"{finished.get_absolute_url()}moves/", width=width)
    assert page.evaluate(WHOLE_NAMES, ".moves__list .cut") == []


def test_links_in_the_list_of_moves_are_as_large_as_a_finger(
    new_context: NewContext, finished: Game
) -> None:
    page = open_page(new_context, None, f"{finished.get_absolute_url()}moves/", width=360)
    assert page.evaluate(TOO_SMALL, ".moves a") == []


@pytest.mark.parametrize("width", [320, 360])
def test_both_sides_of_a_move_stand_in_two_lines(
    new_context: NewContext, finished: Game, width: int
) -> None:
    page = open_page(new_context, None, f"{finished.get_absolute_url()}moves/40/", width=width)
    assert page.evaluate(WHOLE_NAMES, ".look__who .cut") == []
    assert max(page.evaluate(LINES, ".look__who p")) == 2


def test_hand_of_a_held_table_is_seen_whole(
    new_context: NewContext, salma: Player, long_named: Player
) -> None:
    prove_address(get_user_model().objects.get(pk=salma.user_id))
    game = fill_floor(make_game(salma, long_named))
    hold_game(game.pk)
    page = open_page(new_context, salma, game.get_absolute_url(), width=360)
    box = page.locator("#hand").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 740
    assert page.get_by_text("We write when it goes on.").is_visible()


@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize("watches", [True, False], ids=["spectator", "player"])
def test_result_with_three_figures_fits_a_phone(
    new_context: NewContext, salma: Player, long_named: Player, width: int, watches: bool
) -> None:
    game = play_to_end(make_game(salma, long_named), seed=5)
    game.rounds.filter(number=1).update(points_0=121, points_1=104)
    Game.objects.filter(pk=game.pk).update(total_0=121, total_1=134)
    reader = None if watches else salma
    page = open_page(new_context, reader, game.get_absolute_url(), width=width)
    assert not has_sideways_scroll(page)
    assert page.evaluate(WHOLE_NAMES, ".result__side bdi, .result .num, .result__more .panel") == []
    assert set(page.evaluate(LINES, ".figures th:last-child, .figures td")) <= {0, 1}


def test_result_against_the_computer_names_it_whole(new_context: NewContext, salma: Player) -> None:
    game = play_to_end(make_game(salma, Level.BEGINNER), seed=5)
    page = open_page(new_context, salma, game.get_absolute_url(), width=360)
    assert page.evaluate(WHOLE_NAMES, ".figures bdi") == []


def test_stars_of_the_two_at_a_table_differ(new_context: NewContext, salma: Player) -> None:
    them = make_user()
    while (them.pk - (salma.user_id or 0)) % STAR_COLOURS:
        them = make_user()
    game = make_game(salma, Player(user_id=them.pk))
    page = open_page(new_context, salma, game.get_absolute_url(), width=1440, height=900)
    assert len(set(page.evaluate(COLOURS, ".table .avatar"))) == 2


def test_stars_on_felt_have_six_colours(new_context: NewContext, finished: Game) -> None:
    page = open_page(new_context, None, finished.get_absolute_url(), width=360)
    page.evaluate(MORE_STARS, STAR_COLOURS)
    assert len(set(page.evaluate(COLOURS, ".result .avatar"))) == STAR_COLOURS


@pytest.mark.parametrize("width", [320, 360])
def test_answers_to_a_rematch_stand_in_one_row(
    new_context: NewContext, finished: Game, salma: Player, width: int
) -> None:
    offer_rematch(game_id=finished.pk, seat=1)
    page = open_page(new_context, salma, finished.get_absolute_url(), width=width)
    boxes = [button.bounding_box() for button in page.locator(".result-page > .acts .btn").all()]
    assert len(boxes) == 3
    assert len({box["y"] for box in boxes if box}) == 1


def test_public_page_asks_to_play_above_the_fold(new_context: NewContext, finished: Game) -> None:
    page = open_page(new_context, None, finished.get_absolute_url(), width=360)
    box = page.get_by_role("link", name="Play too").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 740 - 57

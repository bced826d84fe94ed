"""The table at every width: the hand keeps its place, nothing is cut but names."""

from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games import clock
from games.models import Game, Player
from games.services.vacations import begin_vacation
from tests.browser.conftest import NewContext
from tests.browser.hands import has_sideways_scroll
from tests.games.factories import fill_floor, make_game, make_user, play, rig

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LATIN = "Wwwwwwww Mmmmmmmm Ww"
ARABIC = "عبد الرحمن المصري بك"
WIDTHS = (320, 360, 768, 1024, 1440)
POSITIONS = {
    "one way": {"floor": "8H AC 7S KD", "lead": "8S JC 3D KH"},
    "two ways": {"floor": "AH 2C 5D 6S", "lead": "8S JC 3D KH"},
    "queen": {"floor": "QC 2D 9S 4H", "lead": "QS 3D KS TH"},
    "komi": {"floor": "QC 2D 9S 4H", "lead": "7D 3C KS TH"},
    "basra": {"floor": "4C 3D 2H AS", "lead": "TH 7D KS 2D"},
}
WHAT_IS_CUT = """() => [...document.querySelectorAll(
    ".thead .due, .pscore .num, .pscore__pile, .to, .side__name small, .pile b, .facts td, .go"
)].filter((element) => {
    const box = element.getBoundingClientRect();
    const page = document.documentElement.clientWidth;
    return box.width > 1 && (
        element.scrollWidth > element.clientWidth + 1 && element.clientWidth
        || box.left < 0 || box.right > page
    );
}).map((element) => element.className + ": " + element.textContent)"""

WHAT_LIES_ON_THE_TARGET = """() => {
    const to = document.querySelector(".pscore .to").getBoundingClientRect();
    return [...document.querySelectorAll(".pscore__side :not(.vh, .cut *)")].filter((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 1 && box.left < to.right && box.right > to.left;
    }).map((element) => element.className + ": " + element.textContent);
}"""

WHAT_LIES_ON_ANOTHER = """() => {
    const parts = [...document.querySelectorAll(".thead :is(h1, svg, .due > span)")];
    const boxes = parts.map((part) => [part.outerHTML, part.getBoundingClientRect()])
        .filter(([, box]) => box.width > 1);
    return boxes.flatMap(([name, one], place) => boxes.slice(place + 1)
        .filter(([, two]) => one.left < two.right - 1 && two.left < one.right - 1
            && one.top < two.bottom - 1 && two.top < one.bottom - 1)
        .map(([other]) => name + " on " + other));
}"""


def make_person(name: str, **columns: Any) -> Player:
    return Player(user_id=make_user(name=name, **columns).pk)


@pytest.fixture
def salma() -> Player:
    return make_person("Salma")


@pytest.fixture
def karim() -> Player:
    return make_person("Karim")


def open_table(new_context: NewContext, player: Player, game: Game, **options: Any) -> Page:
    page = new_context(player, reduced_motion="reduce", **options).new_page()
    page.goto(game.get_absolute_url())
    return page


def resize(page: Page, width: int, height: int = 900) -> None:
    page.set_viewport_size({"width": width, "height": height})


def bottom_of_hand(page: Page) -> float:
    boxes = [card.bounding_box() for card in page.locator("#hand .card").all()]
    return max(box["y"] + box["height"] for box in boxes if box)


def places_of_hand(page: Page) -> dict[str, object]:
    """Where the hand is with nothing chosen, and with each card."""
    places = {}
    for key in ("Escape", "1", "2", "3", "4", "Escape"):
        page.keyboard.press(key)
        places[key] = page.locator("#hand").bounding_box()
    return places


@pytest.mark.parametrize("position", POSITIONS)
@pytest.mark.parametrize("language", ["en", "ar"])
def test_hand_keeps_its_place_whatever_is_chosen(
    new_context: NewContext, karim: Player, position: str, language: str
) -> None:
    reader = make_person("Salma", language=language)
    page = open_table(new_context, reader, rig(make_game(reader, karim), **POSITIONS[position]))
    for width in WIDTHS:
        resize(page, width)
        places = places_of_hand(page)
        assert all(place == places["Escape"] for place in places.values()), (width, places)


def test_hand_keeps_its_place_when_the_connection_is_lost(
    new_context: NewContext, salma: Player, karim: Player
) -> None:
    game = rig(make_game(salma, karim), **POSITIONS["two ways"])
    page = open_table(new_context, salma, game, viewport={"width": 360, "height": 740})
    page.keyboard.press("1")
    before = page.locator("#hand").bounding_box()
    page.context.set_offline(True)
    page.keyboard.press("Enter")
    expect(page.get_by_text("No connection.")).to_be_visible()
    assert page.locator("#hand").bounding_box() == before


def test_refused_play_is_told_without_moving_the_hand(
    new_context: NewContext, salma: Player, karim: Player
) -> None:
    game = rig(make_game(salma, karim), **POSITIONS["two ways"], dealt="QS")
    page = open_table(new_context, salma, game, viewport={"width": 360, "height": 740})
    before = page.locator("#hand").bounding_box()
    page.locator("#w11").evaluate("way => { way.value = 'KC'; }")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("cannot take")
    assert page.locator("#hand").bounding_box() == before


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("name", [LATIN, ARABIC])
@pytest.mark.parametrize("totals", [(118, 110), (988, 1004)])
def test_long_names_and_large_totals_fit(
    new_context: NewContext, language: str, name: str, totals: tuple[int, int]
) -> None:
    reader = make_person("Salma", language=language)
    game = rig(make_game(reader, make_person(name), target=1000), **POSITIONS["one way"])
    Game.objects.filter(pk=game.pk).update(total_0=totals[0], total_1=totals[1])
    page = open_table(new_context, reader, game)
    assert page.locator("html").get_attribute("dir") == ("rtl" if language == "ar" else "ltr")
    for width in WIDTHS:
        resize(page, width)
        assert not has_sideways_scroll(page), width
        assert page.evaluate(WHAT_IS_CUT) == [], width
        assert page.evaluate(WHAT_LIES_ON_THE_TARGET) == [], width


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("is_theirs", [True, False])
def test_name_deadline_and_bank_have_their_own_places(
    new_context: NewContext, language: str, *, is_theirs: bool
) -> None:
    name = "Konstantina Wójcikow"
    reader, them = make_person("Salma", language=language), make_person(name)
    games = [rig(make_game(reader, them), dealer=1) for _ in range(2)]
    now = clock.now()
    times = {"bank_at": now - timedelta(minutes=5), "deadline_at": now + timedelta(days=6)}
    Game.objects.filter(pk=games[0].pk).update(bank=168, to_move=1 if is_theirs else 0, **times)
    page = open_table(new_context, reader, games[0])
    for width in (*WIDTHS, 800, 900, 1100):
        resize(page, width)
        assert not has_sideways_scroll(page), width
        assert page.evaluate(WHAT_IS_CUT) == [], width
        assert page.evaluate(WHAT_LIES_ON_ANOTHER) == [], width
        shown = page.locator("h1 .cut").evaluate("one => [one.scrollWidth, one.clientWidth]")
        assert shown[0] <= shown[1] or width < 768, (width, shown)


def test_long_name_keeps_to_one_line_and_has_its_full_form(
    new_context: NewContext, salma: Player
) -> None:
    game = rig(make_game(salma, make_person(LATIN)), **POSITIONS["one way"])
    page = open_table(new_context, salma, game, viewport={"width": 320, "height": 640})
    name = page.locator("h1 .cut")
    assert name.get_attribute("title") == LATIN
    box = name.bounding_box()
    assert box is not None
    assert box["height"] < 44


@pytest.mark.parametrize(
    ("width", "height"),
    [(360, 640), (360, 740), (768, 1024), (1280, 720), (1366, 768), (1440, 900)],
)
@pytest.mark.parametrize("is_full", [False, True])
def test_turn_is_above_the_fold(
    new_context: NewContext,
    salma: Player,
    karim: Player,
    *,
    is_full: bool,
    width: int,
    height: int,
) -> None:
    game = make_game(salma, karim)
    if is_full:
        fill_floor(game)
    else:
        rig(game, **POSITIONS["two ways"])
    size = {"width": width, "height": height}
    page = open_table(new_context, salma, game, viewport=size)
    page.keyboard.press("1")
    assert bottom_of_hand(page) <= height


def test_turn_is_above_the_fold_late_and_on_vacation(
    new_context: NewContext, salma: Player, karim: Player
) -> None:
    """Twelve cards on the floor, three plays to tell, and the last hour before the bank."""
    game = fill_floor(make_game(salma, karim))
    now = clock.now()
    begin_vacation(salma.key, until=now + timedelta(days=9))
    late = {"bank_at": now + timedelta(minutes=50), "deadline_at": now + timedelta(days=1)}
    Game.objects.filter(pk=game.pk).update(
        **late, bank=24, turn_left=None, stops_for_vacation=False
    )
    page = open_table(new_context, salma, game, viewport={"width": 360, "height": 740})
    expect(page.get_by_text("On vacation until")).to_be_visible()
    expect(page.get_by_text("minutes left.")).to_be_visible()
    assert bottom_of_hand(page) <= 740


def test_phone_on_its_side_has_the_bare_table(
    new_context: NewContext, salma: Player, karim: Player
) -> None:
    game = fill_floor(make_game(salma, karim))
    page = open_table(new_context, salma, game, viewport={"width": 844, "height": 390})
    expect(page.locator(".bar")).to_be_hidden()
    page.keyboard.press("2")
    play_button = page.locator("form.table button[type=submit]").bounding_box()
    assert play_button is not None
    assert play_button["y"] + play_button["height"] <= 390
    assert not has_sideways_scroll(page)


def test_tab_leads_from_the_hand_to_the_act(
    new_context: NewContext, salma: Player, karim: Player
) -> None:
    page = open_table(new_context, salma, rig(make_game(salma, karim), **POSITIONS["one way"]))
    page.keyboard.press("1")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Play the 8")).to_be_focused()


def test_only_the_sentence_is_live(new_context: NewContext, salma: Player, karim: Player) -> None:
    page = open_table(new_context, salma, rig(make_game(salma, karim), **POSITIONS["two ways"]))
    page.keyboard.press("1")
    assert page.locator("[aria-live] :is(button, input, legend)").count() == 0
    expect(page.locator("[aria-live] .say:visible")).to_have_count(1)


def test_score_is_told_name_first(new_context: NewContext, salma: Player, karim: Player) -> None:
    game = rig(make_game(salma, karim), **POSITIONS["one way"])
    page = open_table(new_context, salma, game, viewport={"width": 360, "height": 740})
    told = " ".join(page.locator(".pscore").inner_text().split())
    assert told.startswith("You 0 points")


def test_floor_is_a_list(new_context: NewContext, salma: Player, karim: Player) -> None:
    game = rig(make_game(salma, karim), **POSITIONS["one way"])
    page = open_table(new_context, salma, game)
    floor = page.get_by_role("region", name="The floor, 4 cards")
    expect(floor.get_by_role("listitem")).to_have_text(
        ["8 of hearts", "ace of clubs", "7 of spades", "king of diamonds"]
    )


def test_bare_floor_says_so(new_context: NewContext, salma: Player, karim: Player) -> None:
    game = rig(make_game(salma, karim), floor="4C 3D 2S AH", lead="TH 2C")
    play(game, "TH")
    page = open_table(new_context, karim, game)
    expect(page.get_by_text("The floor is bare.")).to_be_visible()


@pytest.mark.parametrize(("width", "shown"), [(360, "short"), (768, "long")])
def test_cards_taken_are_counted_once(
    new_context: NewContext, salma: Player, karim: Player, width: int, shown: str
) -> None:
    """By a sign on a phone, in words where there is room."""
    page = open_table(new_context, salma, make_game(salma, karim))
    resize(page, width)
    sizes = {
        name: page.locator(f".pscore__{name}").first.bounding_box() for name in ("short", "long")
    }
    visible = [name for name, box in sizes.items() if box is not None and box["width"] > 1]
    assert visible == [shown]

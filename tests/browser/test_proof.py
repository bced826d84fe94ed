"""The proof of a shuffle, worked out again in a real browser."""

import json
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Page, Route, expect

from games.models import Game, Player
from tests.browser.conftest import NewContext, no_complaints
from tests.games.factories import make_game, make_user, play_to_end

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

VECTORS = json.loads((settings.BASE_DIR / "docs" / "shuffle_vectors.json").read_text())
FITS, WRONG, UNABLE = ('[data-found="fits"]', '[data-found="wrong"]', '[data-found="unable"]')
DERIVE = """async ([script, vector]) => (await import(script)).derive(vector)"""


@pytest.fixture
def salma() -> Player:
    return Player(user_id=make_user(name="Salma").pk)


@pytest.fixture
def game(salma: Player) -> Game:
    karim = Player(user_id=make_user(name="Karim").pk)
    return play_to_end(make_game(salma, karim, target=61), seed=5)


def bill_of(game: Game, number: int = 1) -> str:
    return f"{game.get_absolute_url()}rounds/{number}/"


def tamper(page: Page, old: str, new: str) -> None:
    """The page comes with something else where `old` stands outside of addresses."""

    def fulfil(route: Route) -> None:
        answer = route.fetch()
        assert old in answer.text()
        route.fulfill(response=answer, body=answer.text().replace(old, new))

    page.route("**/rounds/*/", fulfil)


def test_browser_finds_that_a_true_shuffle_fits(new_context: NewContext, game: Game) -> None:
    page = new_context().new_page()
    with no_complaints(page):
        for number in range(1, game.round_number + 1):
            page.goto(bill_of(game, number))
            expect(page.locator(FITS)).to_be_visible()
            expect(page.locator(f"{WRONG}, {UNABLE}").first).to_be_hidden()


def test_browser_finds_another_seal(new_context: NewContext, game: Game) -> None:
    page = new_context().new_page()
    tamper(page, game.rounds.get(number=1).commitment, "0" * 64)
    page.goto(bill_of(game))
    expect(page.locator('[data-wrong="commitment"]')).to_be_visible()
    expect(page.locator('[data-wrong="pack"]')).to_be_hidden()
    expect(page.locator(FITS)).to_be_hidden()


def test_browser_finds_another_pack(new_context: NewContext, game: Game) -> None:
    page = new_context().new_page()
    pack = game.rounds.get(number=1).pack
    tamper(page, pack, " ".join(reversed(pack.split())))
    page.goto(bill_of(game))
    expect(page.locator('[data-wrong="pack"]')).to_be_visible()
    expect(page.locator('[data-wrong="commitment"]')).to_be_hidden()


def test_browser_finds_another_dealer(new_context: NewContext, game: Game) -> None:
    page = new_context().new_page()
    dealer = game.rounds.get(number=1).dealer
    tamper(page, f'data-dealer="{dealer}"', f'data-dealer="{1 - dealer}"')
    page.goto(bill_of(game))
    expect(page.locator('[data-wrong="dealer"]')).to_be_visible()


def test_browser_finds_another_seed(new_context: NewContext, game: Game) -> None:
    page = new_context().new_page()
    seed = game.rounds.get(number=1).seed
    tamper(page, seed, seed[::-1])
    page.goto(bill_of(game))
    expect(page.locator('[data-wrong="commitment"]')).to_be_visible()
    expect(page.locator('[data-wrong="pack"]')).to_be_visible()


def test_seed_that_is_none_is_said_to_be_wrong(new_context: NewContext, game: Game) -> None:
    page = new_context().new_page()
    tamper(page, game.rounds.get(number=1).seed, "not a seed")
    page.goto(bill_of(game))
    expect(page.locator('[data-wrong="seed"]')).to_be_visible()


def test_browser_that_cannot_reckon_says_so(new_context: NewContext, game: Game) -> None:
    context = new_context()
    context.add_init_script(
        "Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })"
    )
    page = context.new_page()
    page.goto(bill_of(game))
    expect(page.locator(UNABLE)).to_be_visible()
    expect(page.locator(FITS)).to_be_hidden()


def test_without_script_the_page_says_how_to_check(new_context: NewContext, game: Game) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(bill_of(game))
    expect(page.get_by_text("python3 verify_shuffle.py")).to_be_visible()
    expect(page.locator(FITS)).to_be_hidden()


@pytest.mark.parametrize(
    "vector", VECTORS, ids=lambda vector: f"{vector['game']}-{vector['round']}"
)
def test_script_of_the_page_agrees_with_the_vectors(
    new_context: NewContext, game: Game, vector: dict[str, Any]
) -> None:
    page = new_context().new_page()
    page.goto(bill_of(game))
    script = page.locator('script[type="module"]').get_attribute("src")
    asked = {name: vector[name] for name in ("seed", "game", "round")}
    found = page.evaluate(DERIVE, [script, asked])
    assert found == {
        "commitment": vector["commitment"],
        "pack": vector["pack"].split(),
        "dealer": vector["dealer"],
    }

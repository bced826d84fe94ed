"""Games at the desk, in a real browser: everybody can read them, and both hear of an act."""

from collections.abc import Iterator

import pytest
from allauth.account.models import EmailAddress
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth import get_user_model
from django.core import mail
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.mail.delivery import deliver_due
from games.models import Game, Notice, NoticeKind, NoticeReason, NoticeState, Player
from tests.browser.conftest import NewContext, no_complaints
from tests.browser.hands import has_sideways_scroll
from tests.browser.test_every_page import NOT_OURS
from tests.games.factories import make_game, make_user, play_turns, rig
from tests.games.rows import make_invitation, make_notice

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LINED = "#result_list :is(.field-state, .field-pace_in_words, .field-score, .field-last_change)"
COUNT_LINES = """cells => cells.map(cell => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return new Set([...range.getClientRects()].map(box => Math.round(box.top))).size;
})"""
REASON = "Karim wrote that he cannot go on."


@pytest.fixture
def warden() -> Player:
    return Player(user_id=make_user(name="Warden", is_staff=True, is_superuser=True).pk)


def make_reachable(name: str) -> Player:
    person = make_user(name=name)
    EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    return Player(user_id=person.pk)


@pytest.fixture
def game() -> Game:
    """Salma against Karim, after two plays, with an invitation and a mail that was skipped."""
    game = make_game(make_reachable("Salma"), make_reachable("Karim"))
    rig(game, floor="AH 2C 5D 6S", lead="8S JC 3D KH", dealt="9S QC QD KD", dealer=1)
    play_turns(game, 2)
    make_invitation(game=game)
    make_notice(
        NoticeKind.TURN,
        game=game,
        user=game.seats.get(index=0).user,
        state=NoticeState.SKIPPED,
        reason=NoticeReason.SEEN,
    )
    return game


def pages_of(game: Game) -> Iterator[str]:
    for row in (game, game.invitation, game.notices.get(state=NoticeState.SKIPPED)):
        name = row._meta.model_name
        yield reverse(f"admin:games_{name}_changelist")
        yield reverse(f"admin:games_{name}_change", args=[row.pk])
    yield reverse("admin:games_move_changelist")
    yield reverse("admin:games_game_act", args=[game.pk, "adjudicate"])


def decide(page: Page, game: Game) -> None:
    """From the search to the act, as one does it."""
    page.goto(reverse("admin:games_game_changelist"))
    page.locator("#searchbar").fill("salma")
    page.locator("#searchbar").press("Enter")
    page.get_by_role("link", name=game.public_id).click()
    page.get_by_role("link", name="Decide the game").click()
    page.get_by_label("Salma").check()
    page.get_by_label("Reason").fill(REASON)
    page.get_by_role("button", name="See what follows").click()
    page.get_by_role("button", name="Decide the game").click()
    page.get_by_text("It is in the audit log").wait_for()


@pytest.mark.parametrize(("scheme", "language"), [("light", "en"), ("dark", "ar")])
def test_axe_finds_nothing_on_the_pages_of_a_game(
    new_context: NewContext, warden: Player, game: Game, scheme: str, language: str
) -> None:
    get_user_model().objects.filter(pk=warden.user_id).update(language=language)
    page = new_context(warden, bypass_csp=True, color_scheme=scheme).new_page()
    for address in pages_of(game):
        page.goto(address)
        found = Axe().run(page, options={"rules": NOT_OURS})
        assert not found.violations_count, f"{address} {found.generate_report()}"


@pytest.mark.parametrize("language", ["en", "ar"])
def test_pages_of_a_game_do_not_scroll_sideways_on_a_phone(
    new_context: NewContext, warden: Player, game: Game, language: str
) -> None:
    get_user_model().objects.filter(pk=warden.user_id).update(language=language)
    page = new_context(warden, viewport={"width": 360, "height": 740}).new_page()
    for address in pages_of(game):
        page.goto(address)
        assert not has_sideways_scroll(page), address


def test_pages_of_a_game_keep_the_sites_policy(
    new_context: NewContext, warden: Player, game: Game
) -> None:
    page = new_context(warden).new_page()
    with no_complaints(page):
        for address in (reverse("admin:index"), *pages_of(game)):
            page.goto(address)


def test_table_shows_its_cards(new_context: NewContext, warden: Player, game: Game) -> None:
    page = new_context(warden).new_page()
    page.goto(reverse("admin:games_game_change", args=[game.pk]))
    sizes = [card.bounding_box() for card in page.locator(".desk-floor .card").all()]
    assert len(sizes) == len(Game.objects.get().floor.split()) > 0
    assert all(size and size["width"] > 40 and size["height"] > 55 for size in sizes)


def test_list_of_games_reads_along_its_lines(
    new_context: NewContext, warden: Player, game: Game
) -> None:
    page = new_context(warden, viewport={"width": 1440, "height": 900}).new_page()
    page.goto(reverse("admin:games_game_changelist"))
    assert set(page.locator(LINED).evaluate_all(COUNT_LINES)) == {1}


def test_search_has_a_label_to_see(new_context: NewContext, warden: Player) -> None:
    page = new_context(warden).new_page()
    page.goto(reverse("admin:games_game_changelist"))
    expect(page.locator("label[for=searchbar]")).to_be_visible()
    expect(page.locator("label[for=searchbar]")).to_have_text("Search")


def test_parts_of_a_games_page_are_named_once(
    new_context: NewContext, warden: Player, game: Game
) -> None:
    page = new_context(warden).new_page()
    page.goto(reverse("admin:games_game_change", args=[game.pk]))
    for part in ("Mails", "Moves"):
        expect(page.get_by_role("heading", name=part, exact=True)).to_be_visible()
        expect(page.get_by_text(f"{part}:", exact=True)).to_be_hidden()


@pytest.mark.parametrize(("scheme", "felt"), [("light", (15, 74, 78)), ("dark", (16, 60, 65))])
def test_desk_wears_the_felt_of_the_house(
    new_context: NewContext, warden: Player, game: Game, scheme: str, felt: tuple[int, ...]
) -> None:
    page = new_context(warden, color_scheme=scheme).new_page()
    page.goto(reverse("admin:games_game_change", args=[game.pk]))
    for part in ("#header", ".desk-floor"):
        expect(page.locator(part)).to_have_css("background-color", f"rgb{felt}")


def test_both_hear_that_the_staff_decided_their_game(
    new_context: NewContext, warden: Player, game: Game
) -> None:
    players = [new_context(Player(user_id=seat.user_id)).new_page() for seat in game.seats.all()]
    for page in players:
        page.goto(game.get_absolute_url())
    Notice.objects.all().delete()
    decide(new_context(warden).new_page(), game)
    deliver_due()
    assert len(mail.outbox) == 2
    assert {address for sent in mail.outbox for address in sent.to} == {
        seat.user.email for seat in game.seats.select_related("user") if seat.user
    }
    for page in players:
        page.reload()
        page.get_by_text("staff").first.wait_for()
    game.refresh_from_db()
    assert game.winner == 0

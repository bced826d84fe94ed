"""From a link to the end of a round, between a member and a friend who joins half way."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.mail import EmailMessage
from playwright.sync_api import Page, expect

from games.models import Game, Invitation, Player
from games.services.answers import accept, withdraw
from tests.browser.conftest import NewContext
from tests.browser.hands import game_of, has_sideways_scroll, play_first_card
from tests.browser.test_every_page import WAYS_OF_SEEING, complaints, speak
from tests.browser.test_guest import ADDRESS, find_code, sign_up
from tests.games.factories import make_member, make_user
from tests.games.invited import make_link, make_named, make_seat, make_to_address
from tests.games.letters import prove_address

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_PLAYS = 48


@pytest.fixture(autouse=True)
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.dispatch.app.send_task", lambda *_args, **_options: None)


@pytest.fixture
def karim() -> Player:
    return Player(user_id=make_user(name="Karim").pk)


@pytest.fixture
def salma() -> Player:
    return Player(user_id=make_user(name="Salma").pk)


def make_link_by_hand(page: Page) -> str:
    """The path of the link that the page shows at the end."""
    page.goto("/new/")
    page.get_by_text("A friend, by link").click()
    page.get_by_role("button", name="Make the link").click()
    address = page.get_by_label("Send this link to your friend").input_value()
    return f"/invitations/{address.split('/invitations/')[1]}"


def play_on(game: Game, pages: tuple[Page, Page], most: int) -> None:
    """Whoever is to move looks at the table and plays the first card."""
    for _ in range(most):
        game.refresh_from_db()
        if game.to_move is None:
            return
        page = pages[game.to_move]
        page.goto(game.get_absolute_url())
        play_first_card(page)


def test_link_guest_joins_half_way_and_both_play_again(
    new_context: NewContext, page: Page, karim: Player, mailoutbox: list[EmailMessage]
) -> None:
    host, friend = new_context(karim).new_page(), page

    friend.goto(make_link_by_hand(host))
    expect(friend.get_by_role("heading", level=1)).to_contain_text("Karim")
    friend.get_by_role("button", name="Play at once as a guest").click()
    expect(friend.locator("#table")).to_be_visible()
    game = game_of(friend)

    play_on(game, (host, friend), 9)
    sign_up(friend, mailoutbox)
    member = get_user_model().objects.get(email=ADDRESS)
    assert game.seats.get(index=1).user == member

    play_on(game, (host, friend), MOST_PLAYS)
    assert game.ended_by == "played"
    host.goto(game.get_absolute_url())
    host.get_by_role("button", name="Offer a rematch").click()
    expect(host.get_by_text("You have offered")).to_be_visible()
    friend.goto(game.get_absolute_url())
    friend.get_by_role("button", name="Accept").click()
    expect(friend.locator("#table")).to_be_visible()
    host.reload()
    host.get_by_role("link", name="To the next game").click()
    expect(host.locator("#table")).to_be_visible()
    assert game_of(host) == game_of(friend) == Game.objects.get(rematch_of=game)


def test_friend_joins_by_a_code_and_is_back_at_the_invitation(
    page: Page, karim: Player, mailoutbox: list[EmailMessage]
) -> None:
    link = make_link(karim)
    page.goto(link.get_absolute_url())
    page.get_by_label("Your address").fill(ADDRESS)
    page.get_by_label("Your name here").fill("Layla")
    page.get_by_role("button", name="Send me the code").click()
    page.locator('input[name="code"]').fill(find_code(mailoutbox))
    page.locator("main button[type=submit]").first.click()
    page.get_by_role("button", name="Accept and sit down").click()
    expect(page.locator("#table")).to_be_visible()
    member = get_user_model().objects.get(email=ADDRESS)
    assert game_of(page).seats.get(index=1).user == member


def test_named_player_accepts_on_the_first_page(
    new_context: NewContext, karim: Player, salma: Player
) -> None:
    host = new_context(karim).new_page()
    host.goto("/new/")
    host.get_by_text("Someone here").click()
    host.get_by_label("Their name").fill("salma")
    host.get_by_role("button", name="Send the invitation").click()
    expect(host.get_by_role("heading", name="An invitation to")).to_be_visible()

    friend = new_context(salma).new_page()
    friend.goto("/")
    friend.get_by_role("button", name="Accept the invitation of").click()
    expect(friend.locator("#table")).to_be_visible()


def test_button_copies_the_link_where_nothing_else_can_send_it(
    new_context: NewContext, karim: Player
) -> None:
    context = new_context(karim)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(make_link(karim).get_absolute_url())
    page.get_by_role("button", name="Share the link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    shown = page.get_by_label("Send this link to your friend").input_value()
    assert page.evaluate("() => navigator.clipboard.readText()") == shown


def test_all_of_it_without_script(new_context: NewContext, karim: Player) -> None:
    host = new_context(karim, java_script_enabled=False).new_page()
    path = make_link_by_hand(host)
    expect(host.get_by_role("button", name="Share the link")).to_be_hidden()
    friend = new_context(java_script_enabled=False).new_page()
    friend.goto(path)
    friend.get_by_role("button", name="Play at once as a guest").click()
    expect(friend.locator("#table")).to_be_visible()


def test_form_asks_only_for_what_the_choice_needs(new_context: NewContext, karim: Player) -> None:
    page = new_context(karim, java_script_enabled=False).new_page()
    page.goto("/new/")
    asked: dict[str, Any] = {}
    doors = ("A friend, by link", "Someone here", "A friend, by mail", "Whoever", "The computer")
    for words in doors:
        page.locator(".pick", has_text=words).click()
        labels = ("Their name", "Their e-mail address", "How strong?", "Time for a turn")
        asked[words] = [text for text in labels if page.get_by_text(text).first.is_visible()]
    assert asked == {
        "A friend, by link": ["Time for a turn"],
        "Someone here": ["Their name", "Time for a turn"],
        "A friend, by mail": ["Their e-mail address", "Time for a turn"],
        "Whoever": ["Time for a turn"],
        "The computer": ["How strong?"],
    }


@pytest.fixture
def invitations(karim: Player, salma: Player) -> list[str]:
    """A page of each kind, for Karim: own, received, accepted, withdrawn, some to accept."""
    prove_address(get_user_model().objects.get(pk=karim.user_id))
    taken, over = make_link(karim), make_link(karim)
    accept(taken.token, salma)
    withdraw(over.token, karim)
    found: list[Invitation] = [
        make_link(karim),
        make_named(salma, karim),
        taken,
        over,
        make_link(salma),
        make_named(karim, make_member()),
        make_to_address(karim, f"a.{'long.' * 8}friend@example.com"),
        make_seat(karim),
        make_seat(salma),
    ]
    return [row.get_absolute_url() for row in found]


@pytest.mark.parametrize("way", WAYS_OF_SEEING)
def test_axe_finds_nothing_on_invitations(
    new_context: NewContext, karim: Player, invitations: list[str], way: str
) -> None:
    speak(karim, WAYS_OF_SEEING[way]["locale"])
    member = new_context(karim, bypass_csp=True, **WAYS_OF_SEEING[way]).new_page()
    stranger = new_context(bypass_csp=True, **WAYS_OF_SEEING[way]).new_page()
    for address in ("/", "/new/", "/lobby/", *invitations):
        member.goto(address)
        assert not complaints(member), address
    for address in (invitations[0], invitations[2], *invitations[-3:]):
        stranger.goto(address)
        assert not complaints(stranger), address


@pytest.mark.parametrize("locale", ["en", "ar"])
def test_no_invitation_scrolls_sideways_on_a_phone(
    new_context: NewContext, karim: Player, invitations: list[str], locale: str
) -> None:
    size = {"width": 320, "height": 740}
    speak(karim, locale)
    for player in (karim, None):
        page = new_context(player, viewport=size, locale=locale).new_page()
        for address in ("/", "/new/", "/lobby/", *invitations):
            page.goto(address)
            assert not has_sideways_scroll(page), address

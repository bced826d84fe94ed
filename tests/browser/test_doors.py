"""The doors of a game between people: a seat in the lobby, a mail, a rematch; and one kept shut."""

import re

import pytest
from django.core.mail import EmailMessage
from django.db.models import Q
from playwright.sync_api import Page, expect

from games.mail.delivery import deliver_due
from games.models import Block, Game, Invitation, InvitationState, Player
from games.services.resign import resign
from tests.browser.conftest import NewContext
from tests.browser.hands import game_of
from tests.browser.test_guest import ADDRESS, find_code
from tests.games.factories import make_game
from tests.games.letters import make_reader

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.dispatch.app.send_task", lambda *_args, **_options: None)


@pytest.fixture
def karim() -> Player:
    return make_reader(name="Karim")


@pytest.fixture
def salma() -> Player:
    return make_reader(name="Salma")


def press_at_once(pages: list[Page], name: str) -> None:
    """The button of each page, without waiting for what comes of it."""
    buttons = [page.get_by_role("button", name=name).element_handle() for page in pages]
    for button in buttons:
        button.evaluate("button => setTimeout(() => button.click())")


def find_path(letter: EmailMessage, start: str) -> str:
    """Of the link in a mail."""
    found = re.search(rf"https?://[^/]+({start}[^\s]+)", letter.body)
    assert found is not None, letter.body
    return found[1]


def test_open_seat_taken_by_two_at_once(
    new_context: NewContext, karim: Player, salma: Player
) -> None:
    host = new_context(karim).new_page()
    host.goto("/lobby/")
    host.get_by_role("link", name="Offer a seat").click()
    host.get_by_role("button", name="Leave the seat open").click()
    expect(host.get_by_role("heading", name="A seat in the lobby")).to_be_visible()

    pages = [new_context(one).new_page() for one in (salma, make_reader())]
    for page in pages:
        page.goto("/lobby/")
    press_at_once(pages, "Sit down opposite")

    for page in pages:
        expect(page.locator("#table, .invited")).to_be_visible()
    taken = [page for page in pages if page.locator("#table").count()]
    late = [page for page in pages if page not in taken]
    assert game_of(taken[0]) == Game.objects.get()
    expect(late[0].get_by_text("Somebody else was quicker")).to_be_visible()
    late[0].get_by_role("link", name="Other open seats").click()
    expect(late[0].get_by_text("No seat is open just now")).to_be_visible()


def test_invite_by_address_join_and_accept(
    new_context: NewContext, page: Page, karim: Player, mailoutbox: list[EmailMessage]
) -> None:
    host, friend = new_context(karim).new_page(), page
    host.goto("/new/")
    host.get_by_text("A friend, by mail").click()
    host.get_by_label("Their e-mail address").fill(ADDRESS)
    host.get_by_role("button", name="Send the invitation").click()
    expect(host.get_by_role("heading", name=ADDRESS)).to_be_visible()
    deliver_due()

    friend.goto(find_path(mailoutbox[-1], "/invitations/"))
    friend.get_by_label("Your address").fill(ADDRESS)
    friend.get_by_label("Your name here").fill("Layla")
    friend.get_by_role("button", name="Send me the code").click()
    friend.locator('input[name="code"]').fill(find_code(mailoutbox))
    friend.locator("main button[type=submit]").first.click()
    friend.get_by_role("button", name="Accept and sit down").click()
    expect(friend.locator("#table")).to_be_visible()

    host.reload()
    host.get_by_role("link", name="Open the game").click()
    assert game_of(host) == game_of(friend)
    assert Invitation.objects.get().address == ""


def test_who_was_written_to_refuses_more_without_an_account(
    new_context: NewContext, page: Page, karim: Player, mailoutbox: list[EmailMessage]
) -> None:
    host = new_context(karim).new_page()
    host.goto("/new/?who=address")
    host.get_by_label("Their e-mail address").fill(ADDRESS)
    host.get_by_role("button", name="Send the invitation").click()
    expect(host.get_by_role("heading", name=ADDRESS)).to_be_visible()
    deliver_due()

    page.goto(find_path(mailoutbox[-1], "/mail/refuse/"))
    page.get_by_role("button", name="Do not write to this address again").click()
    expect(page.get_by_role("heading", name="No more invitations")).to_be_visible()
    page.get_by_role("button", name="Let them in again").click()
    expect(page.get_by_role("heading", name="Invitations may come again")).to_be_visible()


def test_both_offer_a_rematch_at_once(
    new_context: NewContext, karim: Player, salma: Player
) -> None:
    old = make_game(karim, salma)
    resign(game_id=old.pk, seat=0, version=0)
    pages = [new_context(one).new_page() for one in (karim, salma)]
    for page in pages:
        page.goto(old.get_absolute_url())
    press_at_once(pages, "Offer a rematch")

    for page in pages:
        expect(page.get_by_role("button", name="Offer a rematch")).to_have_count(0)
    game = Game.objects.get(rematch_of=old)
    for page in pages:
        page.goto(old.get_absolute_url())
        page.get_by_role("link", name="To the next game").click()
        expect(page.locator("#table")).to_be_visible()
        assert game_of(page) == game
    assert Invitation.objects.get().state == InvitationState.ACCEPTED


def test_blocked_in_two_steps_and_taken_back_in_the_settings(
    new_context: NewContext, karim: Player, salma: Player
) -> None:
    game = make_game(karim, salma)
    member = game.seats.get(Q(user__name="Salma")).user
    page = new_context(karim).new_page()
    page.goto(f"/people/{member.public_id}/")
    page.get_by_role("link", name="Block…").click()
    page.get_by_role("button", name="Yes, block").click()
    expect(page.get_by_text("You have blocked")).to_be_visible()
    assert Block.objects.get().blocked == member

    page.goto("/accounts/settings/")
    page.get_by_role("button", name="Unblock").click()
    expect(page.get_by_role("link", name="Invite to a game")).to_be_visible()
    assert not Block.objects.exists()


def test_ticket_says_back_the_time_that_was_chosen(new_context: NewContext, karim: Player) -> None:
    page = new_context(karim, java_script_enabled=False).new_page()
    page.goto("/new/")
    ticket = page.locator(".ticket")
    expect(ticket.get_by_text("Whoever has not played by then loses the game.")).to_be_visible()
    for pace, vacations in (("1 day", "do not stop the clock"), ("3 days", "stop the clock")):
        page.get_by_role("group", name="Time for a turn").get_by_text(pace, exact=True).click()
        expect(ticket.get_by_text(vacations, exact=True)).to_be_visible()
    page.get_by_role("group", name="A bank for the match").get_by_text("7 days").click()
    expect(ticket.get_by_text("7 days", exact=True)).to_be_visible()
    expect(ticket.get_by_text("Whoever has not played by then loses the game.")).to_be_hidden()
    expect(ticket.get_by_text("Whoever has not played when it is empty")).to_be_visible()
    page.locator(".pick", has_text="The computer").click()
    expect(ticket.get_by_text("loses the game")).to_have_count(3)
    for words in ticket.get_by_text("loses the game").all():
        expect(words).to_be_hidden()
    expect(ticket.get_by_text("it is put away")).to_be_visible()


def test_new_game_counts_reminders_and_promises_rescue_by_what_is_chosen(
    new_context: NewContext, karim: Player
) -> None:
    page = new_context(karim, java_script_enabled=False).new_page()
    page.goto("/new/")
    told: dict[str, list[bool]] = {}
    for pace in ("12 hours", "7 days"):
        page.get_by_role("group", name="Time for a turn").get_by_text(pace, exact=True).click()
        words = ("One mail reminds", "2 mails remind", "a vacation begins by itself instead")
        told[pace] = [page.get_by_text(text).locator("visible=true").count() == 1 for text in words]
    assert told == {"12 hours": [True, False, False], "7 days": [False, True, True]}

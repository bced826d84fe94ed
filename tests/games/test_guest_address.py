"""A guest's address for turn mails: given, proven from the mail, taken back."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games.models import Game, Guest, MailClass, Player
from games.services.guests import claim_guest
from games.services.mail_wishes import list_stopped, stop_mail
from tests.games.factories import make_game, make_game_against_computer, make_guest, make_member
from tests.games.letters import address_of
from tests.games.visitors import address as table_of
from tests.games.visitors import client_of

pytestmark = pytest.mark.django_db

GIVE, REMOVE, START = "/mail/address/", "/mail/address/remove/", "/mail/address/start/"
ASKED = "Shall we write to you when it is your turn?"


@pytest.fixture(autouse=True)
def _fresh_limits(db: None) -> None:
    cache.clear()


@pytest.fixture
def guest() -> Player:
    """A guest who plays with a member."""
    guest = make_guest()
    make_game(make_member(), guest)
    return guest


def give(guest: Player, address: str = "Guest@Example.com", **fields: str) -> str:
    """The page that the guest is shown."""
    answer = client_of(guest).post(GIVE, {"address": address, **fields}, follow=True)
    return str(answer.content.decode())


def link_in_mail() -> str:
    found = re.search(r"http://127\.0\.0\.1:8000(/mail/address/\S+)", str(mail.outbox[-1].body))
    assert found
    return found[1]


def kept(guest: Player) -> str:
    return Guest.objects.get(pk=guest.key).email


def test_table_with_a_person_asks_a_guest() -> None:
    guest = make_guest()
    game = make_game(make_member(), guest)
    assert ASKED in client_of(guest).get(table_of(game)).content.decode()


def test_list_of_games_asks_a_guest(guest: Player) -> None:
    assert ASKED in client_of(guest).get("/").content.decode()


def test_member_is_not_asked() -> None:
    member = make_member()
    game = make_game(member, make_member())
    assert ASKED not in client_of(member).get(table_of(game)).content.decode()


def test_guest_who_plays_the_computer_is_not_asked() -> None:
    guest = make_guest()
    make_game_against_computer(guest)
    assert ASKED not in client_of(guest).get("/").content.decode()


def test_address_is_not_kept_before_it_is_proven(guest: Player) -> None:
    assert "We have written to you" in give(guest)
    assert mail.outbox[0].to == ["guest@example.com"]
    assert kept(guest) == ""


def test_list_of_games_waits_for_the_link_in_the_mail(guest: Player) -> None:
    client = client_of(guest)
    client.post(GIVE, {"address": "guest@example.com"})
    page = " ".join(client.get("/").content.decode().split())
    assert "We have written to <bdi>guest@example.com</bdi>." in page
    assert ASKED not in page


def test_list_of_games_asks_again_when_the_link_has_grown_old(guest: Player) -> None:
    client = client_of(guest)
    client.post(GIVE, {"address": "guest@example.com"})
    with time_machine.travel(timezone.now() + timedelta(days=4)):
        assert ASKED in client.get("/").content.decode()


def test_address_that_was_taken_back_is_waited_for_no_more(guest: Player) -> None:
    client = client_of(guest)
    client.post(GIVE, {"address": "guest@example.com"})
    client.post(REMOVE)
    assert ASKED in client.get("/").content.decode()


def test_mail_asks_a_question_without_a_full_stop_behind_it(guest: Player) -> None:
    give(guest)
    assert str(mail.outbox[0].body).startswith("Shall we write to you here?\n")


@pytest.mark.parametrize("method", ["get", "head"])
def test_opening_the_link_changes_nothing(guest: Player, method: str) -> None:
    give(guest)
    assert getattr(Client(), method)(link_in_mail()).status_code == 200
    assert kept(guest) == ""


def test_button_behind_the_link_proves_it_in_any_browser(guest: Player) -> None:
    give(guest)
    answer = Client().post(link_in_mail())
    assert "We write to you at each turn" in answer.content.decode()
    assert kept(guest) == "guest@example.com"


def test_language_of_the_mails_is_that_of_the_browser_that_asked(guest: Player) -> None:
    client_of(guest).post(GIVE, {"address": "a@b.example"}, headers={"Accept-Language": "ar"})
    Client().post(link_in_mail())
    assert Guest.objects.get(pk=guest.key).language == "ar"


def test_link_grows_old(guest: Player) -> None:
    give(guest)
    with time_machine.travel(timezone.now() + timedelta(days=3, minutes=1), tick=False):
        assert Client().post(link_in_mail()).status_code == 404
    assert kept(guest) == ""


@pytest.mark.parametrize("method", ["get", "post"])
def test_link_that_is_not_ours_is_a_page_that_says_so(method: str) -> None:
    answer = getattr(Client(), method)("/mail/address/made:up:token/")
    assert answer.status_code == 404
    assert "This link has grown old" in answer.content.decode()


def test_link_of_a_guest_who_has_joined_changes_nothing(guest: Player) -> None:
    give(guest)
    claim_guest(guest_id=guest.key, user_id=make_member().key)
    answer = Client().post(link_in_mail())
    assert "You have an account by now" in answer.content.decode()
    assert kept(guest) == ""


def test_answer_does_not_tell_whether_the_address_has_an_account(guest: Player) -> None:
    known = address_of(make_member())
    varies = rf'csrfmiddlewaretoken" value="\w+|X-CSRFToken": "\w+|{known}|nobody@example.com'
    pages = [re.sub(varies, "", give(guest, address)) for address in (known, "nobody@example.com")]
    assert pages[0] == pages[1]
    assert len(mail.outbox) == 2


def test_address_can_be_taken_back(guest: Player) -> None:
    Guest.objects.filter(pk=guest.key).update(email="guest@example.com", language="ar")
    client_of(guest).post(REMOVE)
    assert kept(guest) == ""


@pytest.fixture
def stopped(guest: Player) -> Player:
    """The guest has given an address and stopped the turn mails to it."""
    Guest.objects.filter(pk=guest.key).update(email="guest@example.com")
    stop_mail(guest, MailClass.TURNS)
    return guest


@pytest.mark.parametrize("address", ["guest@example.com", "another@example.com"])
def test_address_that_is_proven_anew_starts_clean(stopped: Player, address: str) -> None:
    client_of(stopped).post(REMOVE)
    give(stopped, address)
    Client().post(link_in_mail())
    assert list_stopped(stopped) == set()


def test_looking_at_the_proof_starts_nothing(stopped: Player) -> None:
    give(stopped)
    Client().get(link_in_mail())
    assert list_stopped(stopped) == {MailClass.TURNS}


@pytest.mark.parametrize("page", ["home", "table"])
def test_pages_show_what_the_guest_has_stopped(stopped: Player, page: str) -> None:
    game = Game.objects.get(seats__guest=stopped.key)
    answer = client_of(stopped).get("/" if page == "home" else table_of(game))
    assert "You have stopped these mails" in answer.content.decode()
    assert "We write to" not in answer.content.decode()


def test_guest_starts_again_what_was_stopped(stopped: Player) -> None:
    answer = client_of(stopped).post(START, {"next": "/"}, follow=True)
    assert list_stopped(stopped) == set()
    assert "We write to <bdi>guest@example.com</bdi>" in answer.content.decode()


def test_who_is_no_guest_has_no_such_address() -> None:
    assert client_of(make_member()).post(GIVE, {"address": "a@b.example"}).status_code == 404
    assert Client().post(GIVE, {"address": "a@b.example"}).status_code == 404
    assert not mail.outbox


@pytest.mark.parametrize("address", ["", "nobody", "a@b.example\nBcc: c@d.example", "x" * 300])
def test_what_is_no_address_is_told(guest: Player, address: str) -> None:
    assert "That is no e-mail address." in give(guest, address)
    assert not mail.outbox


def test_guest_has_us_write_a_few_times_an_hour(guest: Player) -> None:
    pages = [give(guest, f"a{number}@b.example") for number in range(6)]
    assert len(mail.outbox) == 5
    assert "many mails" in pages[-1]


def test_no_mailbox_is_filled_through_several_guests() -> None:
    for _ in range(6):
        guest = make_guest()
        make_game(make_member(), guest)
        give(guest)
    assert len(mail.outbox) == 5


def test_one_goes_back_to_the_page_where_one_was(guest: Player) -> None:
    answer = client_of(guest).post(GIVE, {"address": "a@b.example", "next": "/rules/"})
    assert answer["Location"] == "/rules/"


def test_a_page_that_is_none_is_answered_with_the_first(guest: Player) -> None:
    answer = client_of(guest).post(GIVE, {"address": "a@b.example", "next": "abc"})
    assert answer.status_code in (302, 303)


def test_one_is_led_to_no_other_site(guest: Player) -> None:
    answer = client_of(guest).post(GIVE, {"address": "a@b.example", "next": "//evil.example/"})
    assert answer["Location"] == "/"


def test_only_the_last_link_that_was_asked_for_proves(guest: Player) -> None:
    give(guest, "typo@example.com")
    typo = link_in_mail()
    give(guest, "right@example.com")
    right = link_in_mail()

    Client().post(typo)
    assert kept(guest) == ""
    Client().post(right)
    Client().post(typo)
    assert kept(guest) == "right@example.com"


def test_link_from_before_the_address_was_taken_back_proves_nothing(guest: Player) -> None:
    give(guest)
    link = link_in_mail()
    client_of(guest).post(REMOVE)
    Client().post(link)
    assert kept(guest) == ""

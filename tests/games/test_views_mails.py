"""One's own last mails, the test mail, and the sign that one is there."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.core.cache import cache
from django.test import Client

from games import clock
from games.mail.delivery import deliver_due
from games.models import (
    AddressStopReason,
    Guest,
    Notice,
    NoticeKind,
    NoticeReason,
    NoticeState,
    Player,
)
from games.presenters.mails import KINDS, describe_state, mask
from games.queries.mails import MOST_SHOWN
from games.services.address_stops import stop_address
from tests.games.factories import make_game_against_computer, make_guest, make_member
from tests.games.letters import address_of, make_reader, start_game
from tests.games.owed_mails import EVENING, HOUR, have_ten_mails, owe_turn
from tests.games.queries_sent import count_queries
from tests.games.visitors import address, client_of

pytestmark = pytest.mark.django_db

PAGE, TEST, HERE = "/mail/", "/mail/test/", "/here/"


@pytest.fixture(autouse=True)
def _fresh_limits(db: None) -> None:
    cache.clear()


def words_of(player: Player, path: str = PAGE) -> str:
    page = unescape(client_of(player).get(path).content.decode())
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def settle(notice: Notice, state: NoticeState, **columns: Any) -> None:
    is_owed = state in {"pending", "held", "failed", "claimed"}
    Notice.objects.filter(pk=notice.pk).update(
        state=state,
        due_at=clock.now() + HOUR if is_owed else None,
        done_at=None if is_owed else clock.now(),
        **columns,
    )


def test_list_names_the_mail_and_leads_to_its_game() -> None:
    reader = make_reader()
    notice = owe_turn(reader)
    page = client_of(reader).get(PAGE).content.decode()
    assert notice.game is not None
    assert f'href="{notice.game.get_absolute_url()}"' in page
    opponent = notice.game.seats.get(index=0).user
    assert f"Your turn · your game with {opponent.name}" in re.sub(
        r"[\u2066-\u2069]", "", words_of(reader)
    )


@pytest.mark.parametrize(
    ("state", "reason", "words"),
    [
        (NoticeState.SENT, "", "Sent to r…@example.com."),
        (NoticeState.SKIPPED, NoticeReason.SEEN, "Not sent: you had seen it here."),
        (NoticeState.SKIPPED, NoticeReason.TOLD, "Not sent: a mail before it said so already."),
        (NoticeState.PARKED, NoticeReason.REFUSED, "Given up: the mail server refused it."),
        (NoticeState.CLAIMED, "", "On its way."),
        (NoticeState.FAILED, "", "The mail server did not take it. We try again:"),
        (NoticeState.HELD, NoticeReason.QUIET, "your quiet hours."),
        (NoticeState.HELD, NoticeReason.DIGEST, "for your daily mail."),
        (NoticeState.HELD, NoticeReason.CAP, "you have had mails enough for a day."),
        (NoticeState.HELD, NoticeReason.PRESENT, "Held while you are here."),
    ],
)
def test_list_tells_what_became_of_a_mail(state: NoticeState, reason: str, words: str) -> None:
    reader = make_reader()
    settle(owe_turn(reader), state, reason=reason, address="reader@example.com")
    assert words in words_of(reader)


def test_every_kind_and_every_reason_has_its_words() -> None:
    assert set(KINDS) == set(NoticeKind.values)
    held = {NoticeReason.QUIET, NoticeReason.DIGEST, NoticeReason.CAP}
    # Held by itself, and against the computer not sent at all.
    assert describe_state("held", "present", due_at=EVENING, sent_to="", now=EVENING)
    given_up = {NoticeReason.REFUSED, NoticeReason.TIRED, NoticeReason.UNKNOWN}
    for reason in NoticeReason:
        if reason in held:
            state, due_at = "held", EVENING
        else:
            state, due_at = ("parked" if reason in given_up else "skipped"), None
        assert describe_state(state, reason, due_at=due_at, sent_to="", now=EVENING)


@pytest.mark.parametrize(
    ("address", "shown"),
    [("salma@example.com", "s…@example.com"), ("s@x.org", "s…@x.org"), ("", "…")],
)
def test_address_is_masked(address: str, shown: str) -> None:
    assert mask(address) == shown


def test_list_shows_nobody_elses_mails() -> None:
    notice = owe_turn(make_reader())
    assert notice.game is not None
    other = Player(user_id=notice.game.seats.get(index=0).user_id)
    assert "Nothing yet." in words_of(other)


def test_list_holds_the_last_fifty() -> None:
    reader = make_reader()
    game = make_game_against_computer(reader)
    Notice.objects.bulk_create(
        Notice(
            key=f"{number}",
            message_id=f"<{number}@127.0.0.1>",
            kind=NoticeKind.TURN,
            game=game,
            seq=number,
            state=NoticeState.SENT,
            address="reader@example.com",
            created_at=EVENING + timedelta(minutes=number),
            done_at=EVENING + timedelta(minutes=number),
            **reader.columns,
        )
        for number in range(MOST_SHOWN + 5)
    )
    page = client_of(reader).get(PAGE).content.decode()
    assert page.count("mails__line--sent") == MOST_SHOWN


def test_list_costs_the_same_however_long_it_is() -> None:
    reader = make_reader()
    owe_turn(reader)
    browser = client_of(reader)
    browser.get(PAGE)
    with count_queries() as few:
        browser.get(PAGE)
    for _ in range(4):
        owe_turn(reader)
    with count_queries() as many:
        browser.get(PAGE)
    assert len(few) == len(many)


def test_list_holds_no_card() -> None:
    reader = make_reader()
    owe_turn(reader)
    page = client_of(reader).get(PAGE).content.decode()
    assert not re.search(r"[♣♦♥♠]|\b[2-9TJQKA][CDHS]\b", page)


def test_list_is_for_somebody() -> None:
    answer = Client().get(PAGE)
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/accounts/login/")


# The test mail.


def test_test_mail_goes_to_its_reader_at_once() -> None:
    reader = make_reader()
    client_of(reader).post(TEST)
    deliver_due()
    assert [message.to for message in mail.outbox] == [[address_of(reader)]]


def test_test_mail_of_a_guest_goes_to_the_address() -> None:
    guest = make_guest()
    Guest.objects.filter(pk=guest.key).update(email="guest@example.com")
    client_of(guest).post(TEST)
    deliver_due()
    assert [message.to for message in mail.outbox] == [["guest@example.com"]]


def test_three_test_mails_an_hour_are_enough() -> None:
    reader = make_reader()
    browser = client_of(reader)
    for _ in range(5):
        browser.post(TEST)
    assert Notice.objects.filter(kind=NoticeKind.TEST).count() == 3


def test_test_mail_that_would_be_the_eleventh_is_refused_in_words() -> None:
    reader = make_reader()
    have_ten_mails(reader)
    page = client_of(reader).post(TEST, follow=True).content.decode()
    assert "You have had 10 mails in a day. Try tomorrow." in page
    assert not Notice.objects.filter(kind=NoticeKind.TEST).exists()


@pytest.mark.parametrize("make", [make_member, make_guest])
def test_without_an_address_there_is_no_test(make: Any) -> None:
    player = make()
    client_of(player).post(TEST)
    assert not Notice.objects.filter(kind=NoticeKind.TEST).exists()
    assert "Send me a test mail" not in words_of(player)


# Trouble with the address.


@pytest.mark.parametrize("reason", [AddressStopReason.BOUNCED, AddressStopReason.COMPLAINED])
@pytest.mark.parametrize("path", ["/", PAGE, "/accounts/settings/", "/rules/", "/lobby/"])
def test_who_cannot_be_written_to_is_told(reason: AddressStopReason, path: str) -> None:
    reader = make_reader()
    start_game(reader, make_member())
    stop_address(address_of(reader), reason, at=clock.now())
    assert words_of(reader, path).count("Our mails do not reach you.") == 1


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (AddressStopReason.BOUNCED, "What we sent to your address came back."),
        (AddressStopReason.COMPLAINED, "One of them was called unwanted at your address"),
    ],
)
def test_who_cannot_be_written_to_is_told_why(reason: AddressStopReason, said: str) -> None:
    reader = make_reader()
    stop_address(address_of(reader), reason, at=clock.now())
    assert said in words_of(reader)


def test_who_waits_at_a_table_is_told_that_no_mail_will_come() -> None:
    reader = make_reader()
    game = start_game(make_reader(), reader)
    assert "We write to you after the play." in words_of(reader, address(game))
    stop_address(address_of(reader), AddressStopReason.BOUNCED, at=clock.now())
    told = words_of(reader, address(game))
    assert "Our mails do not reach you. See why" in told
    assert "We write to you" not in told


def test_who_wants_no_invitations_is_told_of_no_trouble() -> None:
    reader = make_reader()
    stop_address(address_of(reader), AddressStopReason.ASKED, at=clock.now())
    assert "Our mails do not reach you." not in words_of(reader)


# Being there.


def seen_at(player: Player) -> Any:
    people = Guest.objects if player.is_guest else get_user_model().objects
    return people.get(pk=player.key).last_seen_at


@pytest.mark.parametrize("make", [make_member, make_guest])
def test_ping_says_that_one_is_there(make: Any) -> None:
    player = make()
    answer = client_of(player).post(HERE)
    assert (answer.status_code, answer.content) == (204, b"")
    assert seen_at(player) is not None


def test_ping_writes_once_a_minute() -> None:
    player = make_member()
    browser = client_of(player)
    browser.post(HERE)
    with count_queries() as sent:
        browser.post(HERE)
    assert not [query for query in sent if query.startswith("UPDATE")]


def test_ping_of_another_page_is_refused() -> None:
    player = make_member()
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(get_user_model().objects.get(pk=player.key))
    assert browser.post(HERE).status_code == 403
    assert seen_at(player) is None


def test_ping_of_nobody_notes_nobody() -> None:
    assert Client().post(HERE).status_code == 204

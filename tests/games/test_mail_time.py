"""What mails say of time: deadlines, reminders, time-outs, vacations."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from games import clock
from games.mail.compose import ComposedMail, compose
from games.models import Bank, Game, Notice, NoticeKind
from games.services.mailboxes import Mailbox
from games.services.notices import owe_nudge, owe_reminder
from tests.games.factories import play, play_turns
from tests.games.letters import EVERY_KIND, find_notice, make_reader, start_game
from tests.games.rows import make_vacation

pytestmark = pytest.mark.django_db

BOX = Mailbox("salma@example.com", "en", "Africa/Cairo")
NOW = datetime(2026, 12, 4, 8, 0, tzinfo=UTC)  # a Friday, 10:00 in Cairo
OF_TURNS = ("turn", "first turn", "reminder", "last reminder", "nudge", "accepted", "release")


def plain(mail: ComposedMail) -> str:
    return mail.text.replace("\u2068", "").replace("\u2069", "")


def make_game(**times: Any) -> Game:
    """Karim has played; Salma's turn lasts until ten hours from now, unless said otherwise."""
    game = start_game(make_reader(name="Karim"), make_reader(name="Salma"))
    play(game, "KD")
    bank_at = NOW + times.pop("left", timedelta(hours=10))
    deadline_at = bank_at + times.pop("bank", timedelta())
    Game.objects.filter(pk=game.pk).update(bank_at=bank_at, deadline_at=deadline_at, **times)
    game.refresh_from_db()
    return game


def remind(game: Game, kind: NoticeKind) -> ComposedMail:
    owe_reminder(game, kind)
    return write(game, kind)


def write(game: Game, kind: NoticeKind) -> ComposedMail:
    with clock.stopped_at(NOW):
        return compose(find_notice(kind, game=game), BOX)


# Deadlines.


@pytest.mark.parametrize("kind", OF_TURNS)
def test_mail_of_a_running_game_tells_the_deadline(
    every_kind: dict[str, Notice], kind: str
) -> None:
    notice = every_kind[kind]
    assert notice.game is not None
    assert notice.game.deadline_at is not None
    until = notice.game.deadline_at.astimezone(UTC)
    mail = compose(notice, Mailbox("a@b.example", "en", "UTC"))
    assert f"{until:%H:%M} (UTC). In about" in mail.text
    assert re.search(rf"<b>[^<]*(<bdi>[^<]*</bdi>[^<]*)?{until:%H:%M} \(UTC\)\.</b>", mail.html)


@pytest.mark.parametrize(
    ("times", "said"),
    [
        ({}, "Until Friday 4 December, 20:00 (Cairo). In about 10 hours."),
        ({"left": timedelta(minutes=40)}, "4 December, 10:40 (Cairo). In 40 minutes."),
        ({"bank": timedelta(days=1)}, "20:00 (Cairo). In about 10 hours, then your bank of 1 day."),
        (
            {"left": timedelta(hours=-2), "bank": timedelta(days=1)},
            "Saturday 5 December, 08:00 (Cairo). In about 22 hours, your bank runs.",
        ),
    ],
    ids=["turn", "minutes", "bank to come", "bank runs"],
)
def test_deadline_is_told_as_near_as_the_danger(times: dict[str, Any], said: str) -> None:
    assert said in plain(write(make_game(**times), NoticeKind.TURN))


def test_games_that_wait_are_told_by_deadline_with_their_deadlines() -> None:
    game = make_game()
    salma = find_notice(NoticeKind.TURN, game=game).reader
    for name, hours in (("Late", 9), ("Soon", 3)):
        other = start_game(make_reader(name=name), salma)
        play(other, "KD")
        at = NOW + timedelta(hours=hours)
        Game.objects.filter(pk=other.pk).update(bank_at=at, deadline_at=at)
    said = plain(write(game, NoticeKind.TURN))
    soon = said.index("Soon, until Friday 4 December, 13:00 (Cairo), in about 3 hours")
    late = said.index("Late, until Friday 4 December, 19:00 (Cairo), in about 9 hours")
    assert soon < late


def test_vacation_of_the_other_side_is_told() -> None:
    game = make_game()
    karim = game.seats.get(index=0).user
    make_vacation(user=karim, began_at=NOW, ends_at=NOW + timedelta(days=3))
    said = plain(write(game, NoticeKind.TURN))
    assert "Karim is on vacation until Monday 7 December." in said


# Reminders and nudges.


def test_reminder_begins_with_what_is_left() -> None:
    mail = remind(make_game(), NoticeKind.REMINDER)
    assert plain(mail).splitlines()[0] == "10 hours left against Karim."
    assert mail.subject == "A reminder: your turn until Friday 4 December, 20:00 (Cairo)"


def test_last_reminder_tells_the_bank_and_what_follows_it() -> None:
    game = make_game(left=timedelta(minutes=40), bank=timedelta(days=1))
    mail = remind(game, NoticeKind.LAST_REMINDER)
    said = plain(mail).splitlines()
    assert said[0] == "40 minutes left against Karim."
    assert said[1] == (
        "Then your bank of 1 day starts, until Saturday 5 December, 10:40 (Cairo). "
        "After that the game is called off."
    )
    assert mail.subject.startswith("Last reminder: ")


@pytest.mark.parametrize(
    ("has_played", "stops_for_vacation", "after"),
    [
        (False, True, "After that the game is called off."),
        (True, True, "After that your vacation begins."),
        (True, False, "After that the game is lost."),
    ],
)
def test_reminder_in_the_bank_tells_what_the_clock_will_do(
    *, has_played: bool, stops_for_vacation: bool, after: str
) -> None:
    times = {"left": timedelta(hours=-20), "bank": timedelta(days=1)}
    game = make_game(stops_for_vacation=stops_for_vacation, **times)
    if has_played:
        play_turns(game, 3)
        bank_at = NOW - timedelta(hours=20)
        Game.objects.filter(pk=game.pk).update(bank_at=bank_at, deadline_at=bank_at + timedelta(1))
        game.refresh_from_db()
    said = plain(remind(game, NoticeKind.LAST_REMINDER)).splitlines()
    assert said[:2] == ["4 hours left against Karim.", after]


def test_nudge_tells_who_asks_in_the_mail_and_not_in_the_subject() -> None:
    game = make_game()
    owe_nudge(game, to=1)
    mail = write(game, NoticeKind.NUDGE)
    assert plain(mail).startswith("Karim asks after your turn.")
    assert "Karim" not in mail.subject


# Time-outs.


@pytest.mark.parametrize(
    ("kind", "subject", "rule"),
    [
        ("lost on time", "Time ran out: you lose", "Whose time is gone loses the match: "),
        ("won on time", "Time ran out: you win", "Whose time is gone loses the match: you win."),
        (
            "called off by the clock",
            "Time ran out: the game is called off",
            "had not played a card yet",
        ),
    ],
)
def test_time_out_tells_what_it_means_and_by_which_rule(
    every_kind: dict[str, Notice], kind: str, subject: str, rule: str
) -> None:
    mail = compose(every_kind[kind], BOX)
    assert mail.subject == subject
    assert rule in plain(mail)
    assert "You had agreed on 2 days a turn, no bank, no vacations." in plain(mail)


@pytest.mark.parametrize(("kind", "who"), [("lost on time", "You"), ("won on time", "Person")])
def test_time_out_tells_the_deadline_that_was_missed(
    every_kind: dict[str, Notice], kind: str, who: str
) -> None:
    notice = every_kind[kind]
    assert notice.deadline_at is not None
    assert notice.game is not None
    assert notice.game.ended_at == notice.deadline_at + timedelta(hours=1)
    line = next(line for line in plain(compose(notice, BOX)).splitlines() if "grace" in line)
    assert line.startswith(who)
    assert f"{tell_time(notice.deadline_at)}. After a minute of grace" in line


def test_time_out_that_is_owed_anew_tells_the_end(every_kind: dict[str, Notice]) -> None:
    notice = every_kind["lost on time"]
    notice.deadline_at = None
    assert notice.game is not None
    assert notice.game.ended_at is not None
    line = next(line for line in plain(compose(notice, BOX)).splitlines() if "time was up" in line)
    assert f"{tell_time(notice.game.ended_at)}, a minute after time was up." in line


def tell_time(moment: datetime) -> str:
    return f"{moment.astimezone(ZoneInfo(BOX.time_zone)):%H:%M} (Cairo)"


# How often one hears of turns.


@pytest.mark.parametrize(
    ("turns", "why"),
    [
        ("one", "This is your one mail about turns until you come back."),
        ("every", "You get this because you want a mail at every turn."),
        ("digest", "This is your daily mail about turns."),
    ],
)
def test_turn_mail_says_why_it_came(turns: str, why: str) -> None:
    notice = find_notice(NoticeKind.TURN, game=make_game())
    assert why in compose(notice, Mailbox("a@b.example", "en", "UTC", turns=turns)).text


def test_daily_mail_lists_all_games_that_wait() -> None:
    game = make_game()
    notice = find_notice(NoticeKind.TURN, game=game)
    for name in ("Magda", "Piotr"):
        play(start_game(make_reader(name=name), notice.reader), "KD")
    mail = compose(notice, Mailbox("a@b.example", "en", "UTC", turns="digest"))
    assert mail.subject == "3 games wait"
    assert all(name in mail.text for name in ("Karim", "Magda", "Piotr"))
    assert "/mail/play/" not in mail.text


# What the two have agreed on.


def test_accepted_mail_tells_what_was_agreed_on(every_kind: dict[str, Notice]) -> None:
    said = plain(compose(every_kind["accepted"], BOX))
    assert "You have agreed on 1 day a turn, no bank, no vacations." in said


def test_invitation_tells_bank_and_vacations(every_kind: dict[str, Notice]) -> None:
    notice = every_kind["invited"]
    invitation = notice.invitation
    assert invitation is not None
    invitation.bank, invitation.stops_for_vacation = Bank.DAY, False
    assert "1 day a turn, a bank of 1 day, no vacations." in plain(compose(notice, BOX))


def test_mail_to_an_address_says_how_to_have_no_more(every_kind: dict[str, Notice]) -> None:
    said = compose(every_kind["by address"], Mailbox("friend@example.com", "", "")).text
    assert "Do not write to this address again: http" in said
    assert "friend@example.com" not in said


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_no_mail_says_any_more_that_no_clock_ends_games(
    every_kind: dict[str, Notice], kind: str
) -> None:
    assert "No clock ends games" not in compose(every_kind[kind], BOX).text

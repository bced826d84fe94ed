"""Why a mail that is owed is not sent, or not yet."""

from contextlib import ExitStack
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone

from games import clock
from games.mail import claims
from games.mail.compose import ABOUT_GAMES, ABOUT_OTHERS, preview
from games.mail.delivery import deliver, deliver_due
from games.models import (
    Game,
    Guest,
    MailClass,
    MailStop,
    Notice,
    NoticeKind,
    NoticeReason,
    NoticeState,
    Player,
)
from games.models.notice_kinds import CLASS_OF
from games.services import staff
from games.services.answers import accept, withdraw
from games.services.facts import Facts
from games.services.pauses import find_pause
from games.services.presence import note_seen
from games.services.reasons import FINDERS, find_reason
from games.services.resign import resign
from tests.games.factories import make_guest, make_member, play
from tests.games.letters import (
    find_notice,
    invite,
    make_due,
    make_every_kind,
    make_reader,
    see,
    start_game,
)

pytestmark = pytest.mark.django_db

Owed = tuple[Game, Player, Notice]


@pytest.fixture
def owed() -> Owed:
    """A game, the player whose turn it is, and the notice of that, due."""
    return owe_turn(make_reader())


def owe_turn(reader: Player) -> Owed:
    game = start_game(make_reader(), reader)
    play(game, "6C", "6D 4S 2H")
    return game, reader, make_due(find_notice(NoticeKind.TURN, game=game))


def outcome(notice: Notice) -> tuple[str, str]:
    deliver(notice.pk)
    notice.refresh_from_db()
    return notice.state, notice.reason


def skipped(reason: NoticeReason) -> tuple[str, str]:
    return NoticeState.SKIPPED, reason


def test_turn_that_is_owed_is_sent(owed: Owed) -> None:
    assert outcome(owed[2]) == (NoticeState.SENT, "")
    assert len(mail.outbox) == 1


def test_turn_is_not_sent_before_its_time() -> None:
    game = start_game()
    play(game, "6C", "6D 4S 2H")
    assert deliver(find_notice(NoticeKind.TURN, game=game).pk) is None
    assert not mail.outbox


def test_who_has_played_gets_no_mail(owed: Owed) -> None:
    play(owed[0], "8S", "8H")
    assert outcome(owed[2]) == skipped(NoticeReason.PLAYED)


def test_who_has_seen_the_table_gets_no_mail(owed: Owed) -> None:
    game, _reader, notice = owed
    note_seen(game.seats.get(index=1).pk, 1)
    assert outcome(notice) == skipped(NoticeReason.SEEN)


def test_who_saw_the_table_before_the_play_gets_the_mail(owed: Owed) -> None:
    game, _reader, notice = owed
    note_seen(game.seats.get(index=1).pk, 0)
    assert outcome(notice)[0] == NoticeState.SENT


def test_game_that_is_over_has_no_turns(owed: Owed) -> None:
    resign(game_id=owed[0].pk, seat=0, version=1)
    assert outcome(owed[2]) == skipped(NoticeReason.GAME_OVER)


def test_game_on_hold_has_no_turns(owed: Owed) -> None:
    staff.hold_game(owed[0].pk)
    assert outcome(owed[2]) == skipped(NoticeReason.ON_HOLD)


def test_turn_from_before_a_hold_is_told_by_the_next(owed: Owed) -> None:
    staff.hold_game(owed[0].pk)
    staff.release_game(owed[0].pk)
    assert outcome(owed[2]) == skipped(NoticeReason.ON_HOLD)


def test_invitation_that_is_answered_is_not_sent() -> None:
    inviter = make_reader()
    invitation = invite(inviter, make_reader())
    withdraw(invitation.token, inviter)
    assert outcome(invitation.notices.get()) == skipped(NoticeReason.ANSWERED)


def test_result_that_was_seen_is_not_sent() -> None:
    game = start_game()
    resign(game_id=game.pk, seat=0, version=0)
    note_seen(game.seats.get(index=1).pk, 1)
    assert outcome(game.notices.get()) == skipped(NoticeReason.SEEN)


@pytest.mark.parametrize("kind", ["turn", "over", "invited", "accepted"])
def test_class_that_is_stopped_is_not_sent(kind: str) -> None:
    notice = make_every_kind()[kind]
    MailStop.objects.create(user=notice.user, mail_class=notice.mail_class)
    assert outcome(notice) == skipped(NoticeReason.STOPPED)


def test_stop_is_for_one_class_only(owed: Owed) -> None:
    _game, reader, notice = owed
    MailStop.objects.create(user_id=reader.user_id, mail_class=MailClass.RESULTS)
    assert outcome(notice)[0] == NoticeState.SENT


def test_word_of_the_staff_cannot_be_stopped() -> None:
    notice = make_every_kind()["hold"]
    for mail_class in MailClass:
        MailStop.objects.create(user=notice.user, mail_class=mail_class)
    assert outcome(notice)[0] == NoticeState.SENT


@pytest.mark.parametrize("columns", [{"verified": False}, {"primary": False}])
def test_only_a_proven_address_is_written_to(columns: dict[str, bool]) -> None:
    _game, reader, notice = owe_turn(make_reader())
    get_user_model().objects.get(pk=reader.key).emailaddress_set.update(**columns)
    assert outcome(notice) == skipped(NoticeReason.NO_ADDRESS)


def test_account_without_an_address_is_not_written_to() -> None:
    _game, _reader, notice = owe_turn(make_member())
    assert outcome(notice) == skipped(NoticeReason.NO_ADDRESS)


@pytest.mark.parametrize("kind", ["turn", "over", "invited", "rematch", "accepted"])
def test_suspended_account_is_not_written_to(kind: str) -> None:
    notice = make_every_kind()[kind]
    shut_out(notice, suspended_at=timezone.now())
    assert outcome(notice) == skipped(NoticeReason.GONE)


@pytest.mark.parametrize("kind", ["hold", "release", "decided", "aborted"])
def test_suspended_account_is_told_what_the_staff_did(kind: str) -> None:
    notice = make_every_kind()[kind]
    shut_out(notice, suspended_at=timezone.now())
    assert outcome(notice)[0] == NoticeState.SENT


@pytest.mark.parametrize("kind", ["turn", "hold", "release", "decided", "aborted"])
def test_closed_account_is_never_written_to(kind: str) -> None:
    notice = make_every_kind()[kind]
    shut_out(notice, closed_at=timezone.now())
    assert outcome(notice) == skipped(NoticeReason.GONE)


def shut_out(notice: Notice, **columns: Any) -> None:
    get_user_model().objects.filter(pk=notice.user_id).update(is_active=False, **columns)


def test_every_kind_has_its_line_in_every_table() -> None:
    for table in (CLASS_OF, FINDERS, ABOUT_GAMES | ABOUT_OTHERS):
        assert set(table) == set(NoticeKind)


def test_kind_that_nobody_knows_fails_loudly(owed: Owed) -> None:
    notice = owed[2]
    notice.kind = "riddle"
    for ask in (lambda notice: find_reason(notice, Facts([notice])), preview):
        with pytest.raises(ValueError, match="riddle"):
            ask(notice)


def test_guest_who_took_the_address_back_is_not_written_to() -> None:
    guest = make_guest()
    Guest.objects.filter(pk=guest.key).update(email="guest@example.com")
    _game, _reader, notice = owe_turn(guest)
    Guest.objects.filter(pk=guest.key).update(email="")
    assert outcome(notice) == skipped(NoticeReason.NO_ADDRESS)


# One mail until they come back.


def test_one_turn_mail_until_the_reader_comes_back(owed: Owed) -> None:
    _game, reader, first = owed
    second = owe_turn(reader)[2]
    assert outcome(first)[0] == NoticeState.SENT
    assert outcome(second) == skipped(NoticeReason.TOLD)
    assert len(mail.outbox) == 1


def test_after_a_visit_there_is_a_mail_again(owed: Owed) -> None:
    _game, reader, first = owed
    outcome(first)
    second, now = owe_turn(reader)[2], timezone.now()
    see(reader, now + timedelta(seconds=1))
    with clock.stopped_at(now + timedelta(minutes=10)):
        assert outcome(second)[0] == NoticeState.SENT


def test_a_visit_while_a_slow_mail_server_thinks_counts(
    owed: Owed, monkeypatch: pytest.MonkeyPatch
) -> None:
    _game, reader, first = owed
    second, began = owe_turn(reader)[2], timezone.now()

    def take_eight_seconds(self: EmailBackend, messages: list[object]) -> int:
        see(reader, began + timedelta(seconds=1))
        clock_after.enter_context(clock.stopped_at(began + timedelta(seconds=8)))
        return len(messages)

    with monkeypatch.context() as slow, clock.stopped_at(began), ExitStack() as clock_after:
        slow.setattr(EmailBackend, "send_messages", take_eight_seconds)
        assert outcome(first)[0] == NoticeState.SENT
    with clock.stopped_at(began + timedelta(minutes=10)):
        assert outcome(second)[0] == NoticeState.SENT


def accept_until_the_inviter_leads() -> tuple[Notice, Notice]:
    """That the invitation was accepted, and that it is the inviter's turn."""
    inviter, invitee = make_reader(), make_reader()
    while True:
        game = accept(invite(inviter, invitee).token, invitee)
        turn = find_notice(NoticeKind.TURN, game=game)
        if turn.user_id == inviter.user_id:
            return find_notice(NoticeKind.ACCEPTED, game=game), turn


def test_who_was_told_that_the_invitation_was_accepted_is_told_of_the_turn() -> None:
    accepted, turn = accept_until_the_inviter_leads()
    outcome(accepted)
    assert outcome(make_due(turn)) == skipped(NoticeReason.TOLD)


def test_two_turn_mails_at_once_do_not_both_go_out(owed: Owed) -> None:
    _game, reader, first = owed
    second = owe_turn(reader)[2]
    Notice.objects.filter(pk=first.pk).update(
        state=NoticeState.CLAIMED, due_at=clock.now() + timedelta(minutes=5)
    )
    assert outcome(second)[0] == NoticeState.PENDING
    assert not mail.outbox


@pytest.mark.parametrize("begun", [0, 1])
def test_two_workers_with_a_turn_mail_each_of_one_reader_send_one(begun: int) -> None:
    """Each has taken its own; one has looked before the other took, and comes second."""
    reader = make_reader()
    notices = [owe_turn(reader)[2], owe_turn(reader)[2]]
    first = claims.claim_one(notices[begun].pk)
    facts = Facts(first)
    assert find_reason(first[0], facts) is None
    assert find_pause(first[0], facts) is None
    second = claims.claim_one(notices[1 - begun].pk)
    assert find_pause(second[0], Facts(second)) is not None


def test_turn_mail_that_goes_out_while_one_looks_is_found() -> None:
    """Between two looks of one worker: what was being sent and what has been sent."""
    reader = make_reader()
    other, notice = owe_turn(reader)[2], owe_turn(reader)[2]
    other, notice = claims.claim_one(other.pk)[0], claims.claim_one(notice.pk)[0]
    facts = Facts([notice])
    assert not facts.turn_mails
    claims.settle(other, NoticeState.SENT)
    assert find_pause(notice, facts) is not None


# While the reader is there.


def be_there(reader: Player) -> datetime:
    seen_at = timezone.now() - timedelta(seconds=30)
    see(reader, seen_at)
    return seen_at


def test_mail_waits_while_its_reader_is_there(owed: Owed) -> None:
    _game, reader, notice = owed
    seen_at = be_there(reader)
    assert outcome(notice) == (NoticeState.HELD, NoticeReason.PRESENT)
    assert notice.due_at == seen_at + timedelta(minutes=3)
    assert not mail.outbox


def test_mail_that_waited_is_sent_when_its_reader_has_gone(owed: Owed) -> None:
    _game, reader, notice = owed
    seen_at = be_there(reader)
    outcome(notice)
    with clock.stopped_at(seen_at + timedelta(minutes=3)):
        assert outcome(notice)[0] == NoticeState.SENT


def test_waiting_is_no_attempt(owed: Owed) -> None:
    _game, reader, notice = owed
    be_there(reader)
    outcome(notice)
    assert notice.attempts == 0


def test_word_of_the_staff_does_not_wait() -> None:
    notice = make_every_kind()["hold"]
    be_there(notice.reader)
    assert outcome(notice)[0] == NoticeState.SENT


def test_sweep_ends_every_notice_with_a_reason() -> None:
    make_every_kind()
    Notice.objects.filter(due_at__isnull=False).update(due_at=timezone.now())
    with clock.stopped_at(timezone.now() + timedelta(minutes=3)):
        deliver_due()
    left = Notice.objects.exclude(state=NoticeState.SENT).exclude(state=NoticeState.SKIPPED)
    assert not left.exists()
    assert not Notice.objects.filter(state=NoticeState.SKIPPED, reason="").exists()

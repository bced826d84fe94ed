"""Nudging who lets one wait."""

from datetime import timedelta

import pytest
from django.core import mail

from games import clock
from games.mail.delivery import deliver
from games.models import (
    Block,
    Game,
    Guest,
    Notice,
    NoticeKind,
    NoticeReason,
    NoticeState,
    Pace,
    Player,
)
from games.services import staff
from games.services.errors import (
    NotAsked,
    NotRunning,
    NotToBeAsked,
    NudgedLately,
    OnHold,
    Refused,
    StaleVersion,
    StandsStill,
    TooEarly,
)
from games.services.nudges import find_refusal, nudge
from games.services.resign import resign
from games.services.vacations import begin_vacation
from tests.games.factories import make_game_against_computer, make_guest, make_member, play
from tests.games.letters import find_notice, make_reader, start_game
from tests.games.owed_mails import EVENING, HOUR, owe_turn

pytestmark = pytest.mark.django_db

PLAYED_AT = EVENING
LATER = EVENING + 12 * HOUR


def start(sender: Player, reader: Player, *, pace: Pace = Pace.TWO_DAYS) -> Game:
    """The first has played, and waits for the second."""
    with clock.stopped_at(PLAYED_AT):
        game = start_game(sender, reader)
        Game.objects.filter(pk=game.pk).update(pace=pace)
        play(game, "6C", "6D 4S 2H")
    game.refresh_from_db()
    return game


def settle(state: NoticeState, reason: NoticeReason | str = "") -> None:
    """What has become of the nudge that is owed."""
    nudges = Notice.objects.filter(kind=NoticeKind.NUDGE)
    nudges.update(state=state, reason=reason, due_at=None, done_at=LATER)


def refusal(game: Game, *, at=LATER, seat=0) -> type[Refused] | None:
    game.refresh_from_db()
    found = find_refusal(game, seat, at)
    return type(found) if found else None


def nudge_at(game: Game, *, at=LATER) -> Notice:
    with clock.stopped_at(at):
        nudge(game_id=game.pk, seat=0, version=1)
    return find_notice(NoticeKind.NUDGE, game=game)


def test_nudge_goes_to_who_lets_one_wait() -> None:
    reader = make_reader()
    notice = nudge_at(start(make_reader(), reader))
    assert (notice.reader, notice.seq) == (reader, 1)


@pytest.mark.parametrize(
    ("pace", "patience"), [(Pace.HALF_DAY, 6), (Pace.DAY, 12), (Pace.TWO_DAYS, 12), (Pace.WEEK, 12)]
)
def test_nudge_comes_after_half_a_day_or_half_the_pace(pace: Pace, patience: int) -> None:
    game = start(make_reader(), make_reader(), pace=pace)
    ready_at = PLAYED_AT + patience * HOUR
    assert refusal(game, at=ready_at - timedelta(seconds=1)) is TooEarly
    assert refusal(game, at=ready_at) is None


def test_nudge_is_not_for_ones_own_turn() -> None:
    assert refusal(start(make_reader(), make_reader()), seat=1) is NotAsked


def test_nudge_is_not_for_the_computer() -> None:
    game = make_game_against_computer()
    assert find_refusal(game, 0, clock.now() + 99 * HOUR).__class__ is NotAsked


def test_nudge_is_not_for_a_game_that_is_over() -> None:
    game = start(make_reader(), make_reader())
    resign(game_id=game.pk, seat=1, version=1)
    assert refusal(game) is NotRunning


def test_nudge_is_not_for_a_game_on_hold() -> None:
    game = start(make_reader(), make_reader())
    staff.hold_game(game.pk)
    assert refusal(game) is OnHold


def test_nudge_is_not_for_who_is_on_vacation() -> None:
    reader = make_reader()
    game = start(make_reader(), reader)
    with clock.stopped_at(PLAYED_AT + HOUR):
        begin_vacation(reader.key, until=None)
    assert refusal(game) is StandsStill


def test_nudge_of_an_older_table_is_refused() -> None:
    game = start(make_reader(), make_reader())
    with clock.stopped_at(LATER), pytest.raises(StaleVersion):
        nudge(game_id=game.pk, seat=0, version=0)
    assert not Notice.objects.filter(kind=NoticeKind.NUDGE).exists()


def test_nobody_is_nudged_twice_in_a_day_whoever_it_is() -> None:
    reader = make_reader()
    one, other = (start(make_reader(), reader) for _ in range(2))
    nudge_at(one)
    assert refusal(other, at=LATER + 23 * HOUR) is NudgedLately
    assert refusal(other, at=LATER + 24 * HOUR) is None


def test_same_turn_can_be_nudged_again_the_next_day() -> None:
    game = start(make_reader(), make_reader())
    nudge_at(game)
    nudge_at(game, at=LATER + 25 * HOUR)
    assert Notice.objects.filter(kind=NoticeKind.NUDGE, game=game).count() == 2


@pytest.mark.parametrize("is_by_sender", [True, False])
def test_nobody_nudges_whom_they_are_apart_from(is_by_sender: bool) -> None:
    sender, reader = make_reader(), make_reader()
    game = start(sender, reader)
    one, other = (sender, reader) if is_by_sender else (reader, sender)
    Block.objects.create(blocker_id=one.key, blocked_id=other.key)
    assert refusal(game) is NotToBeAsked


@pytest.mark.parametrize(("address", "found"), [("", NotToBeAsked), ("g@example.com", None)])
def test_guest_is_nudged_where_there_is_an_address(address: str, found: object) -> None:
    guest = make_guest()
    Guest.objects.update(email=address)
    assert refusal(start(make_member(), guest)) is found


def test_looking_costs_nothing_before_its_time(django_assert_num_queries) -> None:
    game = start(make_reader(), make_reader())
    with django_assert_num_queries(0):
        assert find_refusal(game, 0, PLAYED_AT + HOUR) is not None
    with django_assert_num_queries(3):
        assert find_refusal(game, 0, LATER) is None


# What becomes of it.


def outcome(notice: Notice) -> tuple[str, str]:
    with clock.stopped_at(LATER + HOUR):
        deliver(notice.pk)
    notice.refresh_from_db()
    return notice.state, notice.reason


def test_nudge_breaks_the_silence_after_a_turn_mail() -> None:
    reader = make_reader()
    with clock.stopped_at(PLAYED_AT):
        deliver(owe_turn(reader).pk)
    assert outcome(nudge_at(start(make_reader(), reader))) == (NoticeState.SENT, "")
    assert len(mail.outbox) == 2


def test_nudge_is_sent_to_who_has_seen_the_table() -> None:
    game = start(make_reader(), make_reader())
    game.seats.filter(index=1).update(seen_version=1)
    assert outcome(nudge_at(game)) == (NoticeState.SENT, "")


def test_nudge_is_not_sent_to_who_has_played() -> None:
    game = start(make_reader(), make_reader())
    notice = nudge_at(game)
    play(game, "8S", "8H")
    assert outcome(notice) == (NoticeState.SKIPPED, NoticeReason.PLAYED)


def test_nudge_is_not_sent_across_a_block() -> None:
    sender, reader = make_reader(), make_reader()
    notice = nudge_at(start(sender, reader))
    Block.objects.create(blocker_id=reader.key, blocked_id=sender.key)
    assert outcome(notice) == (NoticeState.SKIPPED, NoticeReason.BLOCKED)


def nudge_elsewhere(reader: Player) -> Game:
    """Somebody else, who has waited as long, for the same reader."""
    game = start(make_reader(), reader)
    nudge_at(start(make_reader(), reader))
    return game


@pytest.mark.parametrize(
    ("state", "reason", "expected"),
    [
        (NoticeState.SENT, "", NudgedLately),
        (NoticeState.SKIPPED, NoticeReason.PLAYED, None),
        (NoticeState.PARKED, NoticeReason.REFUSED, None),
    ],
)
def test_nudge_uses_up_the_readers_one_a_day_once_it_is_sent(
    state: NoticeState, reason: str, expected: type[Refused] | None
) -> None:
    game = nudge_elsewhere(make_reader())
    settle(state, reason)
    assert refusal(game) == expected


def test_nudge_on_its_way_uses_up_the_readers_one_a_day() -> None:
    assert refusal(nudge_elsewhere(make_reader())) == NudgedLately


def test_nudge_that_was_not_sent_is_still_the_one_of_its_turn() -> None:
    game = start(make_reader(), make_reader())
    nudge_at(game)
    settle(NoticeState.SKIPPED, NoticeReason.STOPPED)
    assert refusal(game) == NudgedLately

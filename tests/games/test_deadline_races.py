"""At the very second of a deadline: whatever is done to a game then, it has one outcome."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest

from games import clock, dispatch
from games.deadlines import GRACE
from games.engine.pair import as_seat, other
from games.engine.round import legal_plays
from games.models import (
    Bank,
    EndedBy,
    Game,
    GiftOfTime,
    MoveKind,
    Notice,
    NoticeKind,
    Player,
    Vacation,
)
from games.queries.audit import list_differences
from games.services.errors import NotRunning
from games.services.gifts import give_time
from games.services.play import play_card
from games.services.reminders import remind_due
from games.services.sweeping import sweep_clocks
from games.services.time_out import end_due, end_if_lost
from tests.games.at_once import Act, at_once, failures
from tests.games.factories import make_game, make_member, play_turns, state_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

TRIES = 200


@pytest.fixture(autouse=True)
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "_send", lambda *args, **options: None)


@pytest.fixture
def people() -> tuple[Player, Player]:
    return make_member(), make_member()


def start(people: tuple[Player, Player], *, stops_for_vacation: bool = False) -> Game:
    game = play_turns(make_game(*people, capture_choice="largest"), 3)
    Game.objects.filter(pk=game.pk).update(stops_for_vacation=stops_for_vacation)
    game.refresh_from_db()
    return game


def give_bank(game: Game) -> Game:
    """A day for each side, as if agreed on before."""
    day = timedelta(days=1)
    game.bank, game.bank_left_0, game.bank_left_1 = Bank.DAY, day, day
    game.deadline_at = game.bank_at + day if game.bank_at else None
    game.save()
    return game


def end_of(game: Game) -> datetime:
    """From here on the sweep ends it."""
    assert game.deadline_at is not None
    return game.deadline_at + GRACE


def then(moment: datetime, act: Callable[[], Any]) -> Act:
    """The act at that moment, in whatever thread."""

    def run() -> Any:
        with clock.stopped_at(moment):
            return act()

    return run


def make_play(game: Game) -> Act:
    card, take = legal_plays(state_of(game))[0]
    seat = as_seat(game.to_move or 0)
    return partial(play_card, game_id=game.pk, seat=seat, version=3, card=card, take=take)


def settle(game: Game) -> list[str]:
    """What was done to it after its three plays; it fits its moves."""
    game.refresh_from_db()
    assert list_differences(game) == []
    return list(game.moves.order_by("seq").values_list("kind", flat=True))[3:]


@pytest.mark.parametrize("has_bank", [False, True], ids=["no bank", "bank"])
def test_play_at_the_very_second_of_the_end(people: tuple[Player, Player], has_bank: bool) -> None:
    for _ in range(TRIES // 2):
        game = give_bank(start(people)) if has_bank else start(people)
        moment, loser = end_of(game), as_seat(game.to_move or 0)
        end = partial(end_if_lost, game.pk)
        played, ended = at_once(then(moment, make_play(game)), then(moment, end))
        (kind,) = settle(game)
        if kind == MoveKind.PLAY:
            assert (ended, game.is_running) == (False, True)
            assert game.bank_at == moment + timedelta(hours=48)
        else:
            assert (type(played), ended) == (NotRunning, True)
            assert (game.ended_by, game.winner) == (EndedBy.TIME, other(loser))


def test_two_sweeps_at_once_end_each_game_once(people: tuple[Player, Player]) -> None:
    games = [start(people) for _ in range(20)]
    moment = end_of(games[-1])
    ended = at_once(*[then(moment, end_due)] * 3)
    assert sum(ended) == len(games)
    assert [settle(game) for game in games] == [[MoveKind.TIME]] * len(games)
    told = Notice.objects.filter(kind=NoticeKind.TIME_OUT)
    assert told.count() == 2 * len(games)


def test_two_sweeps_at_once_begin_one_vacation(people: tuple[Player, Player]) -> None:
    games = [start(people, stops_for_vacation=True) for _ in range(5)]
    moment = end_of(games[-1])
    assert failures(at_once(*[then(moment, end_due)] * 3)) == []
    losers = {(game.pk, game.seats.get(index=game.to_move).user_id) for game in games}
    assert Vacation.objects.count() == len({user for _, user in losers})
    assert [settle(game) for game in games] == [[]] * len(games)


def test_gift_at_the_very_second_of_the_end(people: tuple[Player, Player]) -> None:
    for _ in range(TRIES // 4):
        game = start(people)
        moment, giver = end_of(game), other(as_seat(game.to_move or 0))
        gift = partial(give_time, game_id=game.pk, seat=giver, version=3)
        given, ended = at_once(then(moment, gift), then(moment, partial(end_if_lost, game.pk)))
        if settle(game):
            assert (type(given), ended) == (NotRunning, True)
        else:
            assert (type(given), ended) == (GiftOfTime, False)
            assert game.deadline_at == moment - GRACE + timedelta(days=1)


def test_two_sweeps_at_once_remind_once(people: tuple[Player, Player]) -> None:
    games = [start(people) for _ in range(10)]
    moment = games[-1].last_play_at + timedelta(hours=24)
    assert sum(at_once(*[then(moment, remind_due)] * 3)) == len(games)
    assert Notice.objects.filter(kind=NoticeKind.REMINDER).count() == len(games)


def test_play_at_the_very_second_of_the_reminder(people: tuple[Player, Player]) -> None:
    """Whichever comes first: no reminder speaks of the turn of somebody else."""
    for _ in range(TRIES // 4):
        game = start(people)
        reminder_at, mover = game.remind_at, game.seats.get(index=game.to_move).user_id
        assert reminder_at is not None
        at_once(then(reminder_at, make_play(game)), then(reminder_at, remind_due))
        assert settle(game) == [MoveKind.PLAY]
        reminders = Notice.objects.filter(game=game, kind=NoticeKind.REMINDER)
        assert set(reminders.values_list("user_id", flat=True)) <= {mover}


def test_whole_sweep_twice_at_once(people: tuple[Player, Player]) -> None:
    games = [start(people) for _ in range(5)]
    moment = end_of(games[-1])
    found = at_once(*[then(moment, sweep_clocks)] * 2)
    assert failures(found) == []
    assert sum(done["games ended by the clock"] for done in found) == len(games)

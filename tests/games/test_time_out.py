"""A game ends by the clock with nobody there."""

import logging
from datetime import timedelta
from typing import Any

import pytest

from games import clock
from games.deadlines import GRACE
from games.engine.pair import as_seat, other
from games.models import (
    EndedBy,
    Game,
    GameStatus,
    Level,
    Move,
    MoveKind,
    Notice,
    NoticeKind,
    Player,
    Vacation,
    Via,
)
from games.queries.audit import list_differences
from games.queries.score import get_scores
from games.services import time_out
from games.services.abort import abort
from games.services.errors import NotRunning
from games.services.gifts import give_time, give_time_by_staff
from games.services.resign import resign
from games.services.staff import adjudicate, hold_game
from games.services.time_out import end_due
from tests.games.factories import make_game, make_guest, make_member, play_any, play_turns
from tests.games.queries_sent import count_queries

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)


def make_played(*seats: Player, turns: int = 4) -> Game:
    """Of people for whom no vacation begins by itself."""
    game = make_game(*seats)
    Game.objects.filter(pk=game.pk).update(stops_for_vacation=False)
    game = play_turns(game, turns)
    game.refresh_from_db()
    return game


def end_at(game: Game, *, late: timedelta = GRACE) -> int:
    """A sweep so long after the deadline."""
    assert game.deadline_at is not None
    with clock.stopped_at(game.deadline_at + late):
        ended = end_due()
    game.refresh_from_db()
    return ended


@pytest.fixture
def game(db: None) -> Game:
    return make_played()


def test_game_is_lost_by_who_let_time_run_out(game: Game) -> None:
    loser = as_seat(game.to_move or 0)
    assert end_at(game) == 1
    assert (game.status, game.ended_by) == (GameStatus.FINISHED, EndedBy.TIME)
    assert game.winner == other(loser)
    last = game.moves.latest("seq")
    assert (last.kind, last.seat, last.via) == (MoveKind.TIME, loser, Via.CLOCK)
    assert list_differences(game) == []


def test_game_lasts_through_the_grace(game: Game) -> None:
    assert end_at(game, late=GRACE - SECOND) == 0
    assert game.is_running


def test_play_within_the_grace_counts(game: Game) -> None:
    assert game.deadline_at is not None
    with clock.stopped_at(game.deadline_at + GRACE - SECOND):
        play_any(game)
    game.refresh_from_db()
    assert game.deadline_at is not None
    assert game.version == 5


def test_play_after_the_grace_counts_before_the_sweep(game: Game) -> None:
    assert game.deadline_at is not None
    with clock.stopped_at(game.deadline_at + timedelta(minutes=9)):
        play_any(game)
        assert end_due() == 0
    game.refresh_from_db()
    assert game.is_running


def test_result_counts_at_once() -> None:
    winner, loser = make_member(), make_member()
    game = make_played(winner, loser, turns=5)
    end_at(game)
    scores = get_scores((winner if game.winner == 0 else loser).user_id or 0)
    assert scores.people.won == 1


def test_both_are_told(game: Game) -> None:
    end_at(game)
    told = Notice.objects.filter(game=game, kind=NoticeKind.TIME_OUT)
    assert set(told.values_list("user_id", flat=True)) == set(
        game.seats.values_list("user_id", flat=True)
    )


@pytest.mark.parametrize("turns", [0, 1], ids=["leader", "dealer"])
def test_first_turn_that_never_comes_calls_the_game_off(turns: int) -> None:
    game = make_played(turns=turns)
    assert end_at(game) == 1
    assert (game.status, game.ended_by, game.winner) == (GameStatus.ABORTED, EndedBy.TIME, None)
    assert list_differences(game) == []


def test_first_turn_that_never_comes_uses_no_vacation() -> None:
    game = play_turns(make_game(), 1)
    assert end_at(game) == 1
    assert not Vacation.objects.exists()
    assert game.status == GameStatus.ABORTED


def test_vacation_begins_instead_where_days_are_left() -> None:
    game = play_turns(make_game(), 4)
    assert end_at(game) == 0
    assert game.turn_left == timedelta()
    assert Vacation.objects.get().saved_game == game


def test_guest_has_no_vacation() -> None:
    game = play_turns(make_game(make_guest(), make_guest()), 4)
    assert end_at(game) == 1
    assert game.ended_by == EndedBy.TIME


def test_game_on_hold_is_not_lost(game: Game) -> None:
    deadline_at = game.deadline_at
    hold_game(game.pk)
    assert deadline_at is not None
    with clock.stopped_at(deadline_at + timedelta(days=9)):
        assert end_due() == 0


def test_computers_game_is_never_lost_on_time() -> None:
    make_game(make_member(), Level.REGULAR)
    with clock.stopped_at(clock.now() + timedelta(days=50)):
        assert end_due() == 0


def test_every_door_refuses_afterwards(game: Game) -> None:
    end_at(game)
    seat: dict[str, Any] = {"game_id": game.pk, "seat": 0, "version": game.version}
    doors = [
        lambda: play_any(game),
        lambda: resign(**seat),
        lambda: abort(**seat),
        lambda: give_time(**seat),
        lambda: give_time_by_staff(game.pk, 24),
        lambda: adjudicate(game.pk, winner=0),
        lambda: hold_game(game.pk),
    ]
    for door in doors:
        with pytest.raises(NotRunning):
            door()
    with clock.stopped_at(clock.now() + timedelta(days=50)):
        assert end_due() == 0


def test_longest_overdue_game_ends_first(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [make_played() for _ in range(3)]
    monkeypatch.setattr(time_out, "AT_ONCE", 1)
    assert games[-1].deadline_at is not None
    with clock.stopped_at(games[-1].deadline_at + timedelta(hours=1)):
        for _ in games:
            assert end_due() == 1
    moves = Move.objects.filter(kind=MoveKind.TIME).order_by("pk")
    assert list(moves.values_list("game_id", flat=True)) == [game.pk for game in games]


def test_game_that_cannot_be_ended_keeps_no_other_waiting(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, other_game = make_played(), make_played()
    open_game = time_out.open_game

    def fail_once(game_id: int) -> Any:
        if game_id == broken.pk:
            raise ValueError("a hidden card")
        return open_game(game_id)

    monkeypatch.setattr(time_out, "open_game", fail_once)
    with caplog.at_level(logging.ERROR):
        assert end_at(other_game, late=timedelta(hours=1)) == 1
    assert caplog.messages == [f"Game {broken.pk} could not be ended (ValueError)."]


def test_nothing_due_is_one_query(game: Game) -> None:
    with count_queries() as sent:
        end_due()
    assert len(sent) == 1


@pytest.mark.parametrize(
    ("turns", "columns", "fault"),
    [
        (4, {"winner": None, "ended_by": "staff"}, "ended by"),
        (4, {"status": "aborted", "winner": None}, "status"),
        (1, {"status": "finished", "winner": 0}, "status"),
    ],
    ids=["by the staff", "called off", "won unplayed"],
)
def test_tampered_time_out_is_found(turns: int, columns: dict[str, Any], fault: str) -> None:
    game = make_played(turns=turns)
    end_at(game)
    Game.objects.filter(pk=game.pk).update(**columns)
    game.refresh_from_db()
    assert fault in [line.split(" is ")[0] for line in list_differences(game)]


def test_end_by_the_clock_without_its_move_is_found(game: Game) -> None:
    end_at(game)
    game.moves.filter(kind=MoveKind.TIME).delete()
    assert "status" in [line.split(" is ")[0] for line in list_differences(game)]

"""The clock of a running game's turn: stopped, started, begun anew. The caller holds the game."""

from datetime import datetime, timedelta

from django.db.models import Exists

from games.deadlines import (
    Reminder,
    Running,
    Stopped,
    begin_turn,
    find_first_reminder,
    find_reminder,
)
from games.engine.pair import SEATS, as_seat
from games.models import Game, Player, Round, Vacation
from games.queries.away import list_stays_of

CLOCK = ("bank_at", "deadline_at", "turn_left", "bank_left_0", "bank_left_1", "remind_at")


def stop_clock(game: Game, *, at: datetime) -> None:
    """Let it stand still: what is left is kept. Nothing where it does, or where there is none."""
    if isinstance(game.clock, Running):
        _stand(game, game.clock.stop(at))


def start_clock(game: Game, *, at: datetime) -> None:
    """Let it go on, with an hour at least; not where the game is on hold.

    The caller knows that the side to move is not on a vacation that stops it.
    """
    if isinstance(game.clock, Stopped) and not game.is_held:
        _run(game, game.clock.with_least().start(at), at=at)


def begin_clock(game: Game, *, at: datetime, stands_still: bool) -> None:
    """A whole turn for the side to move; nothing against the computer and where none moves."""
    if game.pace is None or game.to_move is None:
        return
    turn = begin_turn(pace=game.pace, bank_left=game.banks_left[as_seat(game.to_move)])
    if stands_still:
        _stand(game, turn)
    else:
        _run(game, turn.start(at), at=at)


def put_off(game: Game, by: timedelta, *, at: datetime) -> Running:
    """Move both moments of a running clock; its reminders are those of the new deadline."""
    if not isinstance(game.clock, Running):
        raise ValueError("only a clock that runs is put off")
    later = game.clock.put_off(by)
    _run(game, later, at=at)
    return later


def end_clock(game: Game) -> None:
    """Over: nothing runs any more."""
    game.bank_at = game.deadline_at = game.remind_at = game.turn_left = None


def pass_reminder(game: Game, *, at: datetime) -> Reminder:
    """Which reminder is due, and the clock set to the one after it."""
    if not isinstance(game.clock, Running) or game.pace is None:
        raise ValueError("only a clock that runs reminds")
    due, game.remind_at = find_reminder(game.clock, pace=game.pace, at=at)
    return due


def get_round_and_away(game: Game) -> tuple[Round, frozenset[int]]:
    """The round that is played, and the seats away on a vacation that stops the game's clock.

    One look, and only with the game held: what was read before may have changed since.
    """
    rounds = Round.objects.all()
    if game.stops_for_vacation:
        rounds = rounds.annotate(
            **{f"away_{seat}": Exists(list_stays_of(game, seat)) for seat in SEATS}
        )
    row = rounds.get(game=game, number=game.round_number)
    return row, frozenset(seat for seat in SEATS if getattr(row, f"away_{seat}", False))


def is_away(player: Player) -> bool:
    """Whether the player is on vacation; guests have none."""
    return Vacation.objects.on().filter(user=player.user_id).exists()


def _stand(game: Game, clock: Stopped) -> None:
    end_clock(game)
    game.turn_left = clock.turn_left
    if game.to_move == 0:
        game.bank_left_0 = clock.bank_left
    else:
        game.bank_left_1 = clock.bank_left


def _run(game: Game, clock: Running, *, at: datetime) -> None:
    if game.pace is None:
        raise ValueError("a game without a pace has no clock")
    end_clock(game)
    game.bank_at, game.deadline_at = clock.bank_at, clock.deadline_at
    game.remind_at = find_first_reminder(clock, pace=game.pace, at=at)

"""The games of a player, in the order in which one wants them. Four queries, however many."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, F, Window

from games.engine.pair import Seat, as_seat
from games.models import Game, GameStatus, Move, Player
from games.models import Seat as SeatRow

FINISHED_SHOWN = 20


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game in a list: who is opposite, and the last move, None before the first."""

    game: Game
    you: Seat
    other: SeatRow
    last_move: Move | None

    @property
    def is_awaited(self) -> bool:
        """Whether the player can play now."""
        return self.game.awaits(self.you)


@dataclass(frozen=True, slots=True)
class NextGame:
    """The first of the games that wait for the player, and how many there are."""

    public_id: str
    count: int


@dataclass(frozen=True, slots=True)
class GameLists:
    """`your_turn` and `waiting` are by deadline: then what stands still, and last the computer.

    What is on hold is among those that wait for somebody else, whosever turn it is.

    `finished` holds the latest only; `more_finished` tells that there are others.
    """

    your_turn: tuple[GameRow, ...] = ()
    waiting: tuple[GameRow, ...] = ()
    finished: tuple[GameRow, ...] = ()
    more_finished: bool = False


def list_games_of(player: Player | None, *, finished: int = FINISHED_SHOWN) -> GameLists:
    """The player's games; `finished` is how many of the finished ones at most."""
    if player is None:
        return GameLists()
    mine = SeatRow.objects.of(player).select_related("game")
    running = list(mine.filter(game__status=GameStatus.RUNNING))
    over = mine.exclude(game__status=GameStatus.RUNNING).order_by("-game__ended_at")
    ended = list(over[: finished + 1])
    rows = _make_rows([*running, *ended[:finished]])
    your_turn = [row for row in rows if row.is_awaited]
    waiting = [row for row in rows if row.game.is_running and not row.is_awaited]
    return GameLists(
        your_turn=tuple(sorted(your_turn, key=_urgency)),
        waiting=tuple(sorted(waiting, key=_urgency)),
        finished=tuple(row for row in rows if not row.game.is_running),
        more_finished=len(ended) > finished,
    )


def find_next_game(player: Player) -> NextGame | None:
    """In the order of `your_turn`. One query."""
    awaited = SeatRow.objects.of(player).awaited().most_urgent_first()
    counted = awaited.annotate(count=Window(Count("pk")))
    found = counted.values_list("game__public_id", "count").first()
    return NextGame(*found) if found else None


def list_awaited(player: Player) -> list[str]:
    """The public ids of the games that wait for the player, in the order of `your_turn`."""
    awaited = SeatRow.objects.of(player).awaited().most_urgent_first()
    return list(awaited.values_list("game__public_id", flat=True))


def _urgency(row: GameRow) -> tuple[bool, bool, datetime, datetime, int]:
    """As `most_urgent_first` has it: the computer does not mind waiting."""
    game = row.game
    moment = game.deadline_at or game.last_play_at
    is_still = game.deadline_at is None
    return row.other.is_computer, is_still, moment, game.last_play_at, game.pk


def _make_rows(mine: Sequence[SeatRow]) -> list[GameRow]:
    games = [seat.game for seat in mine]
    others = find_others(mine)
    moves = _find_last_moves(games)
    return [
        GameRow(
            game=seat.game,
            you=as_seat(seat.index),
            other=others[seat.game_id],
            last_move=moves.get(seat.game_id),
        )
        for seat in mine
    ]


def find_others(mine: Iterable[SeatRow]) -> dict[int, SeatRow]:
    """Who sits opposite, by game."""
    mine = list(mine)
    seats = SeatRow.objects.filter(game__in=[seat.game_id for seat in mine])
    opposite = seats.exclude(pk__in=[seat.pk for seat in mine]).select_related("user", "guest")
    return {seat.game_id: seat for seat in opposite.with_absence()}


def _find_last_moves(games: Iterable[Game]) -> dict[int, Move]:
    """A game's version is the number of its last move."""
    last = Move.objects.filter(game__in=[game.pk for game in games], seq=F("game__version"))
    return {move.game_id: move for move in last}

"""Many games at once: copies of one, written as rows."""

from copy import copy
from typing import Any

from django.db.models import Model

from games.models import Game, Player, Seat
from games.models.game import make_public_id
from games.queries.replay import get_current_round

AT_ONCE = 1000


def copy_game(game: Game, players: list[Player], **columns: Any) -> list[Game]:
    """A copy for each player, whose turn it is there, with its running round.

    `columns` are those of the copies that are not as in the game itself.
    """
    copies = [_copy(game, public_id=make_public_id(), **columns) for _ in players]
    _write(copies)
    row = get_current_round(game)
    rounds = [_copy(row, game=other) for other in copies]
    _write(rounds)
    seats, moves = list(Seat.objects.filter(game=game)), list(row.moves.order_by("seq"))
    pairs = list(zip(copies, rounds, players, strict=True))
    _write([_copy(move, game=other, round=dealt) for other, dealt, _ in pairs for move in moves])
    _write([_seat(seat, other, player) for other, _, player in pairs for seat in seats])
    return copies


def _seat(seat: Seat, game: Game, player: Player) -> Seat:
    return _copy(seat, game=game, **(player.columns if seat.index == game.to_move else {}))


def _copy(row: Any, **columns: Any) -> Any:
    other = copy(row)
    other._state = copy(row._state)
    other._state.fields_cache = {}
    other.pk = None
    for name, value in columns.items():
        setattr(other, name, value)
    return other


def _write(rows: list[Any]) -> None:
    if rows:
        model: type[Model] = type(rows[0])
        model._default_manager.bulk_create(rows, batch_size=AT_ONCE)

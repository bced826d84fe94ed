"""The game record of a finished game, as `manage.py basra replay` reads it."""

from itertools import groupby
from typing import Any

from games.engine.options import differences
from games.models import EndedBy, Game, GameStatus, Move, MoveKind, Round


def record_of(game: Game) -> dict[str, Any]:
    """The record: rules, packs and plays. Raises Game.DoesNotExist unless the game is finished."""
    if game.status != GameStatus.FINISHED:
        raise Game.DoesNotExist
    plays = _list_plays(game)
    record: dict[str, Any] = {
        "rules": game.rules_version,
        "preset": game.preset,
        "options": differences(game.preset, game.rules),
        "target": game.target,
        "rounds": [
            {"dealer": row.dealer, "pack": row.pack.split(), "plays": plays.get(row.pk, [])}
            for row in Round.objects.filter(game=game).order_by("number")
        ],
    }
    if game.ended_by != EndedBy.PLAYED:
        record["ended"] = {"by": game.ended_by, "winner": game.winner}
    return record


def _list_plays(game: Game) -> dict[int, list[dict[str, Any]]]:
    moves = Move.objects.filter(game=game, kind=MoveKind.PLAY).order_by("seq")
    return {
        round_id: [{"card": move.card, "take": move.took.split()} for move in group]
        for round_id, group in groupby(moves, key=lambda move: move.round_id)
    }

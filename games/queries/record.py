"""The record of a game that is over."""

from games.engine.cards import Card
from games.engine.errors import quote
from games.engine.pair import as_seat
from games.engine.record import Ended, Record, RecordedPlay, RecordedRound
from games.models import EndedBy, Game, GameStatus, MoveKind, Round


class NoRecord(LookupError):
    """There is no such game, or it has no record: it is not finished."""


def get_record(public_id: str) -> Record:
    """Everything needed to play the game again. Raises NoRecord.

    A running game has none, because its packs are hidden; an aborted one counts for nobody.
    """
    # What is no plain text is not even asked for: a database may refuse to take it.
    games = Game.objects.filter(public_id=public_id) if public_id.isascii() else ()
    game = next(iter(games), None)
    if game is None:
        raise NoRecord(f"There is no game {quote(public_id)}.")
    if game.status != GameStatus.FINISHED:
        raise NoRecord(f"The game {quote(public_id)} is not finished.")
    return Record(
        preset=game.preset,
        options=game.rules,
        target=game.target,
        rounds=_list_rounds(game),
        ended=_find_ending(game),
        rules=game.rules_version,
    )


def _list_rounds(game: Game) -> tuple[RecordedRound, ...]:
    rows = list(Round.objects.filter(game=game).order_by("number"))
    plays: dict[int, list[RecordedPlay]] = {row.pk: [] for row in rows}
    for move in game.moves.filter(kind=MoveKind.PLAY).order_by("seq"):
        plays[move.round_id].append(RecordedPlay(Card(move.card), frozenset(move.cards_taken)))
    return tuple(
        RecordedRound(as_seat(row.dealer), row.cards, tuple(plays[row.pk])) for row in rows
    )


def _find_ending(game: Game) -> Ended | None:
    if game.ended_by == EndedBy.PLAYED:
        return None
    winner = None if game.winner is None else as_seat(game.winner)
    return Ended(game.ended_by, winner)

"""Whether an act that comes too late is one that has been done already."""

from games.engine.cards import Card
from games.models import Move, Seat


def find_round_of_play(seat: Seat, *, seq: int, card: Card) -> int | None:
    """The number of the round in which the seat played the card as the game's move `seq`."""
    moves = Move.objects.filter(game=seat.game_id, seq=seq, seat=seat.index, card=card)
    return moves.values_list("round__number", flat=True).first()


def find_play(seat: Seat, *, seq: int, card: Card) -> Move | None:
    """The play of the card as the game's move `seq`, if the seat made it."""
    return Move.objects.filter(game=seat.game_id, seq=seq, seat=seat.index, card=card).first()

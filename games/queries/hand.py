"""What a seat holds, for who reads it elsewhere than at the table."""

from games.engine.cards import Card
from games.engine.pair import Seat
from games.engine.view import view_round
from games.models import Game, Round
from games.queries.replay import list_played, replay_round


def get_hand(game: Game, seat: Seat) -> tuple[Card, ...]:
    """The seat's own cards in the running round. Two queries."""
    row = Round.objects.defer("seed").get(game=game, number=game.round_number)
    return view_round(replay_round(game, row, list_played(row)), seat).hand

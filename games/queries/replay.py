"""From stored rows to the state of a round: the pack, and a fold over its moves."""

from collections.abc import Iterable

from games.engine.cards import Card
from games.engine.pair import Pair, as_seat
from games.engine.play import Play
from games.engine.round import Round as RoundState
from games.engine.round import apply_play, deal_round
from games.engine.scoring import Match
from games.models import Game, Move, MoveKind, Round

Played = tuple[str, str]
"""A stored card, and the text of what it took."""


def replay_round(game: Game, row: Round, played: Iterable[Played]) -> RoundState:
    """The round after the plays. It holds hidden cards: hand it to nobody, make views of it."""
    pack = tuple(Card(code) for code in row.pack.split())
    state = deal_round(pack, dealer=as_seat(row.dealer), options=game.rules)
    for card, took in played:
        state = apply_play(state, make_play(card, took))
    return state


def make_play(card: str, took: str) -> Play:
    return Play(Card(card), frozenset(Card(code) for code in took.split()))


def list_played(row: Round) -> list[Played]:
    """The stored plays of a round in order."""
    plays = Move.objects.filter(round=row, kind=MoveKind.PLAY).order_by("seq")
    return list(plays.values_list("card", "took"))


def get_current_round(game: Game) -> Round:
    return Round.objects.get(game=game, number=game.round_number)


def match_before(game: Game, row: Round, *, totals: Pair[int] | None = None) -> Match:
    """The match at the deal of the round; `totals` where they are not the game's."""
    return Match(
        options=game.rules,
        target=game.target,
        totals=game.totals if totals is None else totals,
        carried=row.carried,
    )

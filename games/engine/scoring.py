"""What a round is worth and when a match is won (R4, R5)."""

from dataclasses import dataclass, replace

from games.engine.capture import Basra
from games.engine.options import Options, check_target
from games.engine.pair import SEATS, Pair, Seat
from games.engine.play import BasraCount
from games.engine.round import Round
from games.engine.worth import points_for_basra, points_for_cards


@dataclass(frozen=True, slots=True)
class RoundScore:
    """The bill of a round: what each seat is paid, and for what.

    `majority` includes what was carried into the round; `carried` is what goes on to the next.
    """

    cards: Pair[int]
    basras: Pair[BasraCount]
    majority: Pair[int]
    basra_points: Pair[int]
    card_points: Pair[int]
    carried: int = 0

    @property
    def points(self) -> Pair[int]:
        return Pair(*(self._total(seat) for seat in SEATS))

    def _total(self, seat: Seat) -> int:
        return self.majority[seat] + self.basra_points[seat] + self.card_points[seat]


def score_round(state: Round, *, carried: int = 0) -> RoundScore:
    """The bill of a finished round; `carried` is what earlier equal piles left (R4.2)."""
    return make_score(
        cards=state.piles.map(len),
        basras=state.basras,
        card_points=state.piles.map(lambda pile: points_for_cards(pile, state.options)),
        options=state.options,
        carried=carried,
    )


def make_score(
    *,
    cards: Pair[int],
    basras: Pair[BasraCount],
    options: Options,
    card_points: Pair[int] = Pair(0, 0),  # noqa: B008  a frozen value
    carried: int = 0,
) -> RoundScore:
    """Turns sizes of piles and counts of basras into points (R4.2, R4.3)."""
    majority, left = _majority(cards, options, carried)
    return RoundScore(
        cards=cards,
        basras=basras,
        majority=majority,
        basra_points=basras.map(lambda count: _points_for_basras(count, options)),
        card_points=card_points,
        carried=left,
    )


def _majority(cards: Pair[int], options: Options, carried: int) -> tuple[Pair[int], int]:
    stake = options.majority_points + carried
    if cards.first == cards.second:
        return Pair(0, 0), stake if options.majority_tie == "carry" else 0
    return Pair(0, 0).put(0 if cards.first > cards.second else 1, stake), 0


def _points_for_basras(count: BasraCount, options: Options) -> int:
    counts = {Basra.PLAIN: count.plain, Basra.JACK: count.jack, Basra.KOMI: count.komi}
    return sum(number * points_for_basra(kind, options) for kind, number in counts.items())


@dataclass(frozen=True, slots=True)
class Match:
    """The score of a match between rounds."""

    options: Options
    target: int
    totals: Pair[int] = Pair(0, 0)  # noqa: RUF009  a frozen value
    carried: int = 0

    def __post_init__(self) -> None:
        check_target(self.target)

    @property
    def winner(self) -> Seat | None:
        """Who has won (R5.1), or None while it goes on.

        A single round has the target 0, so that any difference decides (R5.2).
        """
        first, second = self.totals
        if first == second or max(first, second) < self.target:
            return None
        return 0 if first > second else 1

    def book(self, score: RoundScore) -> "Match":
        """The match after a whole round."""
        totals = Pair(*(self.totals[seat] + score.points[seat] for seat in SEATS))
        return replace(self, totals=totals, carried=score.carried)

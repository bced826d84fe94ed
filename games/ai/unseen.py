"""Where the cards can be that nobody has shown yet."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb

from games.engine.cards import PACK, Card
from games.engine.observation import Observation
from games.engine.options import HAND_SIZE
from games.engine.pair import other


@dataclass(frozen=True, slots=True)
class Answer:
    """The hand from which the other side will answer: what it holds, and what it may hold.

    `sure` are cards certainly in it; `open_places` more come from `maybe`, each as likely.
    """

    sure: tuple[Card, ...]
    maybe: tuple[Card, ...]
    open_places: int

    def chance_of_any(self, cards: Iterable[Card]) -> float:
        """How likely the hand holds one or more of `cards`."""
        wanted = frozenset(cards)
        if not wanted.isdisjoint(self.sure):
            return 1.0
        others = sum(card not in wanted for card in self.maybe)
        return 1 - comb(others, self.open_places) / comb(len(self.maybe), self.open_places)


def list_unseen(observation: Observation) -> tuple[Card, ...]:
    """The cards in the other hand and in the pack, in the order of a new pack."""
    seen = {*observation.hand, *observation.floor}
    for turn in observation.turns:
        seen.update((turn.card, *turn.took))
    return tuple(card for card in PACK if card not in seen)


def foresee_answer(observation: Observation) -> Answer:
    """The hand that answers the play now due.

    An empty hand means that the other side leads the next deal and is dealt to first (R1.3).
    The buried cards are the last of the pack (R1.2): once what is left is fewer, the rest of
    them has been dealt, and those not seen since are in that hand.
    """
    size = observation.hand_sizes[other(observation.seat)]
    undealt = observation.pack_size
    if not size:
        size = min(HAND_SIZE, undealt // 2)
        undealt -= size
    at_bottom = observation.buried[-undealt:] if undealt else ()
    unseen = [card for card in list_unseen(observation) if card not in at_bottom]
    sure = tuple(card for card in unseen if card in observation.buried)
    return Answer(
        sure=sure,
        maybe=tuple(card for card in unseen if card not in sure),
        open_places=size - len(sure),
    )

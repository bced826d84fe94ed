"""The player who reckons with what the other side may hold."""

import random
from dataclasses import dataclass
from math import fsum

from games.ai.prospects import Prospect, list_prospects, pick, points_for_capture
from games.ai.unseen import Answer, foresee_answer
from games.engine.capture import legal_captures
from games.engine.cards import JACKS, KOMI, PACK, SWEEPERS, Card
from games.engine.observation import Observation
from games.engine.options import Options


@dataclass(frozen=True, slots=True)
class Weights:
    """What a play is judged by, in points.

    Those of cards hold where the majority pays `majority`, and grow and shrink with it.
    """

    majority: float = 30
    card_won: float = 1.1
    card_lost: float = 0.66
    jack_spent: float = 4
    komi_spent: float = 4.5
    burning: float = 20
    special_kept_to_the_end: float = 0.75
    follow_up: float = 0.24


WEIGHTS = Weights()


def choose_by_odds(
    observation: Observation, chance: random.Random, *, weights: Weights = WEIGHTS
) -> Prospect:
    """One play ahead: what is won now, less what the other side will win on average."""
    prospects = list_prospects(observation)
    if len(prospects) == 1:
        return prospects[0]
    outlook = make_outlook(observation, weights)
    values = [outlook.judge(prospect) for prospect in prospects]
    best = max(values)
    return pick(
        [prospect for prospect, value in zip(prospects, values, strict=True) if value == best],
        chance,
    )


@dataclass(frozen=True, slots=True)
class Outlook:
    """All that the plays of one turn are judged by.

    `majority` is what the majority pays, as a share of what the weights assume. `answers` are
    the kinds of card that the other side may answer with, and how likely it holds each.
    """

    options: Options
    weights: Weights
    majority: float
    answers: tuple[tuple[Card, float], ...]

    def judge(self, prospect: Prospect) -> float:
        """What the play is worth in points."""
        # fsum, because sum rounds differently from Python 3.12 on, and equal must stay equal.
        return fsum(
            (
                prospect.points,
                self.weights.card_won * self.majority * prospect.cards,
                self.weights.follow_up * self._follow_up(prospect),
                -self._threat(prospect.floor),
                -self._cost_of_special(prospect),
                -self._risk_of_keeping(prospect.hand),
            )
        )

    def _threat(self, floor: tuple[Card, ...]) -> float:
        """What the other side may win from the floor, each kind of card by its chance."""
        return fsum(
            chance * self._best_capture(card, floor, self.weights.card_lost)
            for card, chance in self.answers
        )

    def _follow_up(self, prospect: Prospect) -> float:
        """What the rest of the hand could win if the floor stayed as it is."""
        return max(
            (
                self._best_capture(card, prospect.floor, self.weights.card_won)
                for card in prospect.hand
            ),
            default=0.0,
        )

    def _best_capture(self, card: Card, floor: tuple[Card, ...], per_card: float) -> float:
        return max(
            (
                points_for_capture(card, take, floor=floor, options=self.options)
                + per_card * self.majority * (len(take) + 1)
                for take in legal_captures(card, floor, self.options)
            ),
            default=0.0,
        )

    def _cost_of_special(self, prospect: Prospect) -> float:
        card = prospect.play.card
        if card not in SWEEPERS:
            return 0.0
        if not prospect.play.take:
            return self.weights.burning
        spent = self.weights.jack_spent if card in JACKS else self.weights.komi_spent
        return spent * self.majority

    def _risk_of_keeping(self, hand: tuple[Card, ...]) -> float:
        """The last card of a deal may have to be burnt."""
        is_last_special = len(hand) == 1 and hand[0] in SWEEPERS
        return self.weights.special_kept_to_the_end if is_last_special else 0.0


def make_outlook(observation: Observation, weights: Weights) -> Outlook:
    return Outlook(
        options=observation.options,
        weights=weights,
        majority=_open_majority(observation) / weights.majority,
        answers=_list_answers(foresee_answer(observation)),
    )


def _open_majority(observation: Observation) -> int:
    """What more cards than the other can still earn (R4.2): nothing once it is decided."""
    if 2 * max(observation.pile_sizes) > len(PACK):
        return 0
    return observation.options.majority_points + observation.carried


def _list_answers(answer: Answer) -> tuple[tuple[Card, float], ...]:
    """One card of each rank, and the komi apart, with the chance that the hand holds such."""
    kinds: dict[str, list[Card]] = {}
    for card in (*answer.sure, *answer.maybe):
        kinds.setdefault(card if card == KOMI else card.rank, []).append(card)
    return tuple((cards[0], answer.chance_of_any(cards)) for cards in kinds.values())

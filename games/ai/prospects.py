"""What each legal play brings at once, and the floor that it leaves."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from games.engine.capture import Capture, basra_kind, legal_captures
from games.engine.cards import PACK, Card
from games.engine.errors import IllegalPlay, Reason
from games.engine.observation import Observation
from games.engine.options import Options
from games.engine.play import Play
from games.engine.worth import points_for_basra, points_for_cards

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Prospect:
    """A legal play with its outcome: points made, cards gained, the floor and hand it leaves."""

    play: Play
    points: int
    cards: int
    floor: tuple[Card, ...]
    hand: tuple[Card, ...]


def list_prospects(observation: Observation) -> tuple[Prospect, ...]:
    """Every legal play, in the order of the hand. Raises IllegalPlay for an empty hand."""
    if not observation.hand:
        raise IllegalPlay(Reason.ROUND_OVER)
    return tuple(
        _make_prospect(observation, card, take)
        for card in observation.hand
        for take in legal_captures(card, observation.floor, observation.options) or (frozenset(),)
    )


def _make_prospect(observation: Observation, card: Card, take: Capture) -> Prospect:
    floor, options = observation.floor, observation.options
    left = tuple(on_floor for on_floor in floor if on_floor not in take)
    return Prospect(
        play=Play(card, take),
        points=points_for_capture(
            card, take, floor=floor, options=options, is_last=is_last_play(observation)
        ),
        cards=len(take) + 1 if take else 0,
        floor=left if take else (*floor, card),
        hand=tuple(held for held in observation.hand if held != card),
    )


def is_last_play(observation: Observation) -> bool:
    """Whether the round ends with this play."""
    return len(observation.turns) + observation.options.first_floor + 1 == len(PACK)


def points_for_capture(
    card: Card, take: Capture, *, floor: Sequence[Card], options: Options, is_last: bool = False
) -> int:
    """Points for the basra and for the cards that come into the pile (R3, R4.3)."""
    if not take:
        return 0
    basra = basra_kind(card, floor, take, options)
    if is_last and not options.last_card_basra:
        basra = None
    made = points_for_basra(basra, options) if basra else 0
    return made + points_for_cards((card, *take), options)


def pick(choices: Sequence[T], chance: random.Random) -> T:
    """One of the choices, each as likely.

    Built on `random()` because that alone gives the same numbers in every Python version.
    """
    return choices[int(chance.random() * len(choices))]

"""What each legal play brings at once, and the floor that it leaves."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from games.engine.capture import Basra, Capture, basra_kind, legal_captures
from games.engine.cards import PACK, Card
from games.engine.errors import IllegalPlay, Reason
from games.engine.observation import Observation
from games.engine.options import CLASSIC_CARD_POINTS, Options
from games.engine.play import Play

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
    return _points_for_basra(basra, options) + _points_for_cards((card, *take), options)


def _points_for_basra(basra: Basra | None, options: Options) -> int:
    if basra is None:
        return 0
    return {
        Basra.PLAIN: options.basra_points,
        Basra.JACK: options.jack_basra_points,
        Basra.KOMI: options.komi_basra_points,
    }[basra]


def _points_for_cards(cards: Iterable[Card], options: Options) -> int:
    if options.card_points == "none":
        return 0
    return sum(CLASSIC_CARD_POINTS.get(card, 0) for card in cards)


def pick(choices: Sequence[T], chance: random.Random) -> T:
    """One of the choices, each as likely.

    Built on `random()` because that alone gives the same numbers in every Python version.
    """
    return choices[int(chance.random() * len(choices))]

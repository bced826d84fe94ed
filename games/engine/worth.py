"""What a basra and a captured card are worth (the table of presets, R4.3)."""

from collections.abc import Iterable, Mapping

from games.engine.capture import Basra
from games.engine.cards import Card
from games.engine.options import Options

CLASSIC_CARD_POINTS: Mapping[str, int] = {
    **{f"{rank}{suit}": 1 for rank in "JA" for suit in "CDHS"},
    "2C": 2,
    "TD": 3,
}
"""The points of single cards with `card_points: classic`, by code."""


def points_for_basra(kind: Basra, options: Options) -> int:
    if kind is Basra.JACK:
        return options.jack_basra_points
    return options.komi_basra_points if kind is Basra.KOMI else options.basra_points


def points_for_cards(cards: Iterable[Card], options: Options) -> int:
    if options.card_points == "none":
        return 0
    return sum(CLASSIC_CARD_POINTS.get(card, 0) for card in cards)

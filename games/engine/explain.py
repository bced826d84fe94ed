"""What a card does on a floor, asked and answered as plain objects."""

from typing import Any

from games.engine.capture import Basra, Capture, basra_kind, legal_captures
from games.engine.cards import Card
from games.engine.errors import BadNotation
from games.engine.options import Options, make_options
from games.engine.strict import read_card, read_cards, read_object

MAX_FLOOR = 16


def explain(data: object) -> dict[str, Any]:
    """Every legal capture of `play` on `floor`, and the basra where one takes the whole floor.

    `data` has the keys preset, floor, play and perhaps options. Raises BadNotation or BadOption.
    """
    fields = read_object(data, required=("preset", "floor", "play"), optional=("options",))
    options = read_options(fields["preset"], fields.get("options", {}))
    floor, card = read_cards(fields["floor"]), read_card(fields["play"])
    if len(floor) > MAX_FLOOR:
        raise BadNotation(f"a floor of {len(floor)} cards: at most {MAX_FLOOR} are answered")
    if card in floor:
        raise BadNotation(f"{card} is played and lies on the floor")
    captures = legal_captures(card, floor, options)
    return {
        "captures": [sorted(capture) for capture in captures],
        "basra": _basra(card, floor, captures, options),
    }


def read_options(preset: object, data: object) -> Options:
    """The options of a preset with what `data` replaces. Raises BadNotation or BadOption."""
    if not isinstance(preset, str):
        raise BadNotation("preset is a text")
    if not isinstance(data, dict):
        raise BadNotation("options is an object")
    return make_options(preset, data)


def _basra(
    card: Card, floor: tuple[Card, ...], captures: tuple[Capture, ...], options: Options
) -> Basra | None:
    """A capture of the whole floor is the only one there is."""
    return basra_kind(card, floor, captures[0], options) if captures else None

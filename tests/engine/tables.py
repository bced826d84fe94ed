"""Tables drawn as text.

seat 0 to move, hand on the left:
    floor AC 7S KD 8H
    hands 8S 2C | 3C 4C
"""

from games.engine.capture import Basra, legal_captures
from games.engine.cards import Card, format_cards, parse_cards
from games.engine.notation import parse_position
from games.engine.options import Options
from games.engine.round import Round, apply_play, find_basra, resolve_play

DEFAULTS = Options()


def draw(text: str, options: Options = DEFAULTS) -> Round:
    """A table of which seat 0 is to move, since seat 1 deals."""
    return parse_position(f"dealer 1\n{text.strip()}", options)


def takes(card: str, floor: str, options: Options = DEFAULTS) -> list[str]:
    """What the card may take, each choice as sorted codes; no choice where it stays."""
    found = legal_captures(Card(card), parse_cards(floor), options)
    return [format_cards(sorted(capture)) for capture in found]


def basra(card: str, floor: str, options: Options = DEFAULTS) -> Basra | None:
    """The basra that the card makes on the floor, of which it must take all."""
    state = draw(f"floor {floor}\nhands {card} | ", options)
    play = resolve_play(state, Card(card))
    assert sorted(play.take) == sorted(state.floor)
    return find_basra(state, play)


def play(state: Round, card: str, take: str | None = None) -> Round:
    chosen = None if take is None else frozenset(parse_cards(take))
    return apply_play(state, resolve_play(state, Card(card), chosen))

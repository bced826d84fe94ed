"""Plays, turns and positions as text, for tests, logs of finished games and people who debug.

A play is `8H` where the card stays and `8H x 7S AC` where it takes. A turn adds seat and basra:
`0 8H x 8S = plain`. A position is one line for each thing on the table:

    dealer 0
    start 2H 2S QD 4H
    floor 2H 2S QD 4H AC
    hands 9C 6S JD | 6D TC 2D AS
    pack 5H 4D ...
    turns 1 AC

Lines for what is empty are left out. Reading back what was written gives the same value.
"""

import re

from games.engine.capture import Basra
from games.engine.cards import Card, check_distinct, format_cards, parse_cards
from games.engine.errors import BadNotation, quote
from games.engine.options import Options
from games.engine.pair import Pair, Seat
from games.engine.play import Play, Turn
from games.engine.round import Round

LINES = ("dealer", "buried", "start", "floor", "hands", "piles", "pack", "turns", "last", "left")


def format_play(play: Play) -> str:
    return _format_take(play.card, tuple(sorted(play.take)))


def parse_play(text: str) -> Play:
    """The opposite of `format_play`; the order of what is taken is free. Raises BadNotation."""
    card, took = _parse_take(text)
    return Play(card, frozenset(took))


def format_turn(turn: Turn) -> str:
    basra = f" = {turn.basra}" if turn.basra else ""
    return f"{turn.seat} {_format_take(turn.card, turn.took)}{basra}"


def parse_turn(text: str) -> Turn:
    """The opposite of `format_turn`. Raises BadNotation."""
    found = re.fullmatch(r"([01]) ([^=]+?)(?: = (plain|jack|komi))?", text)
    if not found:
        raise BadNotation(f"{quote(text)} is no turn")
    card, took = _parse_take(found[2])
    if found[3] and not took:
        raise BadNotation(f"{quote(text)}: a basra takes cards")
    return Turn(_parse_seat(found[1]), card, took, Basra(found[3]) if found[3] else None)


def format_position(state: Round) -> str:
    """The whole state with its hidden cards, without its options."""
    texts = {
        "dealer": str(state.dealer),
        "buried": format_cards(state.buried),
        "start": format_cards(state.floor_start),
        "floor": format_cards(state.floor),
        "hands": _format_pair(state.hands),
        "piles": _format_pair(state.piles),
        "pack": format_cards(state.pack),
        "turns": "; ".join(map(format_turn, state.turns)),
        "last": "" if state.last_capturer is None else str(state.last_capturer),
        "left": format_cards(state.leftovers),
    }
    return "\n".join(f"{name} {texts[name]}" for name in LINES if texts[name])


def parse_position(text: str, options: Options) -> Round:
    """The opposite of `format_position`. Raises BadNotation.

    No card may be in two places, but a drawn position need not have all 52.
    """
    texts = _split_lines(text)
    state = Round(
        options=options,
        dealer=_parse_seat(texts.get("dealer", "")),
        buried=parse_cards(texts.get("buried", "")),
        floor_start=parse_cards(texts.get("start", "")),
        floor=parse_cards(texts.get("floor", "")),
        hands=_parse_pair(texts.get("hands", "|")),
        piles=_parse_pair(texts.get("piles", "|")),
        pack=parse_cards(texts.get("pack", "")),
        turns=tuple(parse_turn(turn) for turn in texts.get("turns", "").split("; ") if turn),
        last_capturer=_parse_seat(texts["last"]) if "last" in texts else None,
        leftovers=parse_cards(texts.get("left", "")),
    )
    check_distinct((*state.floor, *state.pack, *sum(state.hands, ()), *sum(state.piles, ())))
    return state


def _format_take(card: Card, took: tuple[Card, ...]) -> str:
    return f"{card} x {format_cards(took)}" if took else card


def _parse_take(text: str) -> tuple[Card, tuple[Card, ...]]:
    card, takes, took = text.partition(" x ")
    cards = parse_cards(took)
    if takes and not cards:
        raise BadNotation(f"{quote(text)} takes nothing")
    if Card(card) in cards:
        raise BadNotation(f"{quote(text)} takes itself")
    return Card(card), cards


def _parse_seat(text: str) -> Seat:
    if text not in ("0", "1"):
        raise BadNotation(f"{quote(text)} is no seat")
    return 1 if text == "1" else 0


def _format_pair(cards: Pair[tuple[Card, ...]]) -> str:
    first, second = cards.map(format_cards)
    return f"{first} | {second}".strip() if first or second else ""


def _parse_pair(text: str) -> Pair[tuple[Card, ...]]:
    parts = text.split("|")
    if len(parts) != 2:
        raise BadNotation(f"{quote(text)} is not two lists of cards")
    return Pair(parse_cards(parts[0]), parse_cards(parts[1]))


def _split_lines(text: str) -> dict[str, str]:
    texts: dict[str, str] = {}
    for line in text.strip().splitlines():
        name, _, rest = line.strip().partition(" ")
        if name not in LINES or name in texts:
            raise BadNotation(f"unexpected line {quote(line.strip())}")
        texts[name] = rest.strip()
    return texts

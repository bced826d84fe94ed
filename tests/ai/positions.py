"""Positions drawn as text, from the side of the seat to move (seat 0, who leads)."""

from games.engine.cards import PACK, parse_cards
from games.engine.observation import Observation
from games.engine.options import PRESETS, SINGLE_ROUND, Options
from games.engine.pair import Pair
from games.engine.play import Turn


def draw(
    *,
    hand: str,
    floor: str = "",
    gone: str = "",
    theirs: int = 4,
    piles: tuple[int, int] = (0, 0),
    options: Options = PRESETS["basra-2"],
) -> Observation:
    """What seat 0 sees; `gone` are cards in the piles, and what no text names is not seen."""
    own, on_floor, taken = parse_cards(hand), parse_cards(floor), parse_cards(gone)
    seen = len(own) + len(on_floor) + len(taken)
    return Observation(
        options=options,
        seat=0,
        dealer=1,
        hand=own,
        floor=on_floor,
        floor_start=(),
        buried=(),
        turns=(Turn(seat=1, card=taken[0], took=taken[1:], basra=None),) if taken else (),
        hand_sizes=Pair(len(own), theirs),
        pile_sizes=Pair(*piles),
        pack_size=len(PACK) - seen - theirs,
        last_capturer=None,
        totals=Pair(0, 0),
        target=SINGLE_ROUND,
        carried=0,
    )

"""Rounds drawn as text, for tests of what is said about them."""

from typing import Any

from games.engine.cards import parse_cards
from games.engine.options import make_options
from games.engine.pair import Pair
from games.engine.round import Round
from games.engine.view import SeatView, view_round
from games.presenters.people import Person
from games.presenters.table import Scene, TableView, present_table

KARIM = Person("Karim", number=2)
SALMA = Person("Salma", number=1)


def draw(*, floor: str, hand: str, preset: str = "basra-2", **options: Any) -> SeatView:
    """The table of seat 0, who leads with this hand."""
    cards = parse_cards(floor)
    state = Round(
        options=make_options(preset, options),
        dealer=1,
        buried=(),
        floor_start=cards,
        floor=cards,
        hands=Pair(parse_cards(hand), parse_cards("QC")),
        piles=Pair((), ()),
        pack=(),
    )
    return view_round(state, 0)


def make_table(state: Round, **scene: Any) -> TableView:
    """Salma's table, in seat 0, against Karim."""
    columns = {
        "seat": 0,
        "people": Pair(SALMA, KARIM),
        "totals": Pair(30, 50),
        "target": 121,
        "carried": 0,
        "round_number": 1,
        "may_play": state.to_move == 0,
        **scene,
    }
    return present_table(Scene(view=view_round(state, 0), **columns))

"""A table as it stood after one move, to be looked back at."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.cards import Card
from games.engine.pair import Pair, Seat
from games.engine.view import SeatView
from games.presenters.bill_words import tell_leftovers
from games.presenters.moves import Deed, MoveLine, present_move
from games.presenters.people import Person, name_both, order_sides


@dataclass(frozen=True, slots=True)
class Look:
    """What a position is made of; `hands` are None where they are hidden."""

    view: SeatView
    reader: Seat | None
    people: Pair[Person]
    deed: Deed
    hands: Pair[tuple[Card, ...] | None]
    totals: Pair[int]
    target: int
    round_number: int


@dataclass(frozen=True, slots=True)
class PositionSide:
    """One of the two; `cards` are its open hand, `hidden` how many cards lie face down."""

    person: Person
    name: str
    total: int
    pile: int
    basras: int
    across: tuple[str, ...]
    cards: tuple[str, ...]
    hidden: int
    is_dealer: bool

    @property
    def backs(self) -> range:
        return range(self.hidden)


@dataclass(frozen=True, slots=True)
class PositionView:
    """`near` is the reader's side; `fallen` is the card just laid, where it lies on the floor."""

    near: PositionSide
    far: PositionSide
    move: MoveLine
    floor: tuple[str, ...]
    fallen: str
    round_number: int
    deal_number: int
    deals_in_all: int
    pack: int
    target: int
    buried: tuple[str, ...]
    what_follows: str
    leftovers: str


def present_position(look: Look) -> PositionView:
    view = look.view
    near, far = (_present_side(look, seat) for seat in order_sides(look.reader))
    return PositionView(
        near=near,
        far=far,
        move=present_move(look.deed, people=look.people, reader=look.reader),
        floor=view.floor,
        fallen=look.deed.turn.card if look.deed.turn else "",
        round_number=look.round_number,
        deal_number=view.deal_number,
        deals_in_all=view.deals_in_all,
        pack=view.pack_size,
        target=look.target,
        buried=view.buried,
        what_follows=_tell_what_follows(look),
        leftovers=_tell_leftovers(look),
    )


def _present_side(look: Look, seat: Seat) -> PositionSide:
    view, hand = look.view, look.hands[seat]
    return PositionSide(
        person=look.people[seat],
        name=name_both(look.people, reader=look.reader)[seat],
        total=look.totals[seat],
        pile=view.pile_sizes[seat],
        basras=view.basras[seat].total,
        across=tuple(turn.card for turn in view.turns if turn.seat == seat and turn.basra),
        cards=hand or (),
        hidden=view.hand_sizes[seat] if hand is None else 0,
        is_dealer=view.dealer == seat,
    )


def _tell_what_follows(look: Look) -> str:
    if look.view.to_move is None:
        return _("The round is over.")
    if look.deed.kind in ("resign", "abort", "time", "decide"):
        return _("The game is over.")
    if look.deed.kind == "hold":
        return _("Nobody plays until they let it go on.")
    if look.view.to_move == look.reader:
        return _("Your turn.")
    return _("%(name)s’s turn.") % {"name": look.people[look.view.to_move].at_start}


def _tell_leftovers(look: Look) -> str:
    taker = look.view.last_capturer
    if not look.view.leftovers or taker is None:
        return ""
    return tell_leftovers(look.view.leftovers, None if taker == look.reader else look.people[taker])

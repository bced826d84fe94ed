"""The one way from the whole state to what somebody may see (R1.5)."""

from dataclasses import dataclass

from games.engine.capture import Basra, Capture
from games.engine.cards import Card
from games.engine.observation import Observation
from games.engine.options import Options
from games.engine.pair import Pair, Seat
from games.engine.play import BasraCount, Turn
from games.engine.round import Round, find_basra, legal_plays
from games.engine.scoring import Match


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that a card in hand can do: take `take` and leave `leaves`, or stay."""

    card: Card
    take: Capture
    leaves: tuple[Card, ...]
    basra: Basra | None


@dataclass(frozen=True, slots=True)
class SeatView:
    """A round as one seat sees it, or a spectator (`seat` None: no hand, no choices).

    `choices` are there only for the seat to move.
    """

    seat: Seat | None
    options: Options
    dealer: Seat
    to_move: Seat | None
    deal_number: int
    deals_in_all: int
    buried: tuple[Card, ...]
    floor_start: tuple[Card, ...]
    floor: tuple[Card, ...]
    hand: tuple[Card, ...]
    hand_sizes: Pair[int]
    pile_sizes: Pair[int]
    pack_size: int
    basras: Pair[BasraCount]
    turns: tuple[Turn, ...]
    last_capturer: Seat | None
    leftovers: tuple[Card, ...]
    choices: tuple[Choice, ...]


def view_round(state: Round, seat: Seat | None) -> SeatView:
    """What `seat` may see of the round. The only road from a state to a page, mail or command."""
    return SeatView(
        seat=seat,
        options=state.options,
        dealer=state.dealer,
        to_move=state.to_move,
        deal_number=state.deal_number,
        deals_in_all=state.deals_in_all,
        buried=state.buried,
        floor_start=state.floor_start,
        floor=state.floor,
        hand=() if seat is None else state.hands[seat],
        hand_sizes=state.hands.map(len),
        pile_sizes=state.piles.map(len),
        pack_size=len(state.pack),
        basras=state.basras,
        turns=state.turns,
        last_capturer=state.last_capturer,
        leftovers=state.leftovers,
        choices=_list_choices(state, seat),
    )


def observe(state: Round, seat: Seat, *, match: Match) -> Observation:
    """What the computer is given for its play in `seat`."""
    return Observation(
        options=state.options,
        seat=seat,
        dealer=state.dealer,
        hand=state.hands[seat],
        floor=state.floor,
        floor_start=state.floor_start,
        buried=state.buried,
        turns=state.turns,
        hand_sizes=state.hands.map(len),
        pile_sizes=state.piles.map(len),
        pack_size=len(state.pack),
        last_capturer=state.last_capturer,
        totals=match.totals,
        target=match.target,
        carried=match.carried,
    )


def _list_choices(state: Round, seat: Seat | None) -> tuple[Choice, ...]:
    if seat is None or seat != state.to_move:
        return ()
    return tuple(
        Choice(
            card=play.card,
            take=play.take,
            leaves=tuple(on_floor for on_floor in state.floor if on_floor not in play.take),
            basra=find_basra(state, play),
        )
        for play in legal_plays(state)
    )

"""One pack played out: the deal, the plays, the end (R1, R2, R4.1)."""

from typing import NamedTuple

from games.engine.capture import Basra, basra_kind, legal_captures
from games.engine.cards import PACK, SWEEPERS, Card, check_distinct
from games.engine.errors import BadNotation, IllegalPlay, Reason
from games.engine.options import HAND_SIZE, Options
from games.engine.pair import Pair, Seat, other
from games.engine.play import BasraCount, Play, Turn, count_basras

Cards = tuple[Card, ...]

LAYING_DOWN = {card: (Play(card),) for card in PACK}


class Round(NamedTuple):
    """Everything about a round at one moment, hidden cards included.

    Only `games.engine.view` turns it into what a seat may see. `floor` keeps the order in which
    cards came; `pack` is what is left to deal, from the top; `leftovers` are the cards that went
    to the last capturer after the last play, and lie in that pile.
    """

    options: Options
    dealer: Seat
    buried: tuple[Card, ...]
    floor_start: tuple[Card, ...]
    floor: tuple[Card, ...]
    hands: Pair[tuple[Card, ...]]
    piles: Pair[tuple[Card, ...]]
    pack: tuple[Card, ...]
    turns: tuple[Turn, ...] = ()
    last_capturer: Seat | None = None
    leftovers: tuple[Card, ...] = ()

    @property
    def is_over(self) -> bool:
        return not (self.hands.first or self.hands.second)

    @property
    def to_move(self) -> Seat | None:
        """Whose turn it is; the non-dealer leads every deal (R1.3). None when it is over."""
        if self.is_over:
            return None
        return self.dealer if len(self.turns) % 2 else other(self.dealer)

    @property
    def plays_in_all(self) -> int:
        """48, or 50 with `first_floor` 2."""
        return len(PACK) - self.options.first_floor

    @property
    def deals_in_all(self) -> int:
        """Six, or seven with `first_floor` 2."""
        return -(-self.plays_in_all // (2 * HAND_SIZE))

    @property
    def deal_number(self) -> int:
        """The deal now played, from 1."""
        return min(len(self.turns) // (2 * HAND_SIZE) + 1, self.deals_in_all)

    @property
    def basras(self) -> Pair[BasraCount]:
        return Pair(count_basras(self.turns, 0), count_basras(self.turns, 1))


def deal_round(pack: tuple[Card, ...], *, dealer: Seat, options: Options) -> Round:
    """Lays the floor, buries what may not lie there (R1.2) and deals the first hands.

    `pack` is all 52 cards from the top. Raises BadNotation where it is not.
    """
    if len(check_distinct(pack)) != len(PACK):
        raise BadNotation("a pack has 52 cards")
    floor, rest, buried = _lay_floor(pack, options)
    hands, rest = _deal_hands(rest, dealer)
    return Round(
        options=options,
        dealer=dealer,
        buried=buried,
        floor_start=floor,
        floor=floor,
        hands=hands,
        piles=Pair((), ()),
        pack=rest,
    )


def _lay_floor(pack: Cards, options: Options) -> tuple[Cards, Cards, Cards]:
    floor, rest = list(pack[: options.first_floor]), list(pack[options.first_floor :])
    buried: list[Card] = []
    for place in range(len(floor)):
        while options.floor_specials == "bury" and floor[place] in SWEEPERS:
            buried.append(floor[place])
            rest.append(floor[place])
            floor[place] = rest.pop(0)
    return tuple(floor), tuple(rest), tuple(buried)


def _deal_hands(pack: Cards, dealer: Seat) -> tuple[Pair[Cards], Cards]:
    """Four each, the non-dealer first; what is left, halved, if it is less (R1.1)."""
    size = min(HAND_SIZE, len(pack) // 2)
    first, second = pack[:size], pack[size : 2 * size]
    return Pair(second, first) if dealer == 0 else Pair(first, second), pack[2 * size :]


def legal_plays(state: Round) -> tuple[Play, ...]:
    """Every play open to the seat to move, in the order of its hand; none when it is over."""
    seat = state.to_move
    if seat is None:
        return ()
    plays: list[Play] = []
    for card in state.hands[seat]:
        captures = legal_captures(card, state.floor, state.options)
        plays += [Play(card, take) for take in captures] if captures else LAYING_DOWN[card]
    return tuple(plays)


def find_forced_play(state: Round) -> Play | None:
    """The only play there is: one card left and one legal result. None where one may choose."""
    seat = state.to_move
    if seat is None or len(state.hands[seat]) != 1:
        return None
    plays = legal_plays(state)
    return plays[0] if len(plays) == 1 else None


def resolve_play(state: Round, card: Card, take: frozenset[Card] | None = None) -> Play:
    """The play as the rules complete it: `take` may be left out where one result is legal.

    Raises IllegalPlay with its reason.
    """
    seat = state.to_move
    if seat is None:
        raise IllegalPlay(Reason.ROUND_OVER)
    if card not in state.hands[seat]:
        raise IllegalPlay(Reason.NOT_IN_HAND)
    captures = legal_captures(card, state.floor, state.options) or (frozenset(),)
    if take is None and len(captures) > 1:
        raise IllegalPlay(Reason.NAME_A_CAPTURE)
    if take is None:
        return Play(card, captures[0])
    if take not in captures:
        raise IllegalPlay(Reason.NO_SUCH_CAPTURE)
    return Play(card, take)


def apply_play(state: Round, play: Play) -> Round:
    """The round after a play that `resolve_play` gave; deals again or ends the round."""
    seat = state.to_move
    if seat is None:
        raise IllegalPlay(Reason.ROUND_OVER)
    if play.take:
        took = tuple(sorted(play.take))
        floor = tuple([card for card in state.floor if card not in play.take])
        piles = state.piles.put(seat, (*state.piles[seat], play.card, *took))
        basra = find_basra(state, play)
    else:
        took, floor, piles, basra = (), (*state.floor, play.card), state.piles, None
    hands, pack = state.hands.put(seat, _without(state.hands[seat], play.card)), state.pack
    if not any(hands):
        hands, pack = _deal_hands(pack, state.dealer)
    after = Round(
        options=state.options,
        dealer=state.dealer,
        buried=state.buried,
        floor_start=state.floor_start,
        floor=floor,
        hands=hands,
        piles=piles,
        pack=pack,
        turns=(*state.turns, Turn(seat, play.card, took, basra)),
        last_capturer=seat if took else state.last_capturer,
    )
    return _give_leftovers(after) if after.is_over else after


def find_basra(state: Round, play: Play) -> Basra | None:
    """The basra that a play makes, or None; the last play of a round may make none (R3.5)."""
    if not state.options.last_card_basra and len(state.turns) + 1 == state.plays_in_all:
        return None
    return basra_kind(play.card, state.floor, play.take, state.options)


def _without(hand: Cards, card: Card) -> Cards:
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def _give_leftovers(state: Round) -> Round:
    """Cards left on the floor go to who captured last; to nobody if nobody did (R4.1)."""
    seat = state.last_capturer
    if seat is None:
        return state
    piles = state.piles.put(seat, state.piles[seat] + state.floor)
    return state._replace(floor=(), piles=piles, leftovers=state.floor)

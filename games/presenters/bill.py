"""The bill of a finished round: every point with its reason, so that it adds up by eye (R4)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.capture import Basra
from games.engine.options import Options
from games.engine.pair import SEATS, Pair, Seat, other
from games.engine.play import Turn
from games.engine.scoring import RoundScore
from games.engine.worth import CLASSIC_CARD_POINTS, points_for_basra
from games.presenters.plays import describe_play
from games.presenters.sentences import mark, mark_all

T = TypeVar("T")
NOTHING = "–"


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """What a bill is made of; `before` (totals) and `carried` (majority) were brought into it."""

    number: int
    options: Options
    target: int
    turns: tuple[Turn, ...]
    leftovers: tuple[str, ...]
    last_capturer: Seat | None
    score: RoundScore
    before: Pair[int]
    carried: int

    @property
    def after(self) -> Pair[int]:
        return Pair(*(self.before[seat] + self.score.points[seat] for seat in SEATS))


@dataclass(frozen=True, slots=True)
class Cell:
    figure: str
    note: str = ""

    @property
    def is_nothing(self) -> bool:
        return self.figure == NOTHING


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the bill: what for, why, and both figures."""

    title: str
    you: Cell
    them: Cell
    notes: tuple[str, ...] = ()
    is_count: bool = False


@dataclass(frozen=True, slots=True)
class Bill:
    """`rows` add up to `round_points`, and with `before` to `totals`; the reader comes first."""

    number: int
    names: tuple[str, str]
    rows: tuple[Row, ...]
    round_points: tuple[int, int]
    before: tuple[int, int]
    totals: tuple[int, int]
    needs: tuple[str, ...]

    @property
    def leader(self) -> int | None:
        """Which of the two totals leads: 0 the reader's, 1 the other's."""
        first, second = self.totals
        return None if first == second else int(second > first)


def present_bill(played: PlayedRound, *, names: Pair[str], seat: Seat) -> Bill:
    """`names` as the reader calls them, "You" among them."""
    rows = [_cards_row(played, names, seat), _majority_row(played, seat)]
    rows += [
        _basra_row(played, kind, names=names, seat=seat)
        for kind in Basra
        if kind is Basra.PLAIN or _has_basra(played, kind)
    ]
    if played.options.card_points != "none":
        rows.append(_card_points_row(played, names, seat))
    return Bill(
        number=played.number,
        names=_facing(names, seat),
        rows=tuple(rows),
        round_points=_facing(played.score.points, seat),
        before=_facing(played.before, seat),
        totals=_facing(played.after, seat),
        needs=_list_needs(played, names, seat),
    )


def _facing(pair: Pair[T], seat: Seat) -> tuple[T, T]:
    """The reader's value first."""
    return pair[seat], pair[other(seat)]


def _cell(points: int, note: str = "") -> Cell:
    return Cell(str(points), note) if points else Cell(NOTHING)


def _cards_row(played: PlayedRound, names: Pair[str], seat: Seat) -> Row:
    you, them = _facing(played.score.cards, seat)
    note = _tell_leftovers(played, names)
    return Row(
        title=_("Cards in the pile"),
        you=Cell(str(you)),
        them=Cell(str(them)),
        notes=(note,) if note else (),
        is_count=True,
    )


def _tell_leftovers(played: PlayedRound, names: Pair[str]) -> str:
    if played.last_capturer is None:
        return _("Nobody took a card in this round.")
    if not played.leftovers:
        return ""
    count = len(played.leftovers)
    words = {
        "count": count,
        "cards": mark_all(played.leftovers),
        "name": names[played.last_capturer],
    }
    return (
        ngettext(
            "The last card on the floor, %(cards)s, to who took last: %(name)s.",
            "The last %(count)d on the floor, %(cards)s, to who took last: %(name)s.",
            count,
        )
        % words
    )


def _majority_row(played: PlayedRound, seat: Seat) -> Row:
    you, them = _facing(played.score.majority, seat)
    return Row(
        title=_("Most cards"),
        you=_cell(you),
        them=_cell(them),
        notes=tuple(_tell_majority(played)),
    )


def _tell_majority(played: PlayedRound) -> Iterable[str]:
    """Why the majority went where it went, and what was carried into it or out of it (R4.2)."""
    points = {"points": played.options.majority_points, "carried": played.carried}
    if played.carried:
        yield _("%(points)d, and %(carried)d carried into this round.") % points
    if played.score.cards.first != played.score.cards.second:
        return
    if played.score.carried:
        yield _("Equal piles: %(carried)d carried to the next round.") % {
            "carried": played.score.carried
        }
    else:
        yield _("Equal piles: for nobody.")


def _has_basra(played: PlayedRound, kind: Basra) -> bool:
    return any(turn.basra == kind for turn in played.turns)


def _basra_row(played: PlayedRound, kind: Basra, *, names: Pair[str], seat: Seat) -> Row:
    made = Pair(*(_list_basras(played, kind, side) for side in SEATS))
    worth = points_for_basra(kind, played.options)
    cells = made.map(lambda turns: _cell(len(turns) * worth, f"{len(turns)} × {worth}"))
    you, them = _facing(cells, seat)
    notes = [
        f"{names[side]}: " + "; ".join(map(describe_play, made[side]))
        for side in (seat, other(seat))
        if made[side]
    ]
    titles = {
        Basra.PLAIN: _("Basra"),
        Basra.JACK: _("Jack basra"),
        Basra.KOMI: _("Komi basra"),
    }
    return Row(titles[kind], you, them, notes=tuple(notes) or (_("None in this round."),))


def _list_basras(played: PlayedRound, kind: Basra, seat: Seat) -> list[Turn]:
    return [turn for turn in played.turns if turn.basra == kind and turn.seat == seat]


def _card_points_row(played: PlayedRound, names: Pair[str], seat: Seat) -> Row:
    you, them = _facing(played.score.card_points, seat)
    notes = [
        f"{names[side]}: {text}"
        for side in (seat, other(seat))
        if (text := _tell_card_points(_pile_of(played, side)))
    ]
    return Row(_("Single cards"), _cell(you), _cell(them), notes=tuple(notes))


def _tell_card_points(pile: Iterable[str]) -> str:
    """ "[AC] [JD], 1 each; [2C] 2; [TD] 3", of the cards that are there."""
    cards = sorted(card for card in pile if card in CLASSIC_CARD_POINTS)
    singles = [card for card in cards if CLASSIC_CARD_POINTS[card] == 1]
    parts = [_("%(cards)s, 1 each") % {"cards": mark_all(singles)}] if singles else []
    parts += [
        f"{mark(card)} {CLASSIC_CARD_POINTS[card]}"
        for card in cards
        if CLASSIC_CARD_POINTS[card] > 1
    ]
    return "; ".join(parts)


def _pile_of(played: PlayedRound, seat: Seat) -> list[str]:
    pile: list[str] = []
    for turn in played.turns:
        if turn.seat == seat and turn.took:
            pile += [turn.card, *turn.took]
    return pile + list(played.leftovers if played.last_capturer == seat else ())


def _list_needs(played: PlayedRound, names: Pair[str], seat: Seat) -> tuple[str, ...]:
    """How far it still is for each; nothing where the match is decided or has one round."""
    totals = played.after
    if max(totals) >= played.target:
        return (_("Equal: another round decides."),) if totals.first == totals.second else ()
    return tuple(
        _("%(name)s: %(points)d more to %(target)d.")
        % {
            "name": names[side],
            "points": played.target - totals[side],
            "target": played.target,
        }
        for side in (seat, other(seat))
    )

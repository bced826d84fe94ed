"""The bill of a finished round: every point with its reason, so that it adds up by eye (R4)."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.capture import Basra
from games.engine.options import Options
from games.engine.pair import SEATS, Pair, Seat
from games.engine.play import Turn
from games.engine.scoring import RoundScore
from games.engine.worth import points_for_basra
from games.presenters.bill_words import (
    tell_card_points,
    tell_leftovers,
    tell_majority,
    tell_need,
)
from games.presenters.people import Person, facing, order_sides
from games.presenters.plays import describe_play

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


def present_bill(played: PlayedRound, *, people: Pair[Person], seat: Seat | None) -> Bill:
    """The bill as the one in that seat reads it, or a spectator (None)."""
    names = people.map(lambda person: person.isolated)
    names = names if seat is None else names.put(seat, _("You"))
    rows = [_cards_row(played, people, seat), _majority_row(played, seat)]
    rows += [
        _basra_row(played, kind, names=names, seat=seat)
        for kind in Basra
        if kind is Basra.PLAIN or _has_basra(played, kind)
    ]
    if played.options.card_points != "none":
        rows.append(_card_points_row(played, names, seat))
    return Bill(
        number=played.number,
        names=facing(names, seat),
        rows=tuple(rows),
        round_points=facing(played.score.points, seat),
        before=facing(played.before, seat),
        totals=facing(played.after, seat),
        needs=_list_needs(played, people, seat),
    )


def _cell(points: int, note: str = "") -> Cell:
    return Cell(str(points), note) if points else Cell(NOTHING)


def _cards_row(played: PlayedRound, people: Pair[Person], seat: Seat | None) -> Row:
    you, them = facing(played.score.cards, seat)
    note = _tell_last_cards(played, people, seat)
    return Row(
        title=_("Cards in the pile"),
        you=Cell(str(you)),
        them=Cell(str(them)),
        notes=(note,) if note else (),
        is_count=True,
    )


def _tell_last_cards(played: PlayedRound, people: Pair[Person], seat: Seat | None) -> str:
    taker = played.last_capturer
    if taker is None:
        return _("Nobody took a card in this round.")
    if not played.leftovers:
        return ""
    return tell_leftovers(played.leftovers, None if taker == seat else people[taker])


def _majority_row(played: PlayedRound, seat: Seat | None) -> Row:
    you, them = facing(played.score.majority, seat)
    return Row(
        title=_("Most cards"),
        you=_cell(you),
        them=_cell(them),
        notes=tuple(tell_majority(played.score, played.options, carried=played.carried)),
    )


def _has_basra(played: PlayedRound, kind: Basra) -> bool:
    return any(turn.basra == kind for turn in played.turns)


def _basra_row(played: PlayedRound, kind: Basra, *, names: Pair[str], seat: Seat | None) -> Row:
    made = Pair(*(_list_basras(played, kind, side) for side in SEATS))
    worth = points_for_basra(kind, played.options)
    cells = made.map(lambda turns: _cell(len(turns) * worth, f"{len(turns)} × {worth}"))
    you, them = facing(cells, seat)
    notes = [
        f"{names[side]}: " + "; ".join(map(describe_play, made[side]))
        for side in order_sides(seat)
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


def _card_points_row(played: PlayedRound, names: Pair[str], seat: Seat | None) -> Row:
    you, them = facing(played.score.card_points, seat)
    notes = [
        f"{names[side]}: {text}"
        for side in order_sides(seat)
        if (text := tell_card_points(_pile_of(played, side)))
    ]
    return Row(_("Single cards"), _cell(you), _cell(them), notes=tuple(notes))


def _pile_of(played: PlayedRound, seat: Seat) -> list[str]:
    pile: list[str] = []
    for turn in played.turns:
        if turn.seat == seat and turn.took:
            pile += [turn.card, *turn.took]
    return pile + list(played.leftovers if played.last_capturer == seat else ())


def _list_needs(played: PlayedRound, people: Pair[Person], seat: Seat | None) -> tuple[str, ...]:
    """How far it still is for each; nothing where the match is decided or has one round."""
    totals = played.after
    if max(totals) >= played.target:
        return (_("Equal: another round decides."),) if totals.first == totals.second else ()
    return tuple(
        tell_need(
            played.target - totals[side],
            played.target,
            None if side == seat else people[side],
        )
        for side in order_sides(seat)
    )

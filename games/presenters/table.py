"""The table of a running round, as one of its two seats reads it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.pair import Pair, Seat, other
from games.engine.view import SeatView
from games.presenters.people import Person, name_both
from games.presenters.plays import (
    PLAYS_A_DEAL,
    DealLines,
    PlayLine,
    describe_turn,
    group_by_deal,
)
from games.presenters.points import tell_points
from games.presenters.preview import FloorCard, HandCard, preview_turn
from games.presenters.sentences import in_words


@dataclass(frozen=True, slots=True)
class Scene:
    """What a table is made of: the round as its seat sees it, and the match around it.

    `forced` are the turns, by their place in the round, that the house made. `act` says what was
    done after the last of them, and is empty where that was nothing.
    """

    view: SeatView
    seat: Seat
    people: Pair[Person]
    totals: Pair[int]
    target: int
    carried: int
    round_number: int
    may_play: bool
    forced: Collection[int] = ()
    act: str = ""
    is_held: bool = False

    @property
    def names(self) -> Pair[str]:
        return name_both(self.people, reader=self.seat)


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two: `across` are the cards that made a basra, laid across the pile."""

    person: Person
    name: str
    total: int
    meter: int
    pile: int
    basras: int
    across: tuple[str, ...]
    hand: int
    is_dealer: bool

    @property
    def backs(self) -> range:
        """As many as there are cards in hand, for a template to count."""
        return range(self.hand)

    @property
    def unit(self) -> str:
        """What the total counts, for who hears it."""
        return ngettext("point", "points", self.total)

    @property
    def cards_taken(self) -> str:
        return ngettext("%(count)d card", "%(count)d cards", self.pile) % {"count": self.pile}

    @property
    def basras_made(self) -> str:
        return ngettext("%(count)d basra", "%(count)d basras", self.basras) % {"count": self.basras}


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything that the page of a table prints."""

    you: Side
    them: Side
    round_number: int
    deal_number: int
    deals_in_all: int
    pack: int
    target: int
    carried: int
    points: str
    is_your_turn: bool
    may_play: bool
    hand: tuple[HandCard, ...]
    floor: tuple[FloorCard, ...]
    buried: tuple[str, ...]
    last: PlayLine | None
    since: tuple[PlayLine, ...]
    news: str
    deals: tuple[DealLines, ...]
    plays: int
    has_chosen: bool
    act: str
    is_held: bool

    @property
    def is_last_deal(self) -> bool:
        return self.deal_number == self.deals_in_all

    @property
    def told(self) -> tuple[PlayLine, ...]:
        """`since`, where it is more than `last` says already."""
        return () if self.since == (self.last,) else self.since

    @property
    def heard(self) -> str:
        """What a listener is told when the table changes."""
        plays = [f"{line.who}: {in_words(line.text)}." for line in self.since]
        turn = _("Your turn.") if self.may_play else _("Not your turn.")
        return " ".join(filter(None, [*plays, self.news, self.act, turn]))


def present_table(scene: Scene) -> TableView:
    view, seat = scene.view, scene.seat
    preview, lines = preview_turn(view), _describe_turns(scene)
    since = _count_since_own_choice(lines)
    return TableView(
        you=_present_side(scene, seat),
        them=_present_side(scene, other(seat)),
        round_number=scene.round_number,
        deal_number=view.deal_number,
        deals_in_all=view.deals_in_all,
        pack=view.pack_size,
        target=scene.target,
        carried=scene.carried,
        points=tell_points(view.options),
        is_your_turn=view.to_move == seat,
        may_play=scene.may_play,
        hand=preview.hand,
        floor=preview.floor,
        buried=view.buried,
        last=next((line for line in reversed(lines) if not line.is_mine), None),
        since=tuple(lines[len(lines) - since :]),
        news=_tell_news(scene, since),
        deals=group_by_deal(lines),
        plays=len(lines),
        has_chosen=since < len(lines),
        act=scene.act,
        is_held=scene.is_held,
    )


def _describe_turns(scene: Scene) -> list[PlayLine]:
    names = scene.names
    return [
        describe_turn(turn, names=names, seat=scene.seat, forced=place in scene.forced)
        for place, turn in enumerate(scene.view.turns)
    ]


def title_table(table: TableView) -> str:
    """What the tab of the browser says."""
    words = {"name": table.them.name}
    return _("● Your turn · %(name)s") % words if table.may_play else table.them.name


def _present_side(scene: Scene, seat: Seat) -> Side:
    view = scene.view
    total = scene.totals[seat]
    return Side(
        person=scene.people[seat],
        name=scene.names[seat],
        total=total,
        meter=min(total, scene.target),
        pile=view.pile_sizes[seat],
        basras=view.basras[seat].total,
        across=tuple(turn.card for turn in view.turns if turn.seat == seat and turn.basra),
        hand=view.hand_sizes[seat],
        is_dealer=view.dealer == seat,
    )


def _count_since_own_choice(lines: Sequence[PlayLine]) -> int:
    """How many plays came after the last one that the reader chose."""
    count = 0
    for line in reversed(lines):
        if line.is_mine and not line.is_forced:
            break
        count += 1
    return count


def _tell_news(scene: Scene, since: int) -> str:
    """The deal or round that began since the reader's own last play; empty if none did."""
    view = scene.view
    plays = len(view.turns)
    is_new_deal = plays % PLAYS_A_DEAL <= since and plays // PLAYS_A_DEAL < view.deals_in_all
    if not is_new_deal:
        return ""
    if view.deal_number == view.deals_in_all:
        return _("The last deal: the pack is empty.")
    if view.deal_number > 1:
        return _("Deal %(number)d of %(all)d.") % {
            "number": view.deal_number,
            "all": view.deals_in_all,
        }
    return _tell_new_round(scene)


def _tell_new_round(scene: Scene) -> str:
    if scene.view.dealer == scene.seat:
        return _("Round %(number)d: you deal.") % {"number": scene.round_number}
    return _("Round %(number)d: you lead.") % {"number": scene.round_number}

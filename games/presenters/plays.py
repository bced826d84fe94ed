"""Plays that were made, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.capture import Basra
from games.engine.pair import Pair
from games.engine.play import Turn
from games.presenters.sentences import mark, mark_all

PLAYS_A_DEAL = 8


@dataclass(frozen=True, slots=True)
class PlayLine:
    """One play: `text` and the name of its basra, if it made one."""

    who: str
    is_mine: bool
    is_forced: bool
    text: str
    basra: str
    card: str
    took: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DealLines:
    """The plays of one deal, the latest first."""

    number: int
    lines: tuple[PlayLine, ...]


def describe_turn(turn: Turn, *, names: Pair[str], seat: int | None, forced: bool) -> PlayLine:
    return PlayLine(
        who=names[turn.seat],
        is_mine=turn.seat == seat,
        is_forced=forced,
        text=describe_play(turn),
        basra=name_basra(turn.basra),
        card=turn.card,
        took=turn.took,
    )


def describe_play(turn: Turn) -> str:
    """What the card did; the card is the subject, so nobody's gender is guessed."""
    if not turn.took:
        return _("%(card)s laid") % {"card": mark(turn.card)}
    return _("%(card)s took %(taken)s") % {
        "card": mark(turn.card),
        "taken": mark_all(turn.took),
    }


def name_basra(kind: Basra | None) -> str:
    """The name of a kind of basra; empty for none."""
    if kind is None:
        return ""
    return {
        Basra.PLAIN: pgettext("a play", "basra"),
        Basra.JACK: pgettext("a play", "jack basra"),
        Basra.KOMI: pgettext("a play", "komi basra"),
    }[kind]


def group_by_deal(lines: Sequence[PlayLine]) -> tuple[DealLines, ...]:
    """The lines of a round in its deals, the latest deal and play first."""
    deals = [
        DealLines(start // PLAYS_A_DEAL + 1, tuple(reversed(lines[start : start + PLAYS_A_DEAL])))
        for start in range(0, len(lines), PLAYS_A_DEAL)
    ]
    return tuple(reversed(deals))

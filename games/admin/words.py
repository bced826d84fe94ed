"""Games in words, for staff."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.desk_read import NOBODY
from games.engine.pair import Pair, as_seat
from games.forms import NewGameForm
from games.models import Game, Move, MoveKind, Round, Via
from games.presenters.presets import POINTS, WORDS

LINE_BREAK = SafeString("<br>")
BY_STAFF = {
    MoveKind.HOLD: gettext_lazy("Staff put the game on hold"),
    MoveKind.RELEASE: gettext_lazy("Staff released the game"),
    MoveKind.DECIDE: gettext_lazy("Staff ended the game"),
}


def name_both(game: Game) -> Pair[str]:
    """The names of both seats, which should have come with the game."""
    first, second = game.seats.all()
    return Pair(first.name, second.name)


def name_seat(game: Game, seat: int | None) -> str:
    """Who sits there; a dash for no seat."""
    return NOBODY if seat is None else name_both(game)[as_seat(seat)]


def write_score(points: Pair[int]) -> str:
    """On one line, the first seat's first."""
    return f"{points.first}\u00a0:\u00a0{points.second}"


def tell_points(row: Round) -> str:
    """What a round paid; a dash where it has not."""
    return NOBODY if row.points is None else write_score(row.points)


def describe_move(move: Move, names: Pair[str]) -> str:
    """What was done, such as `Layla: 8H takes 8S AC, basra`."""
    if move.seat is None:
        return str(BY_STAFF[MoveKind(move.kind)])
    who = {"name": names[as_seat(move.seat)], "card": move.card, "took": move.took}
    if move.kind == MoveKind.ABORT:
        return _("%(name)s: called the game off") % who
    if move.kind == MoveKind.RESIGN:
        return _("%(name)s: resigned") % who
    if not move.took:
        return _("%(name)s: %(card)s stays") % who
    if not move.basra:
        return _("%(name)s: %(card)s takes %(took)s") % who
    return _("%(name)s: %(card)s takes %(took)s, %(basra)s") % {
        **who,
        "basra": move.get_basra_display(),
    }


def list_moves_in_words(moves: Iterable[Move], names: Pair[str]) -> SafeString:
    """All moves under the number of their round; what did not come from a page says so."""
    rounds = groupby(moves, key=lambda move: move.round.number)
    parts = (_list_round(number, list(made), names) for number, made in rounds)
    return format_html_join("", '<h3>{}</h3><ol start="{}">{}</ol>', parts)


def _list_round(number: int, moves: list[Move], names: Pair[str]) -> tuple[str, int, SafeString]:
    lines = ((_with_way(move, describe_move(move, names)),) for move in moves)
    title = _("Round %(number)d") % {"number": number}
    return title, moves[0].seq, format_html_join("", "<li>{}</li>", lines)


def _with_way(move: Move, words: str) -> str:
    return words if move.via in (Via.PAGE, Via.STAFF) else f"{words} ({move.get_via_display()})"


def list_options_in_words(options: Mapping[str, Any]) -> SafeString:
    """Each option of a game with its value; what has no words is shown as it is stored."""
    return format_html_join(LINE_BREAK, "{}: {}", _tell(options))


def _tell(options: Mapping[str, Any]) -> Iterator[tuple[object, object]]:
    fields = NewGameForm.base_fields
    for name, value in options.items():
        if name in POINTS:
            yield POINTS[name], value
        elif name in WORDS:
            title, values = WORDS[name]
            yield title, values.get(value, value)
        elif name in NewGameForm.OPTION_FIELDS:
            form_value = {True: "yes", False: "no"}.get(value, str(value))
            choices = dict(getattr(fields[name], "choices", ()))
            yield fields[name].label, choices.get(form_value, value)
        else:
            yield name, value


def mask_address(address: str) -> str:
    """Enough to ask "is it the one that begins with k?", and no more: `k…@example.com`."""
    name, at, domain = address.partition("@")
    return f"{name[:1]}…{at}{domain}" if address else NOBODY

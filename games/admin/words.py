"""Games in words, for staff."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.desk import SEE_ADDRESSES
from accounts.desk_read import NOBODY
from accounts.models import User
from games import clock
from games.engine.pair import Pair, as_seat
from games.forms import NewGameForm
from games.models import Game, Move, MoveKind, Round, TimeControl, Via
from games.presenters.people import Person
from games.presenters.presets import POINTS, WORDS
from games.presenters.sentences import mark, mark_all
from games.templatetags.sentences import with_chips

HOURS_A_DAY = 24
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


def write_both(game: Game) -> str:
    """The names of both seats beside each other, each in its own direction."""
    return " – ".join(Person(name).isolated for name in name_both(game))


def name_seat(game: Game, seat: int | None) -> str:
    """Who sits there; a dash for no seat."""
    return NOBODY if seat is None else name_both(game)[as_seat(seat)]


def write_score(points: Pair[int]) -> str:
    """On one line, the first seat's first."""
    return f"{points.first}\u00a0:\u00a0{points.second}"


def tell_points(row: Round) -> str:
    """What a round paid; a dash where it has not."""
    return NOBODY if row.points is None else write_score(row.points)


def tell_state(game: Game) -> str:
    """The status, and of a running game whether it is on hold."""
    return _("on hold") if game.is_running and game.is_held else game.get_status_display()


def tell_pace(hours: int | None) -> str:
    """Time for a turn, in two words; a dash for none."""
    if hours is None:
        return NOBODY
    if hours % HOURS_A_DAY:
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    days = hours // HOURS_A_DAY
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}


def tell_hours(time: TimeControl | None) -> str:
    """For a turn and beside it, such as `2 days + 3 days`; a dash for no clock."""
    if time is None:
        return NOBODY
    return " + ".join(tell_pace(part) for part in (time.pace, time.bank) if part)


def tell_time(time: TimeControl | None) -> str:
    """The same with what it says of vacations, such as `2 days + 3 days, no vacations`."""
    hours = tell_hours(time)
    if time is None or time.stops_for_vacation:
        return hours
    return _("%(hours)s, no vacations") % {"hours": hours}


def tell_moment(moment: datetime | None) -> str:
    """In the reader's zone and short enough for a column; a dash for none."""
    if moment is None:
        return NOBODY
    local, now = timezone.localtime(moment), timezone.localtime(clock.now())
    return date_format(local, "j M, H:i" if local.year == now.year else "j M Y, H:i")


def tell_left(left: timedelta | None) -> str:
    """How much time is left, in its two largest units; a dash for no clock."""
    if left is None:
        return NOBODY
    now = clock.now()
    return timesince(now, now + left)


def describe_move(move: Move, names: Pair[str]) -> str:
    """What was done, such as `Layla: [8H] takes [8S] [AC], basra`, for `with_chips`."""
    if move.seat is None:
        return str(BY_STAFF[MoveKind(move.kind)])
    who = {"name": names[as_seat(move.seat)], "card": mark(move.card)}
    if move.kind == MoveKind.ABORT:
        return _("%(name)s: called the game off") % who
    if move.kind == MoveKind.RESIGN:
        return _("%(name)s: resigned") % who
    if move.kind == MoveKind.TIME:
        return _("%(name)s: ran out of time") % who
    if not move.took:
        return _("%(name)s: %(card)s stays") % who
    return _tell_capture(move, {**who, "took": mark_all(move.cards_taken)})


def _tell_capture(move: Move, words: dict[str, str]) -> str:
    if not move.basra:
        return _("%(name)s: %(card)s takes %(took)s") % words
    return _("%(name)s: %(card)s takes %(took)s, %(basra)s") % {
        **words,
        "basra": move.get_basra_display(),
    }


def draw_cards(codes: str) -> SafeString | str:
    """The stored cards as chips; a dash for none."""
    return with_chips(mark_all(codes.split())) if codes else NOBODY


def list_moves_in_words(moves: Iterable[Move], names: Pair[str]) -> SafeString:
    """All moves under the number of their round; what did not come from a page says so."""
    rounds = groupby(moves, key=lambda move: move.round.number)
    parts = (_list_round(number, list(made), names) for number, made in rounds)
    return format_html_join("", '<h3>{}</h3><ol start="{}">{}</ol>', parts)


def _list_round(number: int, moves: list[Move], names: Pair[str]) -> tuple[str, int, SafeString]:
    lines = ((with_chips(_with_way(move, describe_move(move, names))),) for move in moves)
    title = _("Round %(number)d") % {"number": number}
    return title, moves[0].seq, format_html_join("", "<li>{}</li>", lines)


def _with_way(move: Move, words: str) -> str:
    return (
        words
        if move.via in (Via.PAGE, Via.STAFF, Via.CLOCK)
        else f"{words} ({move.get_via_display()})"
    )


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


def write_address(address: str, *, viewer: User) -> str:
    """In full for those who may see addresses; a dash for none."""
    if address and viewer.has_perm(SEE_ADDRESSES):
        return address
    return mask_address(address)


def mask_address(address: str) -> str:
    """Enough to ask "is it the one that begins with k?", and no more: `k…@example.com`."""
    name, at, domain = address.partition("@")
    return f"{name[:1]}…{at}{domain}" if address else NOBODY

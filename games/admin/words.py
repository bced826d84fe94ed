"""Moves in words, for staff."""

from collections.abc import Iterable

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine.pair import Pair, as_seat
from games.models import Move, MoveKind, Via


def describe_move(move: Move, names: Pair[str]) -> str:
    """What was done, such as `Layla: 8H takes 8S AC, basra`."""
    who = {"name": names[as_seat(move.seat)], "card": move.card, "took": move.took}
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
    """All moves as one numbered list; what did not come from a page says so."""
    lines = ((_with_way(move, describe_move(move, names)),) for move in moves)
    return format_html("<ol>{}</ol>", format_html_join("", "<li>{}</li>", lines))


def _with_way(move: Move, words: str) -> str:
    return words if move.via == Via.PAGE else f"{words} ({move.get_via_display()})"

"""A turn is running out, or who waits for it asks after it."""

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _

from games import clock
from games.deadlines import Running
from games.mail.letter import Letter
from games.mail.table import Table
from games.mail.turn import find_last_play, write_of_turn
from games.mail.words import tell_capture, tell_play, tell_turn
from games.presenters.deadline import tell_span, tell_time_out
from games.presenters.moments import tell_moment
from games.queries import foresee_time_out


def write_reminder(table: Table, *, is_last: bool) -> Letter:
    """Before the turn is lost, or before the bank begins."""
    return write_of_turn(
        table,
        subject=_tell_subject(table, is_last=is_last),
        headline=_tell_left(table),
        paragraphs=[*_tell_danger(table), *_tell_turn(table)],
        why=_tell_why(is_last=is_last),
    )


def write_nudge(table: Table) -> Letter:
    """The other side has asked after the turn."""
    return write_of_turn(
        table,
        subject=_("Somebody waits for you: your turn"),
        headline=_("%(name)s asks after your turn") % {"name": table.them.at_start},
        paragraphs=list(_tell_turn(table)),
        why=_("You get this because somebody has asked after your turn; once a day at most."),
    )


def _tell_subject(table: Table, *, is_last: bool) -> str:
    running = table.game.clock
    if not isinstance(running, Running):
        return _("A reminder: your turn")
    words = {"moment": tell_moment(_find_end(running), now=clock.now())}
    if is_last:
        return _("Last reminder: your turn until %(moment)s") % words
    return _("A reminder: your turn until %(moment)s") % words


def _tell_left(table: Table) -> str:
    """ "40 minutes left against Karim"; until the bank begins, or the game is lost."""
    running, words = table.game.clock, {"name": table.them.in_sentence}
    if not isinstance(running, Running):
        return _("Your turn against %(name)s") % words
    left = tell_span(_find_end(running) - clock.now())
    return _("%(time)s left against %(name)s") % {"time": left, **words}


def _tell_danger(table: Table) -> Iterator[str]:
    """What follows when the time is gone, with the moment of it where a bank comes first."""
    running = table.game.clock
    if not isinstance(running, Running):
        return
    after = tell_time_out(foresee_time_out(table.game))
    if _find_end(running) == running.deadline_at:
        yield after
        return
    bank = _("Then your bank of %(time)s starts, until %(moment)s.") % {
        "time": tell_span(running.deadline_at - running.bank_at),
        "moment": tell_moment(running.deadline_at, now=clock.now()),
    }
    yield f"{bank} {after}"


def _find_end(running: Running) -> datetime:
    """The nearer of the two moments that is still ahead."""
    return running.bank_at if clock.now() < running.bank_at else running.deadline_at


def _tell_turn(table: Table) -> Iterator[str]:
    if (last := find_last_play(table)) is not None:
        yield f"{tell_play(last, table.them)}. {tell_capture(last)}"
    yield tell_turn(table.game)


def _tell_why(*, is_last: bool) -> str:
    if is_last:
        return _("You get this because a turn of yours runs out. It is the last word about it.")
    return _("You get this because half the time of a turn of yours is gone.")

"""A turn is running out, or who waits for it asks after it."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games import clock
from games.deadlines import Running
from games.mail.letter import Letter
from games.mail.table import Table
from games.mail.turn import list_others, tell_last_play
from games.presenters.deadline import tell_span
from games.presenters.moments import tell_moment


def write_reminder(table: Table, *, is_last: bool) -> Letter:
    """Before the turn is lost, or before the bank begins."""
    others, more_others = list_others(table)
    return Letter(
        subject=_tell_subject(table, is_last=is_last),
        headline=_tell_left(table),
        paragraphs=list(_list_paragraphs(table, is_last=is_last)),
        terms=table.deadline,
        floor=table.floor,
        score=table.score,
        button=_("Open the game"),
        url=table.url,
        others=others,
        more_others=more_others,
        why=_("You get this because a turn of yours is running out."),
    )


def write_nudge(table: Table) -> Letter:
    words = {"name": table.them.at_start}
    others, more_others = list_others(table)
    return Letter(
        subject=_("Somebody waits for you: your turn"),
        headline=_("%(name)s asks after your turn") % words,
        paragraphs=list(_tell_play(table)),
        terms=table.deadline,
        floor=table.floor,
        score=table.score,
        button=_("Open the game"),
        url=table.url,
        others=others,
        more_others=more_others,
        why=_("You get this because somebody has asked after your turn; once a day at most."),
    )


def _tell_subject(table: Table, *, is_last: bool) -> str:
    if isinstance(table.game.clock, Running):
        words = {"moment": tell_moment(table.game.clock.deadline_at, now=clock.now())}
        if is_last:
            return _("Last reminder: your turn until %(moment)s") % words
        return _("A reminder: your turn until %(moment)s") % words
    return _("A reminder: your turn")


def _tell_left(table: Table) -> str:
    """ "40 minutes left"; what is left until the nearer of the two moments."""
    running, now = table.game.clock, clock.now()
    if not isinstance(running, Running):
        return _("It is your turn against %(name)s") % {"name": table.them.in_sentence}
    end = running.bank_at if now < running.bank_at else running.deadline_at
    return _("%(time)s left against %(name)s") % {
        "time": tell_span(end - now),
        "name": table.them.in_sentence,
    }


def _list_paragraphs(table: Table, *, is_last: bool) -> Iterator[str]:
    yield from _tell_play(table)
    if is_last:
        yield _("This is the last reminder of this turn.")


def _tell_play(table: Table) -> Iterator[str]:
    if (play := tell_last_play(table)) is not None:
        yield f"{play}."
    yield _("It is your turn.")

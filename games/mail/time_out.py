"""The clock has ended a game."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games import clock
from games.engine.pair import as_seat
from games.mail.ending import find_last_act, make_result, score_rounds, tell_outcome
from games.mail.letter import Letter
from games.mail.table import Table
from games.models import GameStatus, Move
from games.presenters.moments import tell_moment


def write_time_out(table: Table) -> Letter:
    act = find_last_act(table)
    result = make_result(table, act)
    return Letter(
        subject=_tell_subject(table),
        headline=_tell_headline(table, act),
        paragraphs=list(_list_paragraphs(table, act)),
        score=None if result.is_void else score_rounds(table, result.rounds),
        button=_("See the result"),
        url=table.url,
        why=_("You get this because a game of yours is over."),
    )


def _is_readers(table: Table, act: Move | None) -> bool:
    return act is not None and act.seat is not None and as_seat(act.seat) == table.seat


def _tell_subject(table: Table) -> str:
    """For who has lost as well: no name may stand there."""
    if table.game.status == GameStatus.ABORTED:
        return _("Time ran out: the game is called off")
    if table.game.winner == table.seat:
        return _("Time ran out: you win")
    if table.game.winner is None:
        return tell_outcome(table)
    return _("Time ran out: you lose")


def _tell_headline(table: Table, act: Move | None) -> str:
    if _is_readers(table, act):
        return _("Your time ran out against %(name)s") % {"name": table.them.in_sentence}
    return _("The time of %(name)s ran out") % {"name": table.them.in_sentence}


def _list_paragraphs(table: Table, act: Move | None) -> Iterator[str]:
    yield _tell_moment(table, act)
    yield _tell_rule(table, act)
    if table.time_terms:
        yield _("You had agreed on %(time)s.") % {"time": table.time_terms}


def _tell_moment(table: Table, act: Move | None) -> str:
    """Until when there was time; of a notice that was lost and owed anew, the end is known only."""
    missed_at, ended_at = table.notice.deadline_at, table.game.ended_at or table.notice.created_at
    words = {
        "name": table.them.at_start,
        "moment": tell_moment(missed_at or ended_at, now=clock.now()),
    }
    if missed_at is None:
        return _("The clock ended the game on %(moment)s, a minute after time was up.") % words
    if _is_readers(table, act):
        return (
            _("You had until %(moment)s. After a minute of grace the clock ended the game.") % words
        )
    return (
        _("%(name)s had until %(moment)s. After a minute of grace the clock ended the game.")
        % words
    )


def _tell_rule(table: Table, act: Move | None) -> str:
    words = {"name": table.them.at_start}
    if table.game.status == GameStatus.ABORTED:
        if _is_readers(table, act):
            return _("You had not played a card yet. So it is called off and counts for nobody.")
        return _("%(name)s had not played a card yet. So it counts for nobody.") % words
    if _is_readers(table, act):
        return _("Whose time is gone loses the match: %(name)s wins.") % words
    return _("Whose time is gone loses the match: you win.")

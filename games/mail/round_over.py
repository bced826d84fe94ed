"""A round is over and the match goes on."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.mail.letter import Letter, Score
from games.mail.table import Table
from games.models import Notice, Round
from games.presenters.people import facing


def write_round_over(table: Table, notice: Notice) -> Letter:
    row = _find_round(notice)
    number = row.number if row else table.game.round_number
    words = {"number": number, "name": table.them.in_sentence}
    return Letter(
        subject=_("Round %(number)d is over") % words,
        headline=_("Round %(number)d against %(name)s is over") % words,
        paragraphs=list(_list_paragraphs(table, row)),
        terms=table.deadline,
        score=_score(table, row) if row else None,
        button=_("Open the game"),
        url=table.url,
        why=_("You get this because a round of yours is over."),
    )


def _find_round(notice: Notice) -> Round | None:
    """The last one that was over when the mail was owed."""
    rounds = Round.objects.filter(game=notice.game_id, moves__seq__lte=notice.seq or 0)
    over = rounds.filter(points_0__isnull=False).defer("pack", "seed")
    return over.order_by("-number").first()


def _list_paragraphs(table: Table, row: Round | None) -> Iterator[str]:
    points = row.points if row else None
    if points is not None:
        mine, theirs = facing(points, table.seat)
        yield _("It paid %(mine)d to you and %(theirs)d to %(name)s.") % {
            "mine": mine,
            "theirs": theirs,
            "name": table.them.in_sentence,
        }
    if table.is_readers_turn:
        yield _("The next one is dealt, and you lead.")
    elif table.game.is_running:
        yield _("The next one is dealt.")


def _score(table: Table, row: Round) -> Score:
    points = row.points
    return Score(
        title=_("Points"),
        mine=_("You"),
        theirs=table.them.isolated,
        rows=[
            *([(_("This round"), *facing(points, table.seat))] if points else []),
            (_("Score"), *facing(table.game.totals, table.seat)),
        ],
    )

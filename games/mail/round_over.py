"""A round is over and the match goes on: its bill."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.engine.pair import Pair
from games.engine.scoring import RoundScore
from games.mail.letter import Letter, Score
from games.mail.table import Table
from games.mail.words import tell_turn
from games.models import Round
from games.presenters.people import facing
from games.queries import FinishedRound, get_finished_round


def write_round_over(table: Table) -> Letter:
    found = _find_round(table)
    number = found.round.number if found else table.game.round_number
    words = {"number": number, "name": table.them.in_sentence}
    return Letter(
        subject=_("Round %(number)d is over") % words,
        headline=_("Round %(number)d against %(name)s is over") % words,
        paragraphs=list(_list_paragraphs(table, number, found.score if found else None)),
        terms=table.deadline,
        score=_make_bill(table, found) if found else None,
        button=_("Open the game"),
        url=table.url,
        why=_("You get this because a round of yours is over."),
    )


def _find_round(table: Table) -> FinishedRound | None:
    """The last one that was over when the mail was owed; its cards lie open by then."""
    rounds = Round.objects.filter(game=table.game, ended_at__isnull=False)
    over = rounds.filter(moves__seq__lte=table.notice.seq or 0).order_by("-number")
    number = over.values_list("number", flat=True).first()
    if number is None:
        return None
    try:
        return get_finished_round(table.game.public_id, table.reader, number)
    except Round.DoesNotExist:  # the game was called off before it counted: it stays shut
        return None


def _list_paragraphs(table: Table, number: int, score: RoundScore | None) -> Iterator[str]:
    if score is not None:
        mine, theirs = facing(score.points, table.seat)
        yield _("It paid %(mine)d to you and %(theirs)d to %(name)s.") % {
            "mine": mine,
            "theirs": theirs,
            "name": table.them.in_sentence,
        }
    if table.game.is_running and table.game.round_number > number:
        yield _("The next one is dealt.")
    if table.is_readers_turn:
        yield tell_turn(table.game)


def _make_bill(table: Table, found: FinishedRound) -> Score:
    """What each was paid for, and where the match stands after it."""
    rows = [*_list_rows(found), (_("The match"), found.round.totals)]
    return Score(
        title=_("The bill"),
        mine=_("You"),
        theirs=table.them.isolated,
        rows=[(label, *facing(pair, table.seat)) for label, pair in rows],
    )


def _list_rows(found: FinishedRound) -> Iterator[tuple[str, Pair[int]]]:
    score = found.score
    if score is None:
        return
    yield _("Cards in the pile"), score.cards
    yield _("Points for most cards"), score.majority
    yield _("Points for basras"), score.basra_points
    if found.view.options.card_points != "none":
        yield _("Points for single cards"), score.card_points
    yield _("This round"), score.points

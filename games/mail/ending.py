"""A game is over, by its players or by the staff."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from games.engine.pair import Pair, as_seat, other
from games.mail.letter import Letter, Score
from games.mail.table import Table
from games.mail.words import tell_capture, tell_play
from games.models import GameStatus, Move, MoveKind, Round
from games.presenters.people import Person, facing
from games.presenters.result import Result, ResultSide, RoundLine, add_score, tell_score


def write_game_over(table: Table) -> Letter:
    act = find_last_act(table)
    result = make_result(table, act)
    return Letter(
        subject=tell_outcome(table),
        headline=result.headline,
        paragraphs=list(_paragraphs(table, result, act)),
        score=None if result.is_void else score_rounds(table, result.rounds),
        button=_("See the result"),
        url=table.url,
        why=_("You get this because a game of yours is over."),
    )


def find_last_act(table: Table) -> Move | None:
    return Move.objects.filter(game=table.game, seq=table.game.version).first()


def make_result(table: Table, act: Move | None) -> Result:
    """The end of the game as its page tells it, the reader's side first."""
    sides = (_make_side(table, is_reader=True), _make_side(table, is_reader=False))
    return Result(
        sides=sides,
        ended_by=table.game.ended_by,
        is_void=table.game.status == GameStatus.ABORTED,
        actor=_find_actor(table, act, sides),
        target=table.game.target,
        rounds=_list_rounds(table),
    )


def tell_outcome(table: Table) -> str:
    """The result for a subject, where no name may stand."""
    mine, theirs = facing(table.game.totals, table.seat)
    if table.game.status == GameStatus.ABORTED:
        return _("A game ended without a result")
    if table.game.winner is None:
        return add_score(_("A draw"), tell_score(mine, theirs))
    if table.game.winner == table.seat:
        return add_score(_("You win"), tell_score(mine, theirs))
    return add_score(_("Your game is over"), tell_score(theirs, mine))


def score_rounds(table: Table, rounds: Sequence[RoundLine]) -> Score:
    """The total, and what each round paid."""
    total: tuple[str, int, int] = (_("Total"), *facing(table.game.totals, table.seat))
    return Score(
        title=_("Points"),
        mine=_("You"),
        theirs=table.them.isolated,
        rows=[
            *((_("Round %(number)d") % {"number": row.number}, *row.points)
              for row in rounds if row.points),
            total,
        ],
    )  # fmt: skip


def _paragraphs(table: Table, result: Result, act: Move | None) -> Iterator[str]:
    yield result.reason
    if act is not None and act.kind == MoveKind.PLAY and act.seat != table.seat:
        yield _("The last play: %(play)s. %(took)s") % {
            "play": tell_play(act, table.them),
            "took": tell_capture(act),
        }


def _make_side(table: Table, *, is_reader: bool) -> ResultSide:
    seat = table.seat if is_reader else other(table.seat)
    return ResultSide(
        person=Person(_("You")) if is_reader else table.them,
        total=table.game.totals[seat],
        has_won=table.game.winner == seat,
        is_reader=is_reader,
    )


def _find_actor(
    table: Table, act: Move | None, sides: tuple[ResultSide, ResultSide]
) -> ResultSide | None:
    if act is None or act.seat is None or act.kind == MoveKind.PLAY:
        return None
    return sides[0] if as_seat(act.seat) == table.seat else sides[1]


def _list_rounds(table: Table) -> tuple[RoundLine, ...]:
    """What each round paid, and the totals after it."""
    lines: list[RoundLine] = []
    totals = Pair(0, 0)
    for row in Round.objects.filter(game=table.game).defer("pack", "seed").order_by("number"):
        points = row.points
        if points is not None:
            totals = Pair(totals.first + points.first, totals.second + points.second)
        lines.append(
            RoundLine(
                number=row.number,
                points=None if points is None else facing(points, table.seat),
                totals=facing(totals, table.seat),
                url="",
            )
        )
    return tuple(lines)

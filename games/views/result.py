"""The page of a game that is over."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games import queries
from games.engine.pair import Pair, Seat, other
from games.players import player_of
from games.presenters.result import Ending, Result, RoundLine
from games.queries import KeptScore, RoundSummary, Table
from games.views.people import person_of


def render_result(
    request: HttpRequest, table: Table, *, note: str = "", status: int = 200
) -> HttpResponse:
    game = table.game
    context = {
        "result": present_result(table),
        "note": note,
        "kept": _find_kept_score(request, table),
        "is_against_computer": game.computer_seat is not None,
        "is_guest": not request.user.is_authenticated,
        "rematch_url": _rematch_url(table),
        "page_url": game.get_absolute_url(),
    }
    return render(request, "games/result.html", context, status=status)


def present_result(table: Table) -> Result:
    game, seat = table.game, table.you
    return Result(
        you=person_of(table.seats[seat]),
        them=person_of(table.seats[other(seat)]),
        ending=_find_ending(game.winner, seat),
        ended_by=game.ended_by,
        totals=_facing(game.totals, seat),
        target=game.target,
        rounds=tuple(_present_round(row, game.public_id, seat) for row in table.rounds),
    )


def _find_ending(winner: int | None, seat: Seat) -> Ending:
    if winner is None:
        return Ending.OPEN
    return Ending.WON if winner == seat else Ending.LOST


def _present_round(row: RoundSummary, public_id: str, seat: Seat) -> RoundLine:
    return RoundLine(
        number=row.number,
        points=None if row.points is None else _facing(row.points, seat),
        totals=_facing(row.totals, seat),
        url=reverse("games:round", args=[public_id, row.number]),
    )


def _facing(pair: Pair[int], seat: Seat) -> tuple[int, int]:
    return pair[seat], pair[other(seat)]


def _find_kept_score(request: HttpRequest, table: Table) -> KeptScore | None:
    """What a member has done so far against such opponents (R5.3); None for others."""
    player = player_of(request)
    if player is None or player.user_id is None:
        return None
    scores = queries.get_scores(player.user_id)
    return scores.people if table.game.computer_seat is None else scores.computer


def _rematch_url(table: Table) -> str:
    if table.game.computer_seat is None:
        return ""
    return reverse("games:rematch", args=[table.game.public_id])

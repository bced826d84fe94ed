"""Members by what they have won from each other."""

from collections.abc import Iterable
from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import clock, queries
from games.presenters.profile import RankRow, describe_share
from games.views.people import person_of_member

ALL_TIME = "all"


@require_safe
def leaderboard(request: HttpRequest) -> HttpResponse:
    is_all_time = request.GET.get("time") == ALL_TIME
    month = _start_of_month()
    reader_id = request.user.pk
    found = queries.get_leaderboard(since=None if is_all_time else month, reader_id=reader_id)
    context = {
        "is_all_time": is_all_time,
        "all_time": ALL_TIME,
        "month": month,
        "top": _present(found.top, reader_id),
        "around_reader": _present(found.around_reader, reader_id),
    }
    return render(request, "games/leaderboard.html", context)


def _start_of_month() -> datetime:
    """Of the present month, by UTC."""
    return clock.now().replace(day=1, hour=0, minute=0, second=0, microsecond=0)


def _present(standings: Iterable[queries.Standing], reader_id: int | None) -> list[RankRow]:
    return [
        RankRow(
            rank=standing.rank,
            person=person_of_member(standing.user),
            won=standing.won,
            share=describe_share(won=standing.won, lost=standing.lost),
            is_reader=standing.user.pk == reader_id,
        )
        for standing in standings
    ]

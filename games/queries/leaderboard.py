"""Members in the order of the games they have won against members (R5.3)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from django.core.cache import cache
from django.db.models import Count, F

from accounts.models import User
from games.models import Seat
from games.queries.score import COUNTED, LOST, WON

SHOWN = 50
NEIGHBOURS = 2
KEPT_FOR = 300
"""Seconds. The count reads every finished game: too much for each visit."""


class Tally(NamedTuple):
    """The decided games of a member against members; equal ones share the rank."""

    rank: int
    user_id: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A member's line on the leaderboard."""

    rank: int
    user: User
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The first members, and the reader with neighbours where that is further below."""

    top: tuple[Standing, ...]
    around_reader: tuple[Standing, ...]


def get_leaderboard(*, since: datetime | None, reader_id: int | None) -> Leaderboard:
    """By games won, then by the share won, then by name; `since` leaves out what ended before.

    Who has won nothing holds no rank. Who is suspended or has closed the account is left out; what
    others won against them stays.
    The count is up to five minutes old.
    """
    tallies = _get_tallies(since)
    around = _find_around(tallies, reader_id)
    users = User.objects.filter(is_active=True).in_bulk(
        [tally.user_id for tally in (*tallies[:SHOWN], *around)]
    )
    return Leaderboard(
        top=_make_standings(tallies[:SHOWN], users), around_reader=_make_standings(around, users)
    )


def _get_tallies(since: datetime | None) -> Sequence[Tally]:
    key = f"leaderboard:{since.isoformat() if since else 'all'}"
    found: Sequence[Tally] | None = cache.get(key)
    if found is None:
        found = _count(since)
        cache.set(key, found, KEPT_FOR)
    return found


def _count(since: datetime | None) -> Sequence[Tally]:
    opposite = {"game__seats__index": 1 - F("index"), "game__seats__user__isnull": False}
    seats = Seat.objects.filter(
        COUNTED,
        user__is_active=True,
        game__winner__isnull=False,
        **opposite,
    )
    if since:
        seats = seats.filter(game__ended_at__gte=since)
    members = seats.order_by().values_list("user_id")
    counted = members.annotate(won=Count("pk", filter=WON), lost=Count("pk", filter=LOST))
    winners = counted.filter(won__gt=0)
    # Of as many won games, fewer lost ones are the greater share.
    return _rank(winners.order_by("-won", "lost", "user__name_key"))


def _rank(rows: Iterable[tuple[int, int, int]]) -> Sequence[Tally]:
    tallies: list[Tally] = []
    for _, equals in groupby(rows, key=lambda row: row[1:]):
        rank = len(tallies) + 1
        tallies += [Tally(rank, *row) for row in equals]
    return tallies


def _find_around(tallies: Sequence[Tally], reader_id: int | None) -> Sequence[Tally]:
    places = (place for place, tally in enumerate(tallies) if tally.user_id == reader_id)
    place = next(places, 0)
    if place < SHOWN:
        return []
    return tallies[max(SHOWN, place - NEIGHBOURS) : place + NEIGHBOURS + 1]


def _make_standings(tallies: Iterable[Tally], users: dict[int, User]) -> tuple[Standing, ...]:
    return tuple(
        Standing(rank=tally.rank, user=users[tally.user_id], won=tally.won, lost=tally.lost)
        for tally in tallies
        if tally.user_id in users
    )

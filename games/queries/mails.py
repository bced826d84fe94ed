"""The mails that a person was owed lately, for themselves."""

from dataclasses import dataclass

from django.db.models import Q

from games.models import Notice, Player
from games.models import Seat as SeatRow

MOST_SHOWN = 50


@dataclass(frozen=True, slots=True)
class OwnMail:
    """A notice, and who sits opposite in the game that it is about, if it is about one."""

    notice: Notice
    opponent: SeatRow | None


def list_mails_of(player: Player) -> list[OwnMail]:
    """The latest first. Two queries."""
    notices = list(
        Notice.objects.of(player)
        .select_related("game", "invitation")
        .order_by("-created_at", "-pk")[:MOST_SHOWN]
    )
    opponents = _find_opponents(player, {notice.game_id for notice in notices})
    return [OwnMail(notice, opponents.get(notice.game_id or 0)) for notice in notices]


def _find_opponents(player: Player, games: set[int | None]) -> dict[int, SeatRow]:
    others = SeatRow.objects.filter(game__in=games - {None}).exclude(Q(**player.columns))
    return {seat.game_id: seat for seat in others.select_related("user", "guest")}

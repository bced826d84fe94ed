"""What a member's page shows to everybody."""

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef

from accounts.models import User
from games.engine.pair import Seat, as_seat
from games.models import Block, Game, GameStatus, Player
from games.models import Seat as SeatRow
from games.queries.lists import find_others
from games.queries.score import COUNTED, LOST, WON, Scores, get_scores

LATEST = 10


@dataclass(frozen=True, slots=True)
class PublicGame:
    """A finished game that neither of its players keeps to themselves."""

    game: Game
    seat: Seat
    other: SeatRow


@dataclass(frozen=True, slots=True)
class Meetings:
    """The counted games of two people against each other, as the reader counts them."""

    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Profile:
    """A member; `meetings` is None where the reader is the member, or nobody.

    `is_apart` where one of the two wants nothing of the other, `is_blocked` where that is the
    reader's own wish.
    """

    user: User
    scores: Scores
    latest: tuple[PublicGame, ...]
    meetings: Meetings | None
    is_apart: bool
    is_blocked: bool


def get_profile(public_id: str, reader: Player | None) -> Profile:
    """Raises User.DoesNotExist where there is no such member, or the account is closed."""
    user = User.objects.get(public_id=public_id, closed_at__isnull=True)
    blockers = _list_blockers(user, reader)
    return Profile(
        user=user,
        scores=get_scores(user.pk),
        latest=_list_public_games(user),
        meetings=_find_meetings(user, reader),
        is_apart=bool(blockers),
        is_blocked=reader is not None and reader.user_id in blockers,
    )


def _list_public_games(user: User) -> tuple[PublicGame, ...]:
    closed = SeatRow.objects.filter(game=OuterRef("game"), keeps_private=True)
    seats = SeatRow.objects.filter(~Exists(closed), user=user, game__status=GameStatus.FINISHED)
    latest = list(seats.select_related("game").order_by("-game__ended_at")[:LATEST])
    others = find_others(latest)
    return tuple(
        PublicGame(game=seat.game, seat=as_seat(seat.index), other=others[seat.game_id])
        for seat in latest
    )


def _list_blockers(user: User, reader: Player | None) -> list[int]:
    """Who of the two has blocked the other."""
    if reader is None or reader.user_id is None:
        return []
    return list(Block.objects.between(user.pk, reader.user_id).values_list("blocker", flat=True))


def _find_meetings(user: User, reader: Player | None) -> Meetings | None:
    if reader is None or reader.user_id == user.pk:
        return None
    theirs = SeatRow.objects.of(reader).filter(COUNTED, game__seats__user=user)
    return Meetings(**theirs.aggregate(won=Count("pk", filter=WON), lost=Count("pk", filter=LOST)))

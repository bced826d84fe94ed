"""Games against the computer that nobody plays any more: their people are warned, then they end."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from games import clock
from games.models import EndedBy, Game, GameQuerySet, GameStatus, Notice, NoticeKind, Seat
from games.services import notices
from games.services.live import open_game

IDLE_AGE = timedelta(days=60)
WARNED_BEFORE = timedelta(days=7)
AT_ONCE = 500

# Who sits opposite the computer and can have mail; and the word of this play, no earlier one.
READERS = Seat.objects.filter(
    Q(user__isnull=False) | Q(guest__isnull=False) & ~Q(guest__email=""), game=OuterRef("pk")
)
WARNINGS = Notice.objects.filter(kind=NoticeKind.IDLE, game=OuterRef("pk"), seq=F("game__version"))


def warn_idle_games() -> int:
    """Owe word of it to whoever has not played against the computer for 53 days, once a play."""
    found = _list_to_warn(clock.now()).order_by("last_play_at")[:AT_ONCE]
    return sum(_warn(game_id) for game_id in list(found.values_list("pk", flat=True)))


def call_off_idle_games() -> int:
    """End, without a result, games against the computer with no play for sixty days.

    Seven days at least after the warning; who cannot have mail is not waited for.
    """
    found = _list_to_call_off(clock.now()).order_by("last_play_at")[:AT_ONCE]
    return sum(_call_off(game_id) for game_id in list(found.values_list("pk", flat=True)))


def find_end_of_idle(game: Game) -> datetime:
    """When the game is put away if nobody plays: after sixty days, or seven after a late warning.

    Its person has been warned of it, or is at this moment.
    """
    warnings = Notice.objects.filter(kind=NoticeKind.IDLE, game=game, seq=game.version)
    warned_at = warnings.values_list("created_at", flat=True).first() or clock.now()
    return max(game.last_play_at + IDLE_AGE, warned_at + WARNED_BEFORE)


def _list_to_warn(now: datetime) -> GameQuerySet:
    idle = _list_idle(now - IDLE_AGE + WARNED_BEFORE)
    return idle.filter(Exists(READERS), ~Exists(WARNINGS))


def _list_to_call_off(now: datetime) -> GameQuerySet:
    old = WARNINGS.filter(created_at__lte=now - WARNED_BEFORE)
    return _list_idle(now - IDLE_AGE).filter(~Exists(READERS) | Exists(old))


def _list_idle(since: datetime) -> GameQuerySet:
    return Game.objects.idle_since(since).filter(computer_seat__isnull=False)


@transaction.atomic
def _warn(game_id: int) -> bool:
    """Looks again under the lock: a play, or another who warns, may have come meanwhile."""
    game = _list_to_warn(clock.now()).for_update().filter(pk=game_id).first()
    if game is not None:
        notices.owe_idle(game)
    return game is not None


@transaction.atomic
def _call_off(game_id: int) -> bool:
    """As `_warn`: a play may have come meanwhile."""
    if _list_to_call_off(clock.now()).for_update().filter(pk=game_id).first() is None:
        return False
    live = open_game(game_id)
    live.end(GameStatus.ABORTED, by=EndedBy.IDLE)
    live.write()
    return True

"""Reminders whose rows are missing: made due again, so that the sweep of clocks owes them."""

import logging
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import Case, DateTimeField, Exists, F, OuterRef, Q, QuerySet, When

from games import clock
from games.deadlines import REMINDED_BEFORE, Reminder, Running, find_first_reminder
from games.models import (
    Game,
    GameQuerySet,
    GiftOfTime,
    Notice,
    NoticeKind,
    Outage,
    Seat,
    Vacation,
)

logger = logging.getLogger(__name__)

AT_ONCE = 500
# The last reminder comes no earlier before the end, however long the bank.
LONGEST_LAST = timedelta(days=1)
# None at a pace that has only the last one.
_HALF_AT = Case(
    *(
        When(pace=pace, then=F("bank_at") - before[Reminder.HALF])
        for pace, before in REMINDED_BEFORE.items()
        if Reminder.HALF in before
    ),
    output_field=DateTimeField(),
)


def restore_reminders() -> Counter[NoticeKind]:
    """Make every reminder that has passed without a row due again; returns how many of each."""
    now = clock.now()
    missing = {
        NoticeKind.REMINDER: _list_without_half(now),
        NoticeKind.LAST_REMINDER: _list_without_last(now),
    }
    return Counter({kind: _restore(games, kind, now) for kind, games in missing.items()})


def _list_without_last(now: datetime) -> GameQuerySet:
    near = Game.objects.filter(deadline_at__range=(now, now + LONGEST_LAST), remind_at=None)
    return _keep_untold(near, NoticeKind.LAST_REMINDER)


def _list_without_half(now: datetime) -> GameQuerySet:
    """Where the last one is still to come, and the clock has run since before half of the turn."""
    waiting = Game.objects.filter(deadline_at__gt=now, remind_at__gt=now)
    past_half = waiting.annotate(half_at=_HALF_AT).filter(half_at__lte=now)
    changed = (
        Exists(GiftOfTime.objects.filter(game=OuterRef("pk"), at__gte=OuterRef("half_at")))
        | Exists(_list_stays_of_mover().filter(ended_at__gte=OuterRef("half_at")))
        | Exists(Outage.objects.filter(ended_at__gte=OuterRef("half_at")))
    )
    # A clock that has gone on, or was put off, after that moment owes no such reminder.
    steady = past_half.filter(~changed, last_play_at__lt=F("half_at"))
    return _keep_untold(steady, NoticeKind.REMINDER)


def _list_stays_of_mover() -> QuerySet[Vacation]:
    movers = Seat.objects.filter(game=OuterRef(OuterRef("pk")), index=OuterRef(OuterRef("to_move")))
    return Vacation.objects.filter(user__in=movers.values("user"))


def _keep_untold(games: GameQuerySet, kind: NoticeKind) -> GameQuerySet:
    """Those whose side to move can have mail, and has no row of this deadline."""
    told = Notice.objects.filter(
        kind=kind, game=OuterRef("pk"), deadline_at=OuterRef("deadline_at")
    )
    readers = Seat.objects.filter(game=OuterRef("pk"), index=OuterRef("to_move"))
    reachable = readers.filter(Q(guest__isnull=True) | ~Q(guest__email=""))
    return games.filter(~Exists(told), Exists(reachable))


def _restore(missing: GameQuerySet, kind: NoticeKind, now: datetime) -> int:
    found = list(missing.values_list("pk", flat=True)[:AT_ONCE])
    return sum(try_to_restore(partial(_remind_again, missing, pk, kind, now)) for pk in found)


def try_to_restore(restore: Callable[[], bool]) -> bool:
    """Whether it was missing. What fails keeps nothing else from being found."""
    try:
        return restore()
    except Exception as error:
        logger.error("An owed mail could not be restored (%s).", type(error).__qualname__)
        return False


@transaction.atomic
def _remind_again(missing: GameQuerySet, game_id: int, kind: NoticeKind, now: datetime) -> bool:
    """Looks again under the lock: a play, or another reconciler, may have come meanwhile."""
    Game.objects.for_update().get(pk=game_id)
    game = missing.filter(pk=game_id).first()
    if game is None or game.pace is None or not isinstance(game.clock, Running):
        return False
    is_half = kind == NoticeKind.REMINDER
    game.remind_at = now if is_half else find_first_reminder(game.clock, pace=game.pace, at=now)
    game.save(update_fields=["remind_at"])
    return True

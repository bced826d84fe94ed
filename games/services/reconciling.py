"""What is owed, recomputed from games and invitations, and written where it is missing.

Every row is written in the transaction of what it tells, so that none should ever be missing. One
that was lost all the same, by a hand in the database or with a copy that was put back, is found
here within the hour. Nothing is owed twice: a row that is there, whatever became of it, counts.
"""

import logging
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from games import clock
from games.models import (
    EndedBy,
    Game,
    GameStatus,
    Invitation,
    InvitationKind,
    InvitationState,
    Move,
    MoveKind,
    Notice,
    NoticeKind,
    Player,
    Seat,
    SeatQuerySet,
    Sweep,
    Via,
)
from games.services.lost_reminders import restore_reminders, try_to_restore
from games.services.notices import COMPUTER_QUIET, owe_accepted, owe_invited, owe_once

logger = logging.getLogger(__name__)

SWEEP = "reconciling"
# What is older is told by nobody any more.
WINDOW = timedelta(days=7)
AT_ONCE = 500
# An invitation is answered so long after it was made, at most.
LONGEST_OFFER = timedelta(days=14)

# Whose act the last one was, with all that the house played after it; nobody's of the staff's.
_ACTOR = Subquery(
    Move.objects.filter(game=OuterRef("game"))
    .exclude(via=Via.FORCED)
    .order_by("-seq")
    .values("seat")[:1]
)
_ACTS_OF_STAFF = [MoveKind.HOLD, MoveKind.RELEASE, MoveKind.DECIDE]
_OF_READER = Q(user=OuterRef("user")) | Q(guest=OuterRef("guest"))


def reconcile() -> Counter[NoticeKind]:
    """Write every notice that is owed and missing; returns how many of each kind.

    A reminder is not written but made due: the sweep of clocks owes it. A nudge is not owed again:
    its row is the nudge, and nothing else says that there was one.
    """
    since = clock.now() - WINDOW
    restored = Counter({kind: _restore_at_tables(kind, since) for kind in AT_TABLES})
    restored += Counter({kind: _restore_offers(kind, since) for kind in OFFERS})
    restored += restore_reminders()
    if restored:
        found = ", ".join(f"{kind} {number}" for kind, number in restored.items())
        logger.warning("Owed mails were missing and have been written: %s.", found)
    Sweep.record(SWEEP)
    return restored


# Of games: a seat whose reader should have been told of the game's last move, and was not.


def _list_turns(since: datetime) -> SeatQuerySet:
    """Nobody is told that they lead against the computer, nor whom their own play led back to."""
    awaited = _list_readers("game__last_play_at", since).awaited()
    told = awaited.exclude(game__version=0, game__computer_seat__isnull=False)
    by_another = Q(actor__isnull=True) | ~Q(index=F("actor"))
    return told.annotate(actor=_ACTOR).filter(by_another)


def _list_bills(since: datetime) -> SeatQuerySet:
    """Of a round that the last move has ended."""
    begun = Move.objects.filter(
        round__game=OuterRef("game"),
        round__number=OuterRef("game__round_number"),
        kind=MoveKind.PLAY,
    )
    running = _list_readers("game__last_play_at", since).filter(game__status=GameStatus.RUNNING)
    return _list_others(running.filter(~Exists(begun), game__round_number__gt=1))


def _list_results(since: datetime) -> SeatQuerySet:
    by_players = [EndedBy.PLAYED, EndedBy.RESIGN, EndedBy.ABORT]
    ended = _list_readers("game__ended_at", since)
    return _list_others(ended.filter(game__ended_by__in=by_players))


def _list_time_outs(since: datetime) -> SeatQuerySet:
    return _list_readers("game__ended_at", since).filter(game__ended_by=EndedBy.TIME)


def _list_acts_of_staff(since: datetime) -> SeatQuerySet:
    """The last move: what was played after another act of theirs has shown that already."""
    acts = Move.objects.filter(
        at__gt=since, kind__in=_ACTS_OF_STAFF, via=Via.STAFF, seq=F("game__version")
    )
    return _list_people().filter(game__in=acts.values("game"))


def _list_readers(moment: str, since: datetime) -> SeatQuerySet:
    """People who can have mail, of games whose moment is so late. At the computer's table those who
    have been there since a little before it were owed nothing.
    """
    quiet_since = F(moment) - COMPUTER_QUIET
    unseen = Q(user__isnull=False) & _is_before("user__last_seen_at", quiet_since)
    unseen |= Q(guest__isnull=False) & _is_before("guest__last_seen_at", quiet_since)
    people = _list_people().filter(Q(game__computer_seat__isnull=True) | unseen)
    return people.filter(**{f"{moment}__gt": since})


def _list_people() -> SeatQuerySet:
    """Who can have mail: a guest without an address cannot."""
    return Seat.objects.filter(Q(guest__isnull=True) | ~Q(guest__email=""), level="")


def _list_others(seats: SeatQuerySet) -> SeatQuerySet:
    """Those across from whoever acted last; nobody where the staff did."""
    acted = seats.annotate(actor=_ACTOR).filter(actor__isnull=False)
    return acted.exclude(index=F("actor"))


def _is_before(column: str, moment: Any) -> Q:
    return Q(**{f"{column}__isnull": True}) | Q(**{f"{column}__lt": moment})


AT_TABLES: dict[NoticeKind, Callable[[datetime], SeatQuerySet]] = {
    NoticeKind.TURN: _list_turns,
    NoticeKind.ROUND_OVER: _list_bills,
    NoticeKind.GAME_OVER: _list_results,
    NoticeKind.TIME_OUT: _list_time_outs,
    NoticeKind.STAFF: _list_acts_of_staff,
}


def _restore_at_tables(kind: NoticeKind, since: datetime) -> int:
    told = Notice.objects.filter(
        _OF_READER, kind=kind, game=OuterRef("game"), seq=OuterRef("game__version")
    )
    missing = AT_TABLES[kind](since).filter(~Exists(told))
    found = list(missing.values_list("pk", "game_id")[:AT_ONCE])
    return sum(
        try_to_restore(partial(_restore_at_table, kind, missing.filter(pk=pk), game_id))
        for pk, game_id in found
    )


@transaction.atomic
def _restore_at_table(kind: NoticeKind, missing: SeatQuerySet, game_id: int) -> bool:
    """Looks again under the lock: a play may have come meanwhile."""
    game = Game.objects.for_update().get(pk=game_id)
    seat = missing.first()
    if seat is not None:
        owe_once(kind, [Player(user_id=seat.user_id, guest_id=seat.guest_id)], game=game)
    return seat is not None


# Of invitations.


def _list_open(since: datetime) -> QuerySet[Invitation]:
    now = clock.now()
    waiting = Invitation.objects.filter(state=InvitationState.OPEN, expires_at__gt=now)
    known = Q(invitee_user__isnull=False) | (Q(invitee_guest__isnull=False))
    to_address = Q(kind=InvitationKind.ADDRESS) & ~Q(address="")
    reachable = Q(invitee_guest__isnull=True) | ~Q(invitee_guest__email="")
    return waiting.filter(known | to_address, reachable, created_at__gt=since)


def _list_accepted(since: datetime) -> QuerySet[Invitation]:
    """Whose maker has not seen the game yet."""
    accepted = Invitation.objects.filter(
        state=InvitationState.ACCEPTED,
        created_at__gt=since - LONGEST_OFFER,
        ended_at__gt=since,
        game__isnull=False,
    )
    inviters = Q(user=OuterRef("inviter_user")) | Q(guest=OuterRef("inviter_guest"))
    seats = Seat.objects.filter(inviters, game=OuterRef("game"), seen_version__isnull=True)
    return accepted.filter(
        Exists(seats), Q(inviter_guest__isnull=True) | ~Q(inviter_guest__email="")
    )


Owe = Callable[[Invitation], None]
OFFERS: dict[NoticeKind, tuple[Callable[[datetime], QuerySet[Invitation]], Owe]] = {
    NoticeKind.INVITED: (_list_open, owe_invited),
    NoticeKind.ACCEPTED: (_list_accepted, owe_accepted),
}


def _restore_offers(kind: NoticeKind, since: datetime) -> int:
    list_owed, owe = OFFERS[kind]
    told = Notice.objects.filter(kind=kind, invitation=OuterRef("pk"))
    missing = list_owed(since).filter(~Exists(told))
    found = list(missing.values_list("pk", flat=True)[:AT_ONCE])
    return sum(try_to_restore(partial(_restore_offer, owe, missing, pk)) for pk in found)


@transaction.atomic
def _restore_offer(owe: Owe, missing: QuerySet[Invitation], invitation_id: int) -> bool:
    """Looks again under the lock: an answer, or another reconciler, may have come meanwhile."""
    Invitation.objects.for_update().get(pk=invitation_id)
    invitation = missing.filter(pk=invitation_id).first()
    if invitation is not None:
        owe(invitation)
    return invitation is not None

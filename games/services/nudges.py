"""A mail to whoever lets one wait, on one's own wish."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from games import clock
from games.deadlines import Running
from games.engine.pair import Seat, other
from games.models import Block, Game, Guest, Notice, NoticeKind, NoticeState, Player
from games.models import Seat as SeatRow
from games.services.errors import (
    NotAsked,
    NotRunning,
    NotToBeAsked,
    NudgedLately,
    OnHold,
    Refused,
    StandsStill,
    TooEarly,
)
from games.services.live import check_may_act
from games.services.notices import owe_nudge
from games.services.people import lock_person

# So long a turn may last before anybody is asked for it; of a short one, half of it.
PATIENCE = timedelta(hours=12)
# Whoever it is that nudges: nobody is nudged oftener.
BETWEEN_NUDGES = timedelta(days=1)
# Of these the reader has not heard: they use up nothing but the nudge of that very turn.
_NEVER_SENT = [NoticeState.SKIPPED, NoticeState.PARKED]


def nudge(*, game_id: int, seat: Seat, version: int) -> None:
    """Owe the other side, whose turn it is, a mail that says so, whatever mails they have had.

    Raises Game.DoesNotExist, StaleVersion, and as `find_refusal` tells.
    """
    with transaction.atomic():
        # First, so that two who nudge the same person come one after the other.
        lock_person(_get_reader(game_id, other(seat)))
        game = Game.objects.for_update().get(pk=game_id)
        if game.is_running:
            check_may_act(game, version)
        if refusal := find_refusal(game, seat, clock.now()):
            raise refusal
        owe_nudge(game, to=other(seat))


def find_refusal(game: Game, seat: Seat, now: datetime) -> Refused | None:
    """Why the seat cannot nudge the other now; None where it can. Three queries at most, and none
    before the other side has let it wait for long."""
    if not game.is_running:
        return NotRunning()
    if game.is_held:
        return OnHold()
    if game.pace is None or game.is_turn_of(seat):
        return NotAsked()
    if not isinstance(game.clock, Running):
        return StandsStill()
    if now < game.last_play_at + min(PATIENCE, timedelta(hours=game.pace) / 2):
        return TooEarly()
    return _find_refusal_of_reader(game, seat, now)


def _find_refusal_of_reader(game: Game, seat: Seat, now: datetime) -> Refused | None:
    people = {row.index: _person_in(row) for row in SeatRow.objects.filter(game=game)}
    sender, reader = people[seat], people[other(seat)]
    if not _can_be_written_to(reader) or _are_apart(sender, reader):
        return NotToBeAsked()
    nudges = Notice.objects.of(reader).filter(kind=NoticeKind.NUDGE)
    lately = nudges.filter(created_at__gt=now - BETWEEN_NUDGES)
    counted = lately.filter(~Q(state__in=_NEVER_SENT) | Q(game=game, seq=game.version))
    return NudgedLately() if counted.exists() else None


def _can_be_written_to(reader: Player) -> bool:
    """Members have an address, if not one that they have proven; guests may have none."""
    return not reader.is_guest or Guest.objects.exclude(email="").filter(pk=reader.key).exists()


def _are_apart(sender: Player, reader: Player) -> bool:
    if sender.user_id is None or reader.user_id is None:
        return False
    return Block.objects.between(sender.user_id, reader.user_id).exists()


def _get_reader(game_id: int, seat: Seat) -> Player:
    row = SeatRow.objects.filter(game=game_id, index=seat, level="").first()
    if row is None:
        raise NotAsked
    return _person_in(row)


def _person_in(row: SeatRow) -> Player:
    return Player(user_id=row.user_id, guest_id=row.guest_id)

"""Signs of life, by which a mail that nobody needs is not sent."""

from datetime import timedelta

from django.contrib.auth import get_user_model
from django.db.models import Q

from games import clock
from games.models import Guest, Player, Seat

NOTED_EVERY = timedelta(minutes=1)


def note_visit(player: Player) -> None:
    """Note that the person is here, at most once a minute. One conditional UPDATE."""
    now = clock.now()
    stale = Q(last_seen_at__isnull=True) | Q(last_seen_at__lte=now - NOTED_EVERY)
    people = Guest.objects if player.is_guest else get_user_model().objects
    people.filter(stale, pk=player.key).update(last_seen_at=now)


def note_seen(seat_id: int, version: int) -> None:
    """Note that the seat's person has been shown the game at that version; it never falls."""
    unseen = Q(seen_version__isnull=True) | Q(seen_version__lt=version)
    Seat.objects.filter(unseen, pk=seat_id).update(seen_version=version)

"""Signs of life, by which a mail that nobody needs is not sent."""

from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.db.models import Q

from games import clock
from games.models import Guest, Player, Seat
from games.services.mail_wishes import judge_held_again

NOTED_EVERY = timedelta(minutes=1)


def note_visit_of_member(user_id: int, *, seen_at: datetime | None) -> None:
    """Note that the member is here, at most once a minute; `seen_at` is what the row says.

    A closed account says nothing of its person any more, whatever pages are still under way.
    """
    if is_stale(seen_at):
        people = get_user_model().objects.filter(pk=user_id, is_active=True)
        people.update(last_seen_at=clock.now())


def note_visit_of_guest(guest_id: int, *, time_zone: str = "") -> None:
    """As for a member, with the zone of their browser, where it is known, for the mails; what is
    held for hours of another zone is looked at again.

    What is read first is not written: SQLite has one writer at a time.
    """
    guests = Guest.objects.filter(pk=guest_id, claimed_by__isnull=True)
    found = guests.values_list("last_seen_at", "time_zone").first()
    if found is None:
        return
    seen_at, kept = found
    has_moved = bool(time_zone) and time_zone != kept
    if is_stale(seen_at) or has_moved:
        guests.update(last_seen_at=clock.now(), time_zone=time_zone or kept)
    if has_moved:
        judge_held_again(Player(guest_id=guest_id))


def is_stale(seen_at: datetime | None) -> bool:
    return seen_at is None or seen_at <= clock.now() - NOTED_EVERY


def note_table_seen(player: Player, public_id: str, version: int) -> None:
    """As `note_seen`, by what a page says of itself: nothing that has not been played yet."""
    seats = Seat.objects.of(player).filter(_unseen_at(version), game__public_id=public_id)
    seat_id = seats.filter(game__version__gte=version).values_list("pk", flat=True).first()
    if seat_id is not None:
        note_seen(seat_id, version)


def note_seen(seat_id: int, version: int) -> None:
    """Note that the seat's person has been shown the game at that version; it never falls."""
    Seat.objects.filter(_unseen_at(version), pk=seat_id).update(seen_version=version)


def _unseen_at(version: int) -> Q:
    return Q(seen_version__isnull=True) | Q(seen_version__lt=version)

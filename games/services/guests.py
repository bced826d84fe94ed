"""People who play without an account, until they have one."""

from django.db import transaction

from games.models import Guest, Seat


def make_guest() -> Guest:
    return Guest.objects.create()


def claim_guest(*, guest_id: int, user_id: int) -> int:
    """Give a guest's games to the account that the guest has signed in to; returns how many.

    A guest is claimed once: a second account gets nothing. A game in which the account already
    holds the other seat stays as it is.
    """
    with transaction.atomic():
        guest = Guest.objects.select_for_update(no_key=True).filter(pk=guest_id).first()
        if guest is None or guest.claimed_by_id is not None:
            return 0
        guest.claimed_by_id = user_id
        guest.save(update_fields=["claimed_by"])
        theirs = Seat.objects.filter(guest=guest).exclude(game__seats__user=user_id)
        return theirs.update(user=user_id, guest=None)

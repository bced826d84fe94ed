"""People who play without an account, until they have one."""

from django.db import transaction
from django.db.models import F, Q

from games.models import (
    Guest,
    Invitation,
    InvitationState,
    MailSettings,
    MailStop,
    Notice,
    Player,
    Seat,
)
from games.services.people import lock_person


def make_guest() -> Guest:
    return Guest.objects.create()


def claim_guest(*, guest_id: int, user_id: int) -> int:
    """Give a guest's games to the account that the guest has signed in to; returns how many.

    The offers of a rematch and the mails come along. A guest is claimed once: a second account
    gets nothing, nor does one that closes at this moment. A game in which the account already
    holds the other seat stays as it is.
    """
    with transaction.atomic():
        if not lock_person(Player(user_id=user_id)).is_active:
            return 0
        guest = Guest.objects.select_for_update(no_key=True).filter(pk=guest_id).first()
        if guest is None or guest.claimed_by_id is not None:
            return 0
        guest.claimed_by_id = user_id
        # The account has an address of its own.
        guest.email = guest.language = guest.time_zone = ""
        guest.save(update_fields=["claimed_by", "email", "language", "time_zone"])
        _move_invitations(guest, user_id)
        _move_mail(guest, user_id)
        theirs = Seat.objects.filter(guest=guest).exclude(game__seats__user=user_id)
        return theirs.update(user=user_id, guest=None)


def _move_mail(guest: Guest, user_id: int) -> None:
    """What the guest was owed goes to the account, and what the guest did not want stays away."""
    Notice.objects.filter(guest=guest).update(user=user_id, guest=None)
    stops = MailStop.objects.filter(guest=guest)
    kept = [MailStop(user_id=user_id, mail_class=stop.mail_class, at=stop.at) for stop in stops]
    MailStop.objects.bulk_create(kept, ignore_conflicts=True)
    stops.delete()
    _move_mail_settings(guest, user_id)


def _move_mail_settings(guest: Guest, user_id: int) -> None:
    """An account without wishes takes the guest's; links in the guest's mails play no more."""
    theirs = MailSettings.objects.filter(guest=guest)
    if MailSettings.objects.filter(user=user_id).exists():
        theirs.delete()
    theirs.update(user=user_id, guest=None, link_generation=F("link_generation") + 1)


def _move_invitations(guest: Guest, user_id: int) -> None:
    """Nobody invites oneself: what was between the guest and the account is at an end."""
    mine = Invitation.objects.filter(Q(inviter_guest=guest) | Q(invitee_guest=guest))
    with_account = Q(inviter_user=user_id) | Q(invitee_user=user_id)
    mine.filter(with_account).end_open(InvitationState.WITHDRAWN)
    others = mine.exclude(with_account)
    others.filter(inviter_guest=guest).update(inviter_user=user_id, inviter_guest=None)
    others.filter(invitee_guest=guest).update(invitee_user=user_id, invitee_guest=None)

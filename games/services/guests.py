"""People who play without an account, until they have one."""

from django.db import transaction
from django.db.models import F, Q

from games.engine.pair import as_seat
from games.models import (
    Game,
    GameStatus,
    Guest,
    Invitation,
    InvitationState,
    MailSettings,
    MailStop,
    Notice,
    Player,
    Seat,
)
from games.queries.blocks import is_apart_from
from games.services.abort import can_abort
from games.services.live import open_game
from games.services.people import lock_person
from games.services.vacations import stop_clocks_if_away


def make_guest() -> Guest:
    return Guest.objects.create()


def claim_guest(*, guest_id: int, user_id: int) -> int:
    """Give a guest's games to the account that the guest has signed in to; returns how many.

    The offers of a rematch and the mails come along. A guest is claimed once: a second account
    gets nothing, nor does one that closes at this moment. A game in which the account already
    holds the other seat stays as it is. Clocks stand still that the account's vacation stops, and
    a game with somebody from whom the account is kept apart is called off while it is young.
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
        games = list(theirs.values_list("game_id", flat=True))
        Seat.objects.filter(guest=guest, game__in=games).update(user=user_id, guest=None)
        _lock_games(user_id)
        stop_clocks_if_away(user_id)
        _call_off_with_blocked(games, user_id)
        return len(games)


def _lock_games(user_id: int) -> None:
    """All that run, by key: plays of this moment knew the guest, what follows knows the account."""
    theirs = Seat.objects.filter(user=user_id).values("game")
    list(Game.objects.for_update().running().filter(pk__in=theirs).order_by("pk"))


def _call_off_with_blocked(games: list[int], user_id: int) -> None:
    """Whoever is shut out at the door does not sit down by signing out and in again."""
    apart = is_apart_from(Player(user_id=user_id), "user")
    with_blocked = Seat.objects.filter(apart, game__in=games, game__held_at__isnull=True)
    running = with_blocked.filter(game__status=GameStatus.RUNNING).order_by("game")
    for game_id in list(running.values_list("game_id", flat=True)):
        live = open_game(game_id)
        seat = as_seat(Seat.objects.get(game=game_id, user=user_id).index)
        if can_abort(game_id, seat):
            live.abort(seat)
            live.write()


def _move_mail(guest: Guest, user_id: int) -> None:
    """What the guest was owed goes to the account, and what the guest did not want stays away."""
    Notice.objects.filter(guest=guest).update(user=user_id, guest=None)
    stops = MailStop.objects.filter(guest=guest)
    kept = [MailStop(user_id=user_id, mail_class=stop.mail_class, at=stop.at) for stop in stops]
    MailStop.objects.bulk_create(kept, ignore_conflicts=True)
    stops.delete()
    _move_mail_settings(guest, user_id)


def _move_mail_settings(guest: Guest, user_id: int) -> None:
    """An account without wishes takes the guest's, but for links that play: those, an account
    wishes for itself. What is in the guest's mails plays no more.
    """
    theirs = MailSettings.objects.filter(guest=guest)
    if MailSettings.objects.filter(user=user_id).exists():
        theirs.delete()
    theirs.update(
        user=user_id,
        guest=None,
        plays_from_mail=False,
        link_generation=F("link_generation") + 1,
    )


def _move_invitations(guest: Guest, user_id: int) -> None:
    """Nobody invites oneself: what was between the guest and the account is at an end."""
    mine = Invitation.objects.filter(Q(inviter_guest=guest) | Q(invitee_guest=guest))
    with_account = Q(inviter_user=user_id) | Q(invitee_user=user_id)
    mine.filter(with_account).end_open(InvitationState.WITHDRAWN)
    others = mine.exclude(with_account)
    others.filter(inviter_guest=guest).update(inviter_user=user_id, inviter_guest=None)
    others.filter(invitee_guest=guest).update(invitee_user=user_id, invitee_guest=None)

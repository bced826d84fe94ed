"""Once more by the same rules, whoever sits opposite."""

from django.db import transaction

from games.engine.pair import Seat, other
from games.models import Game, Invitation, InvitationKind, InvitationState, Player
from games.models import Seat as SeatRow
from games.services.answers import accept
from games.services.errors import InviteeGone, OwnInvitation, StillRunning
from games.services.invitation_limits import check_may_invite, check_not_declined
from games.services.invitations import Terms, check_not_apart, store_invitation
from games.services.people import Locked, lock_people
from games.services.start import rematch as play_again


def offer_rematch(*, game_id: int, seat: Seat) -> Invitation | Game:
    """A game at once against the computer, an offer to a person.

    Where the other side has offered already, it is accepted: one game comes of it. Offered twice,
    it is one offer. Raises StillRunning, OwnInvitation, InviterGone, InviteeGone, HasBlocked,
    NotToBeAsked, DeclinedLately, TooManyInvitations, TooManyGames and TooFast.
    """
    seats = {row.index: row for row in SeatRow.objects.filter(game=game_id)}
    if any(row.is_computer for row in seats.values()):
        return play_again(game_id=game_id)
    you, them = _player_in(seats[seat]), _player_in(seats[other(seat)])
    with transaction.atomic():
        locked = lock_people([you, them])
        old = Game.objects.get(pk=game_id)
        if old.is_running:
            raise StillRunning
        return _find_rematch(old, locked[you]) or _offer(old, locked[you], locked[them])


def _player_in(seat: SeatRow) -> Player:
    return Player(user_id=seat.user_id, guest_id=seat.guest_id)


def _find_rematch(old: Game, you: Locked) -> Invitation | Game | None:
    """The game that followed, or the offer of it: that of the other side is taken."""
    if followed := Game.objects.filter(rematch_of=old).first():
        return followed
    offers = Invitation.objects.filter(rematch_of=old)
    offers.expire()
    offered = offers.filter(state=InvitationState.OPEN).first()
    if offered is None or offered.inviter == you.player:
        return offered
    return accept(offered.token, you.player)


def _offer(old: Game, you: Locked, them: Locked) -> Invitation:
    if you.player == them.player:
        raise OwnInvitation
    check_may_invite(you)
    if not them.is_active:
        raise InviteeGone
    check_not_apart(you.player, them.player)
    check_not_declined(you.player, them.player)
    if old.time_control is None:
        raise ValueError("two people have a time control")
    terms = Terms(preset=old.preset, options=old.rules, target=old.target, time=old.time_control)
    return store_invitation(
        InvitationKind.REMATCH, you.player, them.player, terms=terms, rematch_of=old
    )

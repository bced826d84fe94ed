"""How often anybody may offer games. Asked for people whom the caller holds under their locks."""

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.db.models import Count, Exists, OuterRef, Q

from games import clock
from games.models import (
    Game,
    Invitation,
    InvitationKind,
    InvitationState,
    Move,
    MoveKind,
    Player,
    Seat,
)
from games.services.errors import (
    AlreadyInvited,
    DeclinedLately,
    InvitedLately,
    InviterGone,
    NoProvenAddress,
    TooFast,
    TooManyAddresses,
    TooManyGames,
    TooManyInvitations,
    TooManySeats,
    TooManyUnplayed,
)
from games.services.people import Locked

MOST_OPEN = 30
MOST_AN_HOUR = 60
"""Of all kinds together; rematches against the computer are bounded with its games."""
MOST_SEATS = 5
"""Open at a time: who offers more would only fill the lobby."""
MOST_ADDRESSES_A_DAY = 10
BETWEEN_ADDRESSES = timedelta(days=7)
"""Before anybody writes to the same address again."""
MOST_RUNNING = 100
"""Between people, of one person: more would keep others waiting."""
MOST_UNPLAYED = 10
"""Open seats taken within a week by somebody who has not played there, or lets others wait there
until the game is called off."""
UNPLAYED_COUNTS = timedelta(days=7)
NO_LASTS = timedelta(days=1)
MOMENT = 60  # seconds


def check_may_invite(inviter: Locked) -> None:
    """Whether they may offer one more game. Raises InviterGone, TooManyInvitations, TooManyGames
    and TooFast.
    """
    if not inviter.is_active:
        raise InviterGone
    check_may_run(inviter.player)
    now = clock.now()
    counts = Invitation.objects.from_player(inviter.player).aggregate(
        open=Count("pk", filter=Q(state=InvitationState.OPEN, expires_at__gt=now)),
        recent=Count("pk", filter=Q(created_at__gt=now - timedelta(hours=1))),
    )
    if counts["open"] >= MOST_OPEN:
        raise TooManyInvitations(MOST_OPEN)
    if counts["recent"] >= MOST_AN_HOUR:
        raise TooFast


def check_may_run(player: Player) -> None:
    """Whether they may play one more game with somebody. Raises TooManyGames."""
    with_people = Game.objects.running().filter(computer_seat__isnull=True)
    if with_people.filter(seats__in=Seat.objects.filter(**player.columns)).count() >= MOST_RUNNING:
        raise TooManyGames(MOST_RUNNING)


def check_may_take_seat(player: Player) -> None:
    """Whether they play where they sit down. Raises TooManyUnplayed."""
    taken = Seat.objects.filter(
        **player.columns,
        index=1,
        game__invitation__kind=InvitationKind.OPEN,
        game__invitation__ended_at__gt=clock.now() - UNPLAYED_COUNTS,
    )
    plays = Move.objects.filter(game=OuterRef("game"), seat=1, kind=MoveKind.PLAY)
    if taken.exclude(Exists(plays)).count() >= MOST_UNPLAYED:
        raise TooManyUnplayed(MOST_UNPLAYED)


def check_not_declined(inviter: Player, invitee: Player) -> None:
    """Whether the one has not just said no to the other. Raises DeclinedLately.

    A no to an address does not count: it would tell whose address it was.
    """
    between = Invitation.objects.from_player(inviter).to_player(invitee)
    between = between.exclude(kind=InvitationKind.ADDRESS)
    lately = between.filter(ended_at__gt=clock.now() - NO_LASTS)
    if lately.filter(state=InvitationState.DECLINED).exists():
        raise DeclinedLately


def check_not_invited(inviter: Player, invitee: Player) -> None:
    """Whether no invitation by name is open between them. Raises AlreadyInvited."""
    between = Invitation.objects.from_player(inviter).to_player(invitee)
    named = between.filter(kind=InvitationKind.NAMED)
    named.expire()
    if waiting := named.filter(state=InvitationState.OPEN).first():
        raise AlreadyInvited(waiting)


def check_may_offer_seat(inviter: Player) -> None:
    """Whether they may offer one more open seat. Raises TooManySeats."""
    seats = Invitation.objects.from_player(inviter).open_at(clock.now())
    if seats.filter(kind=InvitationKind.OPEN).count() >= MOST_SEATS:
        raise TooManySeats(MOST_SEATS)


def check_may_write(inviter: Player) -> None:
    """Whether they may invite one more address. Raises NoProvenAddress and TooManyAddresses."""
    own = EmailAddress.objects.filter(user=inviter.user_id, primary=True, verified=True)
    if not own.exists():
        raise NoProvenAddress
    written = Invitation.objects.from_player(inviter).filter(kind=InvitationKind.ADDRESS)
    if written.filter(created_at__gt=clock.now() - timedelta(days=1)).count() >= (
        MOST_ADDRESSES_A_DAY
    ):
        raise TooManyAddresses(MOST_ADDRESSES_A_DAY)


def check_not_written(digest: str) -> None:
    """Whether nobody has written to the address lately. Raises InvitedLately."""
    _hold_address(digest)
    since = clock.now() - BETWEEN_ADDRESSES
    if Invitation.objects.filter(address_digest=digest, created_at__gt=since).exists():
        raise InvitedLately


def _hold_address(digest: str) -> None:
    """Hold the address until the transaction ends, against others who would write to it.

    It has no row that could be locked. But whoever enters the same key into the database's cache
    waits for the transaction in which it was entered, taken out again or not.
    """
    key = f"invited:{digest}"
    if not cache.add(key, True, timeout=MOMENT):
        raise InvitedLately
    cache.delete(key)

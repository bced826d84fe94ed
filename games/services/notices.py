"""What is owed by mail: rows, written in the transaction of what they tell; nothing is sent."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Q
from django.utils.crypto import get_random_string

from games import clock, dispatch
from games.engine.pair import SEATS, Seat, as_seat
from games.models import Game, Guest, Invitation, Notice, NoticeKind, Player, Vacation
from games.models import Seat as SeatRow

TURN_WAIT = timedelta(seconds=90)
# Who plays the computer and was here so lately knows that it answers at once.
COMPUTER_QUIET = timedelta(minutes=15)
MESSAGE_ID_LENGTH = 28


def owe_turn(game: Game) -> None:
    """Owe the person to move a mail, in a minute and a half; nobody where no person may move."""
    if game.to_move is None or game.is_held or game.to_move == game.computer_seat:
        return
    readers = _list_readers(game, [as_seat(game.to_move)], spare_the_quiet=True)
    _owe(NoticeKind.TURN, readers, game=game, wait=TURN_WAIT)


def owe_game_over(game: Game, *, to: Iterable[Seat]) -> None:
    """Owe the people in these seats the result."""
    readers = _list_readers(game, to, spare_the_quiet=True)
    _owe(NoticeKind.GAME_OVER, readers, game=game)


def owe_staff(game: Game) -> None:
    """Owe both people of a game word of what the staff have just done to it."""
    _owe(NoticeKind.STAFF, _list_readers(game, SEATS), game=game)


def owe_invited(invitation: Invitation) -> None:
    """Owe the invitee, where there is one, word of the invitation."""
    if invitation.invitee is not None:
        readers = _keep_reachable([invitation.invitee])
        _owe(NoticeKind.INVITED, readers, invitation=invitation)


def owe_accepted(invitation: Invitation) -> None:
    """Owe the inviter word of the game that has come of it."""
    readers = _keep_reachable([invitation.inviter])
    _owe(NoticeKind.ACCEPTED, readers, invitation=invitation, game=invitation.game)


def owe_away(vacation: Vacation) -> None:
    """Owe a member word of the vacation that has begun by itself."""
    _owe(NoticeKind.AWAY, [Player(user_id=vacation.user_id)], vacation=vacation)


def owe_back(vacation: Vacation) -> None:
    """Owe a member word of the end of the vacation, a day before it."""
    _owe(NoticeKind.BACK, [Player(user_id=vacation.user_id)], vacation=vacation)


def make_key(
    kind: NoticeKind,
    reader: Player,
    *,
    game: Game | None = None,
    invitation: Invitation | None = None,
    vacation: Vacation | None = None,
) -> str:
    """What a notice speaks of, and to whom: `turn:GAME:SEQ:u7`, `invited:INVITATION:g12`."""
    if vacation is not None:
        subject = f"{vacation.pk}"
    elif invitation is not None:
        subject = f"{invitation.pk}"
    elif game is not None:
        subject = f"{game.pk}:{game.version}"
    else:
        raise ValueError("a notice speaks of something")
    who = f"g{reader.guest_id}" if reader.is_guest else f"u{reader.user_id}"
    return f"{kind}:{subject}:{who}"


def make_message_id() -> str:
    """A Message-ID that tells nothing; a notice keeps its own however often it is tried."""
    return f"<{get_random_string(MESSAGE_ID_LENGTH)}@{urlsplit(settings.SITE_ADDRESS).hostname}>"


def _owe(
    kind: NoticeKind,
    readers: Iterable[Player],
    *,
    game: Game | None = None,
    invitation: Invitation | None = None,
    vacation: Vacation | None = None,
    wait: timedelta = timedelta(),
) -> None:
    now = clock.now()
    notices = [
        Notice(
            key=make_key(kind, reader, game=game, invitation=invitation, vacation=vacation),
            kind=kind,
            user_id=reader.user_id,
            guest_id=reader.guest_id,
            game=game,
            seq=None if game is None else game.version,
            invitation=invitation,
            vacation=vacation,
            message_id=make_message_id(),
            created_at=now,
            due_at=now + wait,
        )
        for reader in readers
    ]
    Notice.objects.bulk_create(notices)
    if not wait:
        for notice in notices:
            dispatch.nudge_notice(notice.pk)


def _list_readers(
    game: Game, seats: Iterable[Seat], *, spare_the_quiet: bool = False
) -> list[Player]:
    """The people in the seats who can have mail: a guest without an address cannot."""
    people = SeatRow.objects.filter(game=game, index__in=list(seats), level="")
    people = people.filter(Q(guest__isnull=True) | ~Q(guest__email=""))
    if spare_the_quiet and game.computer_seat is not None:
        people = people.exclude(_seen_since(clock.now() - COMPUTER_QUIET))
    found = people.order_by("index").values_list("user_id", "guest_id")
    return [Player(user_id=user_id, guest_id=guest_id) for user_id, guest_id in found]


def _keep_reachable(players: Iterable[Player]) -> list[Player]:
    """As `_list_readers`, of people who sit in no game together."""
    return [
        player
        for player in players
        if player.guest_id is None
        or Guest.objects.filter(pk=player.guest_id).exclude(email="").exists()
    ]


def _seen_since(moment: datetime) -> Q:
    by_user = Q(user__isnull=False, user__last_seen_at__gte=moment)
    return by_user | Q(guest__isnull=False, guest__last_seen_at__gte=moment)

"""What is owed by mail: rows, written in the transaction of what they tell; nothing is sent."""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import F, Q
from django.utils.crypto import get_random_string

from games import clock, dispatch
from games.engine.pair import SEATS, Seat, as_seat
from games.models import (
    Game,
    Guest,
    Invitation,
    Notice,
    NoticeKind,
    NoticeReason,
    NoticeState,
    Player,
    Vacation,
)
from games.models import Seat as SeatRow

TURN_WAIT = timedelta(seconds=90)
# Who plays the computer and was here so lately knows that it answers at once.
COMPUTER_QUIET = timedelta(minutes=15)
MESSAGE_ID_LENGTH = 28
# Of these, one person may be owed several about the same thing.
_AT_MOMENTS = {NoticeKind.NUDGE, NoticeKind.TEST}
_OF_DEADLINES = {NoticeKind.REMINDER, NoticeKind.LAST_REMINDER}


def owe_turn(game: Game) -> None:
    """Owe the person to move a mail, in a minute and a half; nobody where no person may move."""
    if game.to_move is None or game.is_held or game.to_move == game.computer_seat:
        return
    readers = _list_readers(game, [as_seat(game.to_move)], spare_the_quiet=True)
    _owe(NoticeKind.TURN, readers, game=game, wait=TURN_WAIT)


def owe_turns_again(games: Collection[Game]) -> None:
    """Owe what was not told of the turns in these games because their person was away."""
    kept_back = Notice.objects.filter(
        kind=NoticeKind.TURN,
        state=NoticeState.SKIPPED,
        reason=NoticeReason.AWAY,
        game__in=games,
        seq=F("game__version"),
    )
    now = clock.now()
    # Owed from now on: the daily mail comes at its next hour, not at one of the vacation.
    again = {"created_at": now, "due_at": now + TURN_WAIT, "done_at": None}
    kept_back.update(state=NoticeState.PENDING, reason="", **again)


def owe_round_over(game: Game, *, to: Seat) -> None:
    """Owe the person in the seat the bill of a round; as a turn, it waits for them to see it."""
    readers = _list_readers(game, [to], spare_the_quiet=True)
    _owe(NoticeKind.ROUND_OVER, readers, game=game, wait=TURN_WAIT)


def owe_game_over(game: Game, *, to: Iterable[Seat]) -> None:
    """Owe the people in these seats the result."""
    readers = _list_readers(game, to, spare_the_quiet=True)
    _owe(NoticeKind.GAME_OVER, readers, game=game)


def owe_time_out(game: Game, *, missed_at: datetime | None) -> None:
    """Owe both people word that the clock has ended their game: neither may have been there."""
    _owe(NoticeKind.TIME_OUT, _list_readers(game, SEATS), game=game, deadline_at=missed_at)


def owe_reminder(game: Game, kind: NoticeKind) -> None:
    """Owe the person to move word of a deadline that comes near; of the same one, never twice."""
    if game.to_move is None or game.deadline_at is None:
        return
    readers = _list_readers(game, [as_seat(game.to_move)])
    owe_once(kind, readers, game=game, deadline_at=game.deadline_at)


def owe_nudge(game: Game, *, to: Seat) -> None:
    """Owe the person in the seat word that the other side waits."""
    _owe(NoticeKind.NUDGE, _list_readers(game, [to]), game=game)


def owe_idle(game: Game) -> None:
    """Owe the person at the computer's table word that it is about to be put away, once."""
    owe_once(NoticeKind.IDLE, _list_readers(game, SEATS), game=game)


def owe_staff(game: Game) -> None:
    """Owe both people of a game word of what the staff have just done to it."""
    _owe(NoticeKind.STAFF, _list_readers(game, SEATS), game=game)


def owe_invited(invitation: Invitation) -> None:
    """Owe word of the invitation to the invitee, or to the address to which it goes."""
    if invitation.invitee is not None:
        readers = _keep_reachable([invitation.invitee])
        _owe(NoticeKind.INVITED, readers, invitation=invitation)
    elif invitation.address:
        _owe(NoticeKind.INVITED, [None], invitation=invitation)


def owe_accepted(invitation: Invitation) -> None:
    """Owe the inviter word of the game that has come of it."""
    readers = _keep_reachable([invitation.inviter])
    _owe(NoticeKind.ACCEPTED, readers, invitation=invitation, game=invitation.game)


def owe_away(vacation: Vacation) -> None:
    """Owe the person word that a vacation has begun by itself."""
    owe_once(NoticeKind.AWAY, [Player(user_id=vacation.user_id)], vacation=vacation)


def owe_back(vacation: Vacation) -> None:
    """Owe the person word that the vacation is about to end, once."""
    owe_once(NoticeKind.BACK, [Player(user_id=vacation.user_id)], vacation=vacation)


def owe_test(player: Player) -> None:
    """Owe the person a mail that says that mails arrive."""
    _owe(NoticeKind.TEST, _keep_reachable([player]))


def make_key(notice: Notice) -> str:
    """What it speaks of, and to whom: `turn:GAME:SEQ:u7`, `invited:INVITATION:g12`,
    `half:GAME:SEQ:u7:DEADLINE`."""
    parts = [notice.kind, _name_subject(notice), _name_reader(notice), _name_moment(notice)]
    return ":".join(filter(None, parts))


def make_message_id() -> str:
    """A Message-ID that tells nothing; a notice keeps its own however often it is tried."""
    return f"<{get_random_string(MESSAGE_ID_LENGTH)}@{urlsplit(settings.SITE_ADDRESS).hostname}>"


def _name_subject(notice: Notice) -> str:
    if key := notice.invitation_id or notice.vacation_id:
        return f"{key}"
    return "" if notice.game_id is None else f"{notice.game_id}:{notice.seq}"


def _name_moment(notice: Notice) -> str:
    if notice.kind in _AT_MOMENTS:
        return notice.created_at.isoformat()
    if notice.kind in _OF_DEADLINES and notice.deadline_at is not None:
        return notice.deadline_at.isoformat()
    return ""


def _name_reader(notice: Notice) -> str:
    if notice.user_id is not None:
        return f"u{notice.user_id}"
    return "address" if notice.guest_id is None else f"g{notice.guest_id}"


def _owe(
    kind: NoticeKind,
    readers: Iterable[Player | None],
    *,
    wait: timedelta = timedelta(),
    **about: Any,
) -> None:
    """`about` are the columns that say what it speaks of. Nobody is whoever has the address."""
    _write([_make(kind, reader, wait=wait, about=about) for reader in readers], wait=wait)


def owe_once(kind: NoticeKind, readers: Iterable[Player], **about: Any) -> None:
    """As `_owe`, but for what is owed already, or was. The caller holds what it speaks of."""
    notices = [_make(kind, reader, wait=timedelta(), about=about) for reader in readers]
    keys = [notice.key for notice in notices]
    known = set(Notice.objects.filter(key__in=keys).values_list("key", flat=True))
    _write([notice for notice in notices if notice.key not in known], wait=timedelta())


def _make(
    kind: NoticeKind, reader: Player | None, *, wait: timedelta, about: dict[str, Any]
) -> Notice:
    now, game = clock.now(), about.get("game")
    notice = Notice(
        kind=kind,
        seq=game and game.version,
        message_id=make_message_id(),
        created_at=now,
        due_at=now + wait,
        **(reader.columns if reader else {}),
        **about,
    )
    notice.key = make_key(notice)
    return notice


def _write(notices: list[Notice], *, wait: timedelta) -> None:
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

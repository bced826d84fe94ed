"""Rows that only the desk's tests write by themselves: elsewhere they come from the services."""

from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from games import clock
from games.engine.options import make_options
from games.models import (
    AddressStop,
    AddressStopReason,
    Block,
    Game,
    GiftOfTime,
    Invitation,
    InvitationKind,
    InvitationState,
    Notice,
    NoticeKind,
    NoticeState,
    Outage,
    Pace,
    Vacation,
)
from games.services.address_stops import make_digest
from tests.games.factories import make_user

OVER = (NoticeState.SENT, NoticeState.SKIPPED, NoticeState.PARKED)


def make_invitation(*, game: Game | None = None, **columns: Any) -> Invitation:
    """By link; accepted where it has a game."""
    now = clock.now()
    if "inviter_guest" not in columns:
        columns.setdefault("inviter_user", make_user())
    columns.setdefault("state", InvitationState.ACCEPTED if game else InvitationState.OPEN)
    is_open = columns["state"] == InvitationState.OPEN
    return Invitation.objects.create(
        **{
            "kind": InvitationKind.LINK,
            "preset": "basra-2",
            "options": asdict(make_options("basra-2", {})),
            "target": 61,
            "pace": Pace.DAY,
            "game": game,
            "expires_at": now + timedelta(days=14),
            "ended_at": None if is_open else now,
            **columns,
        }
    )


def make_notice(kind: NoticeKind, **columns: Any) -> Notice:
    """Pending, to a new member, unless the columns say otherwise."""
    if "guest" not in columns:
        columns.setdefault("user", make_user())
    number, now = Notice.objects.count(), clock.now()
    is_over = columns.get("state", NoticeState.PENDING) in OVER
    return Notice.objects.create(
        **{
            "key": f"{kind}:test:{number}",
            "kind": kind,
            "seq": 1 if columns.get("game") else None,
            "message_id": f"<{number}@test>",
            "due_at": None if is_over else now,
            "done_at": now if is_over else None,
            **columns,
        }
    )


def make_notice_of_every_kind(
    game: Game, *, accepted: Invitation, named: Invitation, **reader: Any
) -> list[Notice]:
    """Each as the game is now, `accepted` being the invitation of which it came."""
    of_game = {"game": game, "seq": game.version}
    of_deadline = {"deadline_at": game.deadline_at, **of_game}
    of_vacation = {"vacation": make_vacation()}
    special: dict[NoticeKind, dict[str, Any]] = {
        NoticeKind.INVITED: {"invitation": named},
        NoticeKind.ACCEPTED: {"invitation": accepted, **of_game},
        NoticeKind.REMINDER: of_deadline,
        NoticeKind.LAST_REMINDER: of_deadline,
        NoticeKind.AWAY: of_vacation,
        NoticeKind.BACK: of_vacation,
        NoticeKind.TEST: {},
    }
    return [make_notice(kind, **special.get(kind, of_game), **reader) for kind in NoticeKind]


def make_vacation(**columns: Any) -> Vacation:
    """Of a new member, begun now for two days."""
    now = clock.now()
    columns.setdefault("user", make_user())
    return Vacation.objects.create(**{"ends_at": now + timedelta(days=2), **columns})


def make_gift(game: Game, **columns: Any) -> GiftOfTime:
    """A day for the first seat, from the other one."""
    deadline_at = clock.now() + timedelta(days=3)
    wanted = {"seat": 0, "amount": timedelta(days=1), "deadline_at": deadline_at, **columns}
    return GiftOfTime.objects.create(game=game, **wanted)


def make_outage(*, ended_at: datetime | None = None) -> Outage:
    """Of an hour, over by now."""
    ended_at = ended_at or clock.now()
    return Outage.objects.create(began_at=ended_at - timedelta(hours=1), ended_at=ended_at)


def make_block(**columns: Any) -> Block:
    """Of a new member by another."""
    for side in ("blocker", "blocked"):
        columns.setdefault(side, make_user())
    return Block.objects.create(**columns)


def make_address_stop(address: str = "gone@example.com", **columns: Any) -> AddressStop:
    """Of an address from which mail came back."""
    wanted = {"reason": AddressStopReason.BOUNCED, **columns}
    return AddressStop.objects.create(digest=make_digest(address), **wanted)

"""What the site knows of a person's games, for the person to take along.

Of the plays only one's own are in it, and no pack, hand or seed is read for it: what is hidden at
a table that runs stays so.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db.models import F

from accounts.models import User
from accounts.names import FORMER
from games.models import (
    Block,
    Game,
    GiftOfTime,
    Guest,
    Invitation,
    InvitationKind,
    MailSettings,
    MailStop,
    Move,
    Notice,
    Player,
    Seat,
    Vacation,
)

Row = dict[str, Any]


def export_games(player: Player) -> list[Row]:
    """The games with the player's own moves, the oldest first. Four queries."""
    mine = list(Seat.objects.of(player).select_related("game").order_by("game"))
    others = _find_others(mine)
    moves, gifts = _find_moves(player), _find_gifts(mine)
    return [
        {
            **_describe(seat.game),
            "time_given": gifts[seat.game_id],
            "your_seat": seat.index,
            "opponent": others[seat.game_id].name,
            "closed_to_others": seat.keeps_private,
            "your_moves": moves[seat.game_id],
        }
        for seat in mine
    ]


def export_invitations(player: Player) -> dict[str, list[Row]]:
    """Those the player sent, and those sent to the player. Links are left out: they open seats."""
    people = ("inviter_user", "inviter_guest", "invitee_user", "invitee_guest", "game")
    found = Invitation.objects.select_related(*people).order_by("pk")
    return {
        "sent": [_describe_invitation(row) for row in found.from_player(player)],
        "received": [_describe_invitation(row) for row in found.to_player(player)],
    }


def export_mails(player: Player) -> dict[str, list[Row]]:
    """The mails about games, the kinds that the player does not want, and how the others come."""
    notices = Notice.objects.of(player).select_related("game").order_by("pk")
    stops = MailStop.objects.filter(**player.columns).order_by("pk")
    return {
        "owed": [_describe_notice(row) for row in notices],
        "stopped": [{"kind": row.mail_class, "since": row.at} for row in stops],
        "wishes": [_describe_wishes(row) for row in MailSettings.objects.of(player)],
    }


def export_vacations(user_id: int) -> list[Row]:
    found = Vacation.objects.filter(user=user_id).select_related("saved_game").order_by("pk")
    return [
        {
            "began_at": row.began_at,
            "began_by_itself": row.began_by_itself,
            "saved_game": row.saved_game and row.saved_game.public_id,
            "planned_until": row.ends_at,
            "ended_at": row.ended_at,
        }
        for row in found
    ]


def export_blocks(user_id: int) -> list[Row]:
    """Whom the person blocks. Who blocks the person is the others' own."""
    found = Block.objects.filter(blocker=user_id).select_related("blocked").order_by("pk")
    return [{"blocked": _name(row.blocked), "since": row.at} for row in found]


def export_guests(user_id: int) -> list[Row]:
    """Those whose games became the account's."""
    columns = ("number", "created_at", "last_seen_at")
    claimed = Guest.objects.filter(claimed_by=user_id).order_by("pk").values_list(*columns)
    return [dict(zip(columns, row, strict=True)) for row in claimed]


def _find_others(mine: Iterable[Seat]) -> dict[int, Seat]:
    mine = list(mine)
    seats = Seat.objects.filter(game__in=[seat.game_id for seat in mine])
    opposite = seats.exclude(pk__in=[seat.pk for seat in mine]).select_related("user", "guest")
    return {seat.game_id: seat for seat in opposite}


def _find_moves(player: Player) -> dict[int, list[Row]]:
    seated = {f"game__seats__{column}": key for column, key in player.columns.items()}
    own = Move.objects.filter(**seated, seat=F("game__seats__index"))
    columns = ("seq", "kind", "card", "took", "basra", "via", "at")
    moves: dict[int, list[Row]] = defaultdict(list)
    for row in own.order_by("game", "seq").values("game_id", "round__number", *columns):
        moves[row.pop("game_id")].append({"round": row.pop("round__number"), **row})
    return moves


def _find_gifts(mine: Iterable[Seat]) -> dict[int, list[Row]]:
    """Time that was given in the games, to either side."""
    found = GiftOfTime.objects.filter(game__in=[seat.game_id for seat in mine]).order_by("pk")
    gifts: dict[int, list[Row]] = defaultdict(list)
    for row in found:
        told = {"to_seat": row.seat, "by_staff": row.by_staff, "hours": _count_hours(row.amount)}
        gifts[row.game_id].append({**told, "at": row.at})
    return gifts


def _count_hours(amount: timedelta) -> float:
    return amount / timedelta(hours=1)


def _describe(game: Game) -> Row:
    return {
        "id": game.public_id,
        "preset": game.preset,
        "options": game.options,
        "target": game.target,
        "hours_a_turn": game.pace,
        "hours_of_bank": game.bank,
        "stops_for_vacations": game.stops_for_vacation,
        "lost_at": game.deadline_at,
        "started_at": game.created_at,
        "status": game.status,
        "ended_by": game.ended_by,
        "ended_at": game.ended_at,
        "points": list(game.totals),
        "winning_seat": game.winner,
    }


def _describe_invitation(row: Invitation) -> Row:
    return {
        "kind": row.kind,
        "from": _name(row.inviter_user or row.inviter_guest),
        "to": _tell_invitee(row),
        "preset": row.preset,
        "options": row.options,
        "target": row.target,
        "hours_a_turn": row.pace,
        "hours_of_bank": row.bank,
        "stops_for_vacations": row.stops_for_vacation,
        "state": row.state,
        "game": row.game and row.game.public_id,
        "sent_at": row.created_at,
        "expires_at": row.expires_at,
        "ended_at": row.ended_at,
    }


def _tell_invitee(row: Invitation) -> str:
    """Of one to an address, the address while it is kept: whose it is, its maker must not learn."""
    if row.kind == InvitationKind.ADDRESS:
        return row.address
    return _name(row.invitee_user or row.invitee_guest)


def _name(person: User | Guest | None) -> str:
    """Of a former player without the number, by which old invitations would tell who that was."""
    if isinstance(person, User) and person.closed_at:
        return FORMER
    return str(person or "")


def _describe_notice(row: Notice) -> Row:
    return {
        "kind": row.kind,
        "game": row.game and row.game.public_id,
        "state": row.state,
        "reason": row.reason,
        "sent_to": row.address,
        "deadline_at": row.deadline_at,
        "owed_at": row.created_at,
        "done_at": row.done_at,
    }


def _describe_wishes(row: MailSettings) -> Row:
    """Hours are of the person's own zone."""
    return {
        "turn_mails": row.turns,
        "hour_of_the_daily_mail": row.digest_hour,
        "quiet_from_hour": row.quiet_from,
        "quiet_until_hour": row.quiet_until,
        "plays_from_mails": row.plays_from_mail,
    }

"""What the site knows of a person's games, for the person to take along.

Of the plays only one's own are in it, and no pack, hand or seed is read for it: what is hidden at
a table that runs stays so.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import F

from accounts.models import User
from accounts.names import FORMER
from games.models import Game, Guest, Invitation, MailStop, Move, Notice, Player, Seat

Row = dict[str, Any]


def export_games(player: Player) -> list[Row]:
    """The games with the player's own moves, the oldest first. Three queries."""
    mine = list(Seat.objects.of(player).select_related("game").order_by("game"))
    others = _find_others(mine)
    moves = _find_moves(player)
    return [
        {
            **_describe(seat.game),
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
    """The mails about games, and the kinds that the player does not want."""
    notices = Notice.objects.of(player).select_related("game").order_by("pk")
    stops = MailStop.objects.filter(**player.columns).order_by("pk")
    return {
        "owed": [_describe_notice(row) for row in notices],
        "stopped": [{"kind": row.mail_class, "since": row.at} for row in stops],
    }


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


def _describe(game: Game) -> Row:
    return {
        "id": game.public_id,
        "preset": game.preset,
        "options": game.options,
        "target": game.target,
        "hours_a_turn": game.pace,
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
        "to": _name(row.invitee_user or row.invitee_guest),
        "preset": row.preset,
        "options": row.options,
        "target": row.target,
        "hours_a_turn": row.pace,
        "state": row.state,
        "game": row.game and row.game.public_id,
        "sent_at": row.created_at,
        "expires_at": row.expires_at,
        "ended_at": row.ended_at,
    }


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
        "owed_at": row.created_at,
        "done_at": row.done_at,
    }

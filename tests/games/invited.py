"""Offers for tests, through the services."""

from typing import Any

from games.engine.options import make_options
from games.models import Invitation, Pace, Player, usual_time
from games.services.invitations import (
    invite_address,
    invite_by_link,
    invite_player,
    offer_seat,
)

TERMS: dict[str, Any] = {
    "preset": "levant",
    "options": make_options("levant", {"first_floor": 2}),
    "target": 61,
    "time": usual_time(Pace.DAY),
}


def key_of(player: Player) -> int:
    assert player.user_id is not None
    return player.user_id


def make_link(inviter: Player, **terms: Any) -> Invitation:
    return invite_by_link(key_of(inviter), **{**TERMS, **terms})


def make_named(inviter: Player, invitee: Player, **terms: Any) -> Invitation:
    return invite_player(key_of(inviter), key_of(invitee), **{**TERMS, **terms})


def make_to_address(inviter: Player, address: str, **terms: Any) -> Invitation:
    return invite_address(key_of(inviter), address, **{**TERMS, **terms})


def make_seat(inviter: Player, **terms: Any) -> Invitation:
    return offer_seat(key_of(inviter), **{**TERMS, **terms})

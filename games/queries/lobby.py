"""Open seats, as the lobby shows them."""

from dataclasses import dataclass

from games import clock
from games.models import Invitation, InvitationKind, Player
from games.queries.blocks import is_apart_from

MOST_SEATS = 60


@dataclass(frozen=True, slots=True)
class Lobby:
    """Seats that one may take, the newest first, and one's own.

    `has_more` where there are more than are shown.
    """

    seats: tuple[Invitation, ...]
    own: tuple[Invitation, ...]
    has_more: bool = False


def get_lobby(player: Player | None, *, pace: int | None = None, preset: str = "") -> Lobby:
    """What waits in the lobby for the player, of one pace and set of rules if so wished.

    One's own seats are there whatever is wished for. At most two queries.
    """
    waiting = Invitation.objects.open_at(clock.now()).filter(kind=InvitationKind.OPEN)
    waiting = waiting.select_related("inviter_user").order_by("-created_at", "-pk")
    others = waiting.filter(inviter_user__is_active=True)
    if player is not None:
        others = others.exclude(is_apart_from(player, "inviter_user"))
    if player is not None and player.user_id is not None:
        others = others.exclude(inviter_user=player.user_id)
    if pace is not None:
        others = others.filter(pace=pace)
    if preset:
        others = others.filter(preset=preset)
    found = tuple(others[: MOST_SEATS + 1])
    own = () if player is None or player.is_guest else tuple(waiting.from_player(player))
    return Lobby(seats=found[:MOST_SEATS], own=own, has_more=len(found) > MOST_SEATS)

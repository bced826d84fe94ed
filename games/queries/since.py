"""Who waits for whom."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from django.db.models import Q

from games.models import Player
from games.models import Seat as SeatRow


def list_waiting_opponents(players: Collection[Player]) -> Mapping[Player, list[SeatRow]]:
    """Who waits for each of the players, with the games: the most urgent first.

    One query, and one more where somebody waits.
    """
    users = [player.user_id for player in players if player.user_id is not None]
    guests = [player.guest_id for player in players if player.guest_id is not None]
    mine = SeatRow.objects.awaited().filter(Q(user__in=users) | Q(guest__in=guests))
    movers = {
        game_id: Player(user_id, guest_id)
        for game_id, user_id, guest_id in mine.values_list("game_id", "user_id", "guest_id")
    }
    found: dict[Player, list[SeatRow]] = defaultdict(list)
    if not movers:
        return found
    seats = SeatRow.objects.filter(game__in=movers).select_related("game", "user", "guest")
    for seat in seats.most_urgent_first():
        mover = movers[seat.game_id]
        if not seat.is_held_by(mover):
            found[mover].append(seat)
    return found

"""Who else waits for a player."""

from games.models import Game, Player
from games.models import Seat as SeatRow


def list_waiting_opponents(player: Player, *, besides: Game) -> list[SeatRow]:
    """Who waits for the player in other games, with the games: people first, longest waiting first.

    One query, and one more where somebody waits.
    """
    mine = SeatRow.objects.of(player).awaited().values_list("game_id", flat=True)
    others = [game_id for game_id in mine if game_id != besides.pk]
    if not others:
        return []
    theirs = SeatRow.objects.filter(game__in=others).exclude(**player.columns)
    theirs = theirs.select_related("game", "user", "guest").order_by("game__last_play_at")
    return sorted(theirs, key=lambda seat: seat.is_computer)

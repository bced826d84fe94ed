"""Who else waits for a player."""

from games.models import Game, Player
from games.models import Seat as SeatRow


def list_waiting_opponents(player: Player, *, besides: Game | None = None) -> list[SeatRow]:
    """Who waits for the player in all games or the others, with the games: the most urgent first.

    One query, and one more where somebody waits.
    """
    mine = SeatRow.objects.of(player).awaited().values_list("game_id", flat=True)
    others = [game_id for game_id in mine if besides is None or game_id != besides.pk]
    if not others:
        return []
    theirs = SeatRow.objects.filter(game__in=others).exclude(**player.columns)
    return list(theirs.select_related("game", "user", "guest").most_urgent_first())

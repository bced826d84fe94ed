"""Is somebody away whose vacation stops the clock of a game?"""

from django.db.models import QuerySet

from games.models import Game, Seat, Vacation


def is_mover_away(game: Game) -> bool:
    """Whether the side to move is on a vacation that stops this game's clock."""
    if not game.stops_for_vacation or game.to_move is None:
        return False
    return list_stays_of(game, game.to_move).exists()


def list_stays_of(game: Game, seat: int) -> QuerySet[Vacation]:
    """The vacation that the member in the seat is on, if any; a guest is on none."""
    sitters = Seat.objects.filter(game=game, index=seat, user__isnull=False)
    return Vacation.objects.on().filter(user__in=sitters.values("user"))

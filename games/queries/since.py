"""What has happened at a table while somebody was away."""

from django.db.models import F, Max

from games.engine.pair import Seat
from games.models import Game, GameStatus, Move, MoveKind, Player, Via
from games.models import Seat as SeatRow


def list_since_own_choice(game: Game, seat: Seat) -> list[Move]:
    """The plays after the seat's last one that its person chose, each with its round. Two queries.

    Packs and seeds are not read.
    """
    plays = Move.objects.filter(game=game, kind=MoveKind.PLAY)
    chosen = plays.filter(seat=seat).exclude(via=Via.FORCED)
    last = chosen.aggregate(seq=Max("seq"))["seq"] or 0
    since = plays.filter(seq__gt=last).select_related("round").order_by("seq")
    return list(since.defer("round__pack", "round__seed"))


def list_waiting_opponents(player: Player, *, besides: Game) -> list[SeatRow]:
    """Who waits for the player in other games, with the games: people first, longest waiting first.

    One query.
    """
    mine = SeatRow.objects.of(player).filter(
        game__status=GameStatus.RUNNING, game__held_at__isnull=True, game__to_move=F("index")
    )
    theirs = SeatRow.objects.filter(game__in=mine.exclude(game=besides).values("game"))
    theirs = theirs.exclude(pk__in=mine.values("pk"))
    theirs = theirs.select_related("game", "user", "guest").order_by("game__last_play_at")
    return sorted(theirs, key=lambda seat: seat.is_computer)

"""The score that a member keeps (R5.3)."""

from dataclasses import dataclass

from django.db.models import Case, Count, F, IntegerField, Q, Sum, When

from games.engine.play import BasraCount
from games.models import BasraKind, GameStatus, Move, Player, Seat


@dataclass(frozen=True, slots=True)
class KeptScore:
    """Finished games against the computer: `points` are those the player booked in them."""

    won: int
    lost: int
    points: int
    basras: BasraCount

    @property
    def games(self) -> int:
        return self.won + self.lost


def get_score_against_computer(player: Player) -> KeptScore:
    """What the player has done against the computer so far. Two queries."""
    mine = Seat.objects.of(player).filter(
        game__status=GameStatus.FINISHED, game__computer_seat__isnull=False
    )
    own_total = Case(
        When(index=0, then=F("game__total_0")),
        default=F("game__total_1"),
        output_field=IntegerField(),
    )
    found = mine.aggregate(
        won=Count("pk", filter=Q(game__winner=F("index"))),
        lost=Count("pk", filter=~Q(game__winner=F("index"))),
        points=Sum(own_total, default=0),
    )
    return KeptScore(**found, basras=_count_basras(player))


def _count_basras(player: Player) -> BasraCount:
    seated = {f"game__seats__{column}": key for column, key in player.columns.items()}
    mine = Move.objects.filter(
        game__status=GameStatus.FINISHED,
        game__computer_seat__isnull=False,
        seat=F("game__seats__index"),
        **seated,
    )
    counts = {kind: Count("pk", filter=Q(basra=kind)) for kind in BasraKind.values}
    return BasraCount(**mine.exclude(basra="").aggregate(**counts))

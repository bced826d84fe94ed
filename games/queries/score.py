"""The score that a member keeps, against people and against the computer apart (R5.3)."""

from dataclasses import dataclass, replace

from django.db.models import Case, Count, F, IntegerField, Q, Sum, When

from games.engine.play import BasraCount
from games.models import BasraKind, GameStatus, Move, Seat

NO_BASRAS = BasraCount()
AGAINST_COMPUTER = Q(game__computer_seat__isnull=False)
COUNTED = Q(game__status=GameStatus.FINISHED, game__counts=True)
"""Both had played twice: whoever accepts and resigns has given nothing away."""
WON = Q(game__winner=F("index"))
LOST = Q(game__winner=1 - F("index"))
"""Of a seat. A game that the staff ended without a winner is neither."""


@dataclass(frozen=True, slots=True)
class KeptScore:
    """Finished games that count: `points` are those the player booked in them."""

    won: int = 0
    lost: int = 0
    points: int = 0
    basras: BasraCount = NO_BASRAS

    @property
    def games(self) -> int:
        return self.won + self.lost


NOTHING = KeptScore()


@dataclass(frozen=True, slots=True)
class Scores:
    """All that a member has kept."""

    people: KeptScore
    computer: KeptScore


def get_scores(user_id: int) -> Scores:
    """What the member has done so far. Two queries."""
    kept, basras = _sum_games(user_id), _count_basras(user_id)
    people, computer = (
        replace(kept.get(side, NOTHING), basras=basras.get(side, NO_BASRAS))
        for side in (False, True)
    )
    return Scores(people=people, computer=computer)


def _sum_games(user_id: int) -> dict[bool, KeptScore]:
    """All but the basras, by whether it was against the computer."""
    own_total = Case(
        When(index=0, then=F("game__total_0")),
        default=F("game__total_1"),
        output_field=IntegerField(),
    )
    mine = Seat.objects.filter(COUNTED, user_id=user_id)
    sides = mine.annotate(side=AGAINST_COMPUTER).order_by().values_list("side")
    found = sides.annotate(
        won=Count("pk", filter=WON), lost=Count("pk", filter=LOST), points=Sum(own_total)
    )
    return {side: KeptScore(*sums) for side, *sums in found}


def _count_basras(user_id: int) -> dict[bool, BasraCount]:
    mine = Move.objects.filter(
        COUNTED,
        game__seats__user_id=user_id,
        seat=F("game__seats__index"),
    ).exclude(basra="")
    sides = mine.annotate(side=AGAINST_COMPUTER).order_by().values_list("side")
    found = sides.annotate(
        plain=Count("pk", filter=Q(basra=BasraKind.PLAIN)),
        jack=Count("pk", filter=Q(basra=BasraKind.JACK)),
        komi=Count("pk", filter=Q(basra=BasraKind.KOMI)),
    )
    return {side: BasraCount(*kinds) for side, *kinds in found}

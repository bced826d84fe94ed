"""One pack, played out or being played."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import clock
from games.engine.cards import Card, parse_cards
from games.engine.pair import Pair
from games.models.game import CARDS_LENGTH, Game


class Round(models.Model):
    """A round as it was dealt, and how it ended.

    `pack` and `seed` are hidden cards until `ended_at` is set. `carried` is the majority that
    earlier equal piles left to this round (R4.2). A round cut off by the end of its game has no
    points.
    """

    # Found by the unique constraint below, which begins with it.
    game = models.ForeignKey(
        Game,
        verbose_name=_("game"),
        on_delete=models.CASCADE,
        related_name="rounds",
        db_index=False,
    )
    number = models.PositiveSmallIntegerField(_("number"))
    dealer = models.PositiveSmallIntegerField(_("dealer"))
    pack = models.CharField(_("pack"), max_length=CARDS_LENGTH)
    seed = models.CharField(_("seed"), max_length=64, help_text=_("32 bytes in hexadecimal."))
    commitment = models.CharField(_("commitment"), max_length=64)
    derivation = models.PositiveSmallIntegerField(_("version of the shuffle"))
    carried = models.PositiveIntegerField(_("carried in"), default=0)
    points_0 = models.PositiveIntegerField(_("points of seat 0"), null=True, blank=True)
    points_1 = models.PositiveIntegerField(_("points of seat 1"), null=True, blank=True)
    dealt_at = models.DateTimeField(_("dealt"), default=clock.now)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="round_number_once_a_game"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_number_from_1"),
            models.CheckConstraint(condition=Q(dealer__in=[0, 1]), name="round_dealer_is_a_seat"),
            models.CheckConstraint(
                condition=Q(points_0__isnull=True, points_1__isnull=True)
                | Q(points_0__isnull=False, points_1__isnull=False, ended_at__isnull=False),
                name="round_points_only_when_over",
            ),
        ]

    def __str__(self) -> str:
        return gettext("Round %(number)d") % {"number": self.number}

    @property
    def is_over(self) -> bool:
        return self.ended_at is not None

    @property
    def cards(self) -> tuple[Card, ...]:
        """The pack from the top, before anything was dealt."""
        return parse_cards(self.pack)

    @property
    def points(self) -> Pair[int] | None:
        """What the round paid; None while it runs and where it was cut off."""
        if self.points_0 is None or self.points_1 is None:
            return None
        return Pair(self.points_0, self.points_1)

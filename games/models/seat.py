"""Who sits where."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import ExpressionWrapper, F, OuterRef, Q, Subquery
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.game import Game, GameStatus
from games.models.guest import Guest
from games.models.player import Player
from games.models.vacation import Vacation


class Level(models.TextChoices):
    """How well the computer plays."""

    BEGINNER = "beginner", _("Beginner")
    REGULAR = "regular", _("Regular")
    STRONG = "strong", _("Strong")


class SeatQuerySet(models.QuerySet["Seat"]):
    def of(self, player: Player) -> "SeatQuerySet":
        return self.filter(**player.columns)

    def awaited(self) -> "SeatQuerySet":
        """Those who can play now, as `Game.awaits` has it."""
        return self.filter(
            game__status=GameStatus.RUNNING, game__held_at__isnull=True, game__to_move=F("index")
        )

    def with_absence(self) -> "SeatQuerySet":
        """With `away_until`, of whoever is on vacation."""
        lasting = Vacation.objects.on().filter(user=OuterRef("user"))
        # Not by keyword: to the checker of types it would be a second attribute so called.
        absence = {"away_until": Subquery(lasting.values("ends_at")[:1])}
        return self.annotate(**absence)

    def most_urgent_first(self) -> "SeatQuerySet":
        """By deadline; then games whose clock stands still, and last those with the computer."""
        is_with_computer = ExpressionWrapper(
            Q(game__computer_seat__isnull=False), output_field=models.BooleanField()
        )
        deadline = F("game__deadline_at").asc(nulls_last=True)
        return self.order_by(is_with_computer, deadline, "game__last_play_at", "game_id")


class Seat(models.Model):
    """One of the two places of a game: an account, a guest or the computer at a level."""

    # Found by the unique constraint below, which begins with it.
    game = models.ForeignKey(
        Game,
        verbose_name=_("game"),
        on_delete=models.CASCADE,
        related_name="seats",
        db_index=False,
    )
    index = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("person"),
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="seats",
    )
    guest = models.ForeignKey(
        Guest,
        verbose_name=_("guest"),
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="seats",
    )
    level = models.CharField(_("level"), max_length=10, choices=Level, blank=True)
    seen_version = models.PositiveIntegerField(
        _("seen"),
        null=True,
        blank=True,
        help_text=_("The moves that its person has been shown; none before the first look."),
    )
    keeps_private = models.BooleanField(
        _("closed to others"),
        default=False,
        help_text=_("Once finished, the game is shown to its two players only."),
    )

    away_until: datetime | None = None
    """When the vacation of its person ends; None also where `with_absence` did not ask."""

    objects = SeatQuerySet.as_manager()

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["game", "index"]
        constraints = [
            models.UniqueConstraint(fields=["game", "index"], name="seat_once_a_game"),
            models.UniqueConstraint(fields=["game", "user"], name="seat_user_once_a_game"),
            models.UniqueConstraint(fields=["game", "guest"], name="seat_guest_once_a_game"),
            models.UniqueConstraint(
                fields=["game"], condition=~Q(level=""), name="seat_one_computer_a_game"
            ),
            models.CheckConstraint(condition=Q(index__in=[0, 1]), name="seat_index_is_0_or_1"),
            models.CheckConstraint(
                condition=Q(level="") | Q(level__in=Level.values), name="seat_level_is_known"
            ),
            models.CheckConstraint(
                condition=Q(user__isnull=False, guest__isnull=True, level="")
                | Q(user__isnull=True, guest__isnull=False, level="")
                | Q(user__isnull=True, guest__isnull=True) & ~Q(level=""),
                name="seat_has_one_occupant",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """What the other side sees."""
        if self.user is not None:
            return str(self.user)
        if self.guest is not None:
            return self.guest.name
        return gettext("Computer (%(level)s)") % {"level": self.get_level_display()}

    @property
    def is_computer(self) -> bool:
        return bool(self.level)

    def is_held_by(self, player: Player) -> bool:
        return all(getattr(self, column) == key for column, key in player.columns.items())

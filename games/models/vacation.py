"""Days on which the clocks of a person stand still."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games import clock
from games.models.game import Game


class VacationQuerySet(models.QuerySet["Vacation"]):
    def on(self) -> "VacationQuerySet":
        """Those that last: nobody has ended them yet."""
        return self.filter(ended_at__isnull=True)

    def due(self, now: datetime) -> "VacationQuerySet":
        """Those whose time is over."""
        return self.on().filter(ends_at__lte=now).order_by("ends_at")


class Vacation(models.Model):
    """A stay away. While it lasts, the clock stands still wherever its person is to move.

    `ends_at` is when it will end by itself: as planned, or because no hours are left.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("person"),
        on_delete=models.PROTECT,
        related_name="vacations",
    )
    saved_game = models.ForeignKey(
        Game,
        verbose_name=_("began for"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text=_("The game that would have been lost, where it began by itself."),
    )
    began_by_itself = models.BooleanField(_("began by itself"), default=False)
    began_at = models.DateTimeField(_("began"), default=clock.now)
    ends_at = models.DateTimeField(_("until"))
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    objects = VacationQuerySet.as_manager()

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        indexes = [
            models.Index(
                fields=["ends_at"], condition=Q(ended_at__isnull=True), name="vacation_on_until"
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=Q(ended_at__isnull=True), name="vacation_one_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(ends_at__gt=F("began_at")), name="vacation_ends_after_it_began"
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | Q(ended_at__gte=F("began_at")),
                name="vacation_ended_after_it_began",
            ),
        ]

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.pk}"

    @property
    def is_on(self) -> bool:
        return self.ended_at is None

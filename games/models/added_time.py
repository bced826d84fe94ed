"""Time that was added to clocks, and why."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games import clock
from games.models.game import Game


class GiftOfTime(models.Model):
    """Time that one side, or the staff, has given to the other side's turn."""

    game = models.ForeignKey(
        Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="gifts"
    )
    seat = models.PositiveSmallIntegerField(_("to seat"))
    by_staff = models.BooleanField(_("by the staff"), default=False)
    amount = models.DurationField(_("amount"))
    deadline_at = models.DateTimeField(_("new deadline"))
    at = models.DateTimeField(_("at"), default=clock.now)

    class Meta:
        verbose_name = _("gift of time")
        verbose_name_plural = _("gifts of time")
        constraints = [
            models.CheckConstraint(condition=Q(seat__in=[0, 1]), name="gift_to_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.pk}"


class Outage(models.Model):
    """A time in which nobody watched the clocks: every deadline was put off by it, once."""

    began_at = models.DateTimeField(_("began"))
    ended_at = models.DateTimeField(_("ended"), db_index=True)

    class Meta:
        verbose_name = _("outage")
        verbose_name_plural = _("outages")
        constraints = [
            models.CheckConstraint(
                condition=Q(ended_at__gt=F("began_at")), name="outage_ended_after_it_began"
            ),
        ]

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.pk}"

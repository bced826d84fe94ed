"""How far a staging site's clock has been moved ahead."""

from datetime import timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _


class MovedClock(models.Model):
    """One row, where a setting allows it: testers live through a month in minutes."""

    ahead = models.DurationField(_("ahead"), default=timedelta)

    class Meta:
        verbose_name = _("moved clock")
        verbose_name_plural = _("moved clocks")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ahead__gte=timedelta()), name="moved_clock_only_ahead"
            ),
        ]

    def __str__(self) -> str:
        return str(self.ahead)

"""A level that failed."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock
from games.models.game import Game
from games.models.seat import Level


class ComputerError(models.Model):
    """What a level of the computer raised, for whoever repairs it.

    `place` lists files, lines and functions only: the message of an exception may name cards.
    """

    game = models.ForeignKey(
        Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="computer_errors"
    )
    version = models.PositiveIntegerField(_("version"), help_text=_("Moves made before it."))
    level = models.CharField(_("level"), max_length=10, choices=Level)
    exception = models.CharField(_("exception"), max_length=200)
    place = models.TextField(_("place"), blank=True)
    at = models.DateTimeField(_("at"), default=clock.now, db_index=True)

    class Meta:
        verbose_name = _("computer's error")
        verbose_name_plural = _("computer's errors")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(level__in=Level.values), name="computer_error_level_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.level}: {self.exception}"

"""Who wants nothing to do with whom."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games import clock


class BlockQuerySet(models.QuerySet["Block"]):
    def between(self, one: int, other: int) -> "BlockQuerySet":
        """Of the one by the other, or the other way round: neither plays the other."""
        return self.filter(Q(blocker=one, blocked=other) | Q(blocker=other, blocked=one))


class Block(models.Model):
    """A member who neither plays nor hears from another member."""

    blocker = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("who blocks"),
        on_delete=models.CASCADE,
        related_name="blocks",
    )
    blocked = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("who is blocked"),
        on_delete=models.CASCADE,
        related_name="blocked_by",
    )
    at = models.DateTimeField(_("since"), default=clock.now)

    objects = BlockQuerySet.as_manager()

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="block_once_a_pair"),
            models.CheckConstraint(
                condition=~Q(blocker=F("blocked")), name="block_of_somebody_else"
            ),
        ]

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.pk}"

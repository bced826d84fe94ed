"""What the staff did, for ever."""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class AuditEntry(models.Model):
    """One act of the staff, or one refused look. Rows are only ever added.

    `act` is a code such as "game.abort"; the object is named by the model's label, the key and
    what it was called then, so that the row outlives it. `before` and `after` hold no hidden card.
    """

    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("who"),
        on_delete=models.PROTECT,
        related_name="+",
    )
    act = models.CharField(_("act"), max_length=40, db_index=True)
    object_type = models.CharField(_("kind of object"), max_length=40)
    object_key = models.CharField(_("key"), max_length=40)
    object_name = models.CharField(_("object"), max_length=100)
    reason = models.TextField(_("reason"), blank=True)
    before = models.JSONField(_("before"), default=dict, encoder=DjangoJSONEncoder)
    after = models.JSONField(_("after"), default=dict, encoder=DjangoJSONEncoder)
    at = models.DateTimeField(_("when"), default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit entries")
        default_permissions = ("view",)
        indexes = [models.Index(fields=["object_type", "object_key"], name="audit_by_object")]

    def __str__(self) -> str:
        return f"{self.act}: {self.object_name}"

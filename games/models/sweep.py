"""When each sweep last went round."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games import clock


class Sweep(models.Model):
    """One row a sweep, by which `manage.py health` sees that it still runs."""

    name = models.CharField(_("name"), max_length=40, unique=True)
    last_run_at = models.DateTimeField(_("last run"))

    class Meta:
        verbose_name = _("sweep")
        verbose_name_plural = _("sweeps")

    def __str__(self) -> str:
        return self.name

    @classmethod
    def record(cls, name: str) -> None:
        """Note that the sweep has just gone round."""
        cls.objects.update_or_create(name=name, defaults={"last_run_at": clock.now()})

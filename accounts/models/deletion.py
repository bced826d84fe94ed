"""Requests by another site to delete what it told of a person."""

from django.db import models
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

CODE_LENGTH = 20


class DeletionOutcome(models.TextChoices):
    NOTHING = "nothing", _("there was nothing to delete")
    DISCONNECTED = "disconnected", _("the link is removed")
    CLOSED = "closed", _("the account is closed")


def make_code() -> str:
    """The word by which whoever asked finds the answer."""
    return get_random_string(CODE_LENGTH)


class DeletionRequest(models.Model):
    """A request that was carried out, and what came of it. It does not tell for whom."""

    code = models.CharField(
        _("code"), max_length=CODE_LENGTH, unique=True, default=make_code, editable=False
    )
    outcome = models.CharField(_("outcome"), max_length=12, choices=DeletionOutcome)
    done_at = models.DateTimeField(_("done"), default=timezone.now, db_index=True)

    class Meta:
        verbose_name = _("request for deletion")
        verbose_name_plural = _("requests for deletion")
        default_permissions = ("view",)
        constraints = [
            models.CheckConstraint(
                condition=models.Q(outcome__in=DeletionOutcome.values),
                name="deletion_outcome_is_known",
            ),
        ]

    def __str__(self) -> str:
        return self.code

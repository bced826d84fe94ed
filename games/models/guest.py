"""Somebody who plays without an account."""

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import clock


def make_number() -> int:
    """Four digits, by which the other side tells guests apart; not unique."""
    return 1000 + secrets.randbelow(9000)


class Guest(models.Model):
    """A browser that plays without an account; its session holds the key.

    Once its person has signed in, the games are that person's, and `claimed_by` says whose.
    """

    number = models.PositiveSmallIntegerField(_("number"), default=make_number, editable=False)
    email = models.EmailField(
        _("e-mail address"), blank=True, editable=False, help_text=_("Proven, for turn mails only.")
    )
    language = models.CharField(
        _("language"), max_length=10, blank=True, editable=False, help_text=_("Of the mails.")
    )
    time_zone = models.CharField(
        _("time zone"), max_length=64, blank=True, editable=False, help_text=_("Of its browser.")
    )
    address_asked = models.PositiveIntegerField(
        default=0,
        editable=False,
        help_text=_("How often an address was asked for or taken back: older links are void."),
    )
    last_seen_at = models.DateTimeField(_("last seen"), null=True, blank=True, editable=False)
    created_at = models.DateTimeField(_("came"), default=clock.now, editable=False, db_index=True)
    claimed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("became"),
        null=True,
        blank=True,
        editable=False,
        on_delete=models.CASCADE,
        related_name="+",
    )

    class Meta:
        verbose_name = _("guest")
        verbose_name_plural = _("guests")

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """What others see."""
        return gettext("Guest %(number)d") % {"number": self.number}

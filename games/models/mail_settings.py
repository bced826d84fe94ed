"""How often, when and where a person is written to."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games import clock
from games.models.guest import Guest
from games.models.player import Player


class TurnMails(models.TextChoices):
    """How often a person wants to hear that it is their turn; not at all is a MailStop."""

    ONE = "one", _("one mail until I come back")
    EVERY = "every", _("every turn")
    DIGEST = "digest", _("once a day")


class MailSettingsQuerySet(models.QuerySet["MailSettings"]):
    def of(self, player: Player) -> "MailSettingsQuerySet":
        return self.filter(**player.columns)


class MailSettings(models.Model):
    """One person's wishes; who has no row has the defaults.

    Hours are of the person's own zone. `link_generation` rises whenever the links of mails that
    have gone out must not play any more.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        verbose_name=_("person"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="mail_settings",
    )
    guest = models.OneToOneField(
        Guest,
        verbose_name=_("guest"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="mail_settings",
    )
    turns = models.CharField(
        _("turn mails"), max_length=6, choices=TurnMails, default=TurnMails.ONE
    )
    digest_hour = models.PositiveSmallIntegerField(_("hour of the daily mail"), default=18)
    quiet_from = models.PositiveSmallIntegerField(_("quiet from"), null=True, blank=True)
    quiet_until = models.PositiveSmallIntegerField(_("quiet until"), null=True, blank=True)
    plays_from_mail = models.BooleanField(_("plays from mails"), default=False)
    link_generation = models.PositiveIntegerField(default=0, editable=False)

    objects = MailSettingsQuerySet.as_manager()

    class Meta:
        verbose_name = _("mail settings")
        verbose_name_plural = _("mail settings")
        constraints = [
            models.CheckConstraint(
                condition=Q(user__isnull=False, guest__isnull=True)
                | Q(user__isnull=True, guest__isnull=False),
                name="mail_settings_of_one_person",
            ),
            models.CheckConstraint(
                condition=Q(turns__in=TurnMails.values), name="mail_settings_turns_are_known"
            ),
            models.CheckConstraint(
                condition=Q(digest_hour__lte=23), name="mail_settings_digest_at_an_hour"
            ),
            models.CheckConstraint(
                condition=Q(quiet_from__isnull=True, quiet_until__isnull=True)
                | Q(quiet_from__lte=23, quiet_until__lte=23)
                & ~Q(quiet_from=models.F("quiet_until")),
                name="mail_settings_quiet_between_hours",
            ),
        ]

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.pk}"


class AddressStopReason(models.TextChoices):
    BOUNCED = "bounced", _("mail came back")
    COMPLAINED = "complain", _("called a mail unwanted")
    ASKED = "asked", _("wants no invitations")


class AddressStopQuerySet(models.QuerySet["AddressStop"]):
    def ever_held(self) -> "AddressStopQuerySet":
        """Without those that only tell when an address was proven."""
        return self.exclude(lifted_at=models.F("at"))


class AddressStop(models.Model):
    """An address to which nothing is sent any more; of who asked, no invitations.

    The address itself is not kept, only a keyed digest: many belong to people without an account.
    A stop is lifted, not deleted, so that an old report from a mail server cannot bring it back.
    For the same reason an address that is proven has rows that were lifted as they began.
    """

    digest = models.CharField(_("digest"), max_length=64)
    reason = models.CharField(_("reason"), max_length=8, choices=AddressStopReason)
    at = models.DateTimeField(_("since"), default=clock.now)
    lifted_at = models.DateTimeField(_("lifted"), null=True, blank=True)

    objects = AddressStopQuerySet.as_manager()

    class Meta:
        verbose_name = _("stopped address")
        verbose_name_plural = _("stopped addresses")
        permissions = [("lift_addressstop", _("Can let mail go to an address again"))]
        indexes = [models.Index(fields=["lifted_at"], name="address_stop_by_end")]
        constraints = [
            models.UniqueConstraint(fields=["digest", "reason"], name="address_stop_once_a_reason"),
            models.CheckConstraint(
                condition=Q(reason__in=AddressStopReason.values), name="address_stop_reason_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self._meta.verbose_name} {self.pk}"

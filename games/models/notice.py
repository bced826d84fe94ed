"""What the site owes somebody by mail."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games import clock
from games.models.game import Game
from games.models.guest import Guest
from games.models.invitation import Invitation
from games.models.notice_kinds import CLASS_OF, MailClass, NoticeKind, NoticeReason, NoticeState
from games.models.player import Player
from games.models.vacation import Vacation


class NoticeQuerySet(models.QuerySet["Notice"]):
    def due(self, now: datetime) -> "NoticeQuerySet":
        """Those to send now: waiting long enough, or left behind by a worker that died."""
        return self.filter(due_at__lte=now).order_by("due_at")

    def failing(self) -> "NoticeQuerySet":
        """Those that were tried in vain and are still to be sent, whoever has them."""
        return (
            self.filter(due_at__isnull=False).exclude(state=NoticeState.HELD).exclude(last_error="")
        )

    def of(self, player: Player) -> "NoticeQuerySet":
        return self.filter(user=player.user_id, guest=player.guest_id)

    def with_subjects(self) -> "NoticeQuerySet":
        """With whom they are for and what they speak of, in the same query."""
        return self.select_related("user", "guest", "game", "invitation", "vacation")


_OF_GAMES = ["turn", "nudge", "round", "over", "time", "idle", "staff"]


class Notice(models.Model):
    """One mail owed to one person, written in the transaction of what it tells.

    `due_at` is when it may be sent; while it is claimed, when the claim runs out; None once it is
    done. `key` says what it speaks of, so that nothing is owed twice. The mail itself is composed
    when it is sent and kept nowhere.
    """

    key = models.CharField(_("key"), max_length=100, unique=True)
    kind = models.CharField(_("kind"), max_length=8, choices=NoticeKind)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("person"),
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="notices",
    )
    guest = models.ForeignKey(
        Guest,
        verbose_name=_("guest"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="notices",
    )
    game = models.ForeignKey(
        Game,
        verbose_name=_("game"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="notices",
    )
    seq = models.PositiveIntegerField(
        _("move"), null=True, blank=True, help_text=_("The move after which it was owed.")
    )
    invitation = models.ForeignKey(
        Invitation,
        verbose_name=_("invitation"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="notices",
    )
    deadline_at = models.DateTimeField(
        _("deadline"),
        null=True,
        blank=True,
        help_text=_("Of which a reminder speaks, or which a time-out has missed."),
    )
    vacation = models.ForeignKey(
        Vacation,
        verbose_name=_("vacation"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="notices",
    )
    state = models.CharField(
        _("state"), max_length=7, choices=NoticeState, default=NoticeState.PENDING
    )
    reason = models.CharField(_("reason"), max_length=8, choices=NoticeReason, blank=True)
    message_id = models.CharField(_("Message-ID"), max_length=120, unique=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    unknown_outcomes = models.PositiveSmallIntegerField(
        _("unknown outcomes"),
        default=0,
        help_text=_("Attempts of which nobody knows whether the mail went out."),
    )
    last_error = models.CharField(_("last error"), max_length=200, blank=True)
    address = models.EmailField(_("sent to"), blank=True)
    created_at = models.DateTimeField(_("owed since"), default=clock.now)
    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    done_at = models.DateTimeField(_("done"), null=True, blank=True)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        permissions = [("settle_notice", _("Can resend notices and skip them"))]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="notice_due"),
            models.Index(fields=["created_at"], name="notice_by_start"),
            models.Index(fields=["state", "created_at"], name="notice_by_state"),
            models.Index(fields=["done_at"], name="notice_by_end"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(user__isnull=False, guest__isnull=True)
                | Q(user__isnull=True, guest__isnull=False)
                | Q(user__isnull=True, guest__isnull=True, kind="invited"),
                name="notice_has_one_reader",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["invited", "accepted"], invitation__isnull=False)
                | Q(kind__in=_OF_GAMES, game__isnull=False, seq__isnull=False)
                | Q(
                    kind__in=["half", "last"],
                    game__isnull=False,
                    seq__isnull=False,
                    deadline_at__isnull=False,
                )
                | Q(kind__in=["away", "back"], vacation__isnull=False)
                | Q(kind="test"),
                name="notice_speaks_of_something",
            ),
            models.CheckConstraint(
                condition=Q(
                    state__in=["pending", "held", "claimed", "failed"],
                    due_at__isnull=False,
                    done_at__isnull=True,
                )
                | Q(
                    state__in=["sent", "skipped", "parked"],
                    due_at__isnull=True,
                    done_at__isnull=False,
                ),
                name="notice_due_exactly_while_owed",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["held", "skipped", "parked"]) | ~Q(reason=""),
                name="notice_not_sent_for_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(reason="") | Q(reason__in=NoticeReason.values),
                name="notice_reason_is_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.pk}"

    @property
    def mail_class(self) -> MailClass | None:
        """What its reader would switch off; None for what nobody can."""
        return CLASS_OF[NoticeKind(self.kind)]

    @property
    def reader(self) -> Player:
        return Player(user_id=self.user_id, guest_id=self.guest_id)


class MailStopQuerySet(models.QuerySet["MailStop"]):
    def of(self, player: Player) -> "MailStopQuerySet":
        return self.filter(**player.columns)


class MailStop(models.Model):
    """Somebody wants no mail of a class."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("person"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="mail_stops",
    )
    guest = models.ForeignKey(
        Guest,
        verbose_name=_("guest"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="mail_stops",
    )
    mail_class = models.CharField(_("class"), max_length=11, choices=MailClass)
    at = models.DateTimeField(_("since"), default=clock.now)

    objects = MailStopQuerySet.as_manager()

    class Meta:
        verbose_name = _("stopped mail")
        verbose_name_plural = _("stopped mails")
        constraints = [
            models.UniqueConstraint(fields=["user", "mail_class"], name="mail_stop_once_a_user"),
            models.UniqueConstraint(fields=["guest", "mail_class"], name="mail_stop_once_a_guest"),
            models.CheckConstraint(
                condition=Q(user__isnull=False, guest__isnull=True)
                | Q(user__isnull=True, guest__isnull=False),
                name="mail_stop_has_one_person",
            ),
            models.CheckConstraint(
                condition=Q(mail_class__in=MailClass.values), name="mail_stop_class_is_known"
            ),
        ]

    def __str__(self) -> str:
        return self.get_mail_class_display()

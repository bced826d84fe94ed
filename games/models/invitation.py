"""An offer to play: one object for every way in which people find each other."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from games import clock
from games.engine.options import RULES_VERSION, Options
from games.models.game import Game
from games.models.guest import Guest
from games.models.player import Player
from games.models.terms import Bank, Pace, Preset, TimeControl

TOKEN_LENGTH = 22


class InvitationKind(models.TextChoices):
    LINK = "link", _("by link")
    NAMED = "named", _("to a named player")
    REMATCH = "rematch", _("rematch")
    ADDRESS = "address", _("to an e-mail address")
    OPEN = "open", _("open seat")


class InvitationState(models.TextChoices):
    OPEN = "open", _("open")
    ACCEPTED = "accepted", _("accepted")
    DECLINED = "declined", _("declined")
    WITHDRAWN = "withdrawn", _("withdrawn")
    EXPIRED = "expired", _("expired")


FOR_ANYBODY = (InvitationKind.LINK, InvitationKind.ADDRESS, InvitationKind.OPEN)
"""Whoever has the link takes them; an open seat, members only."""


def make_token() -> str:
    """The secret of the link: whoever has it may take a seat."""
    return get_random_string(TOKEN_LENGTH)


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def for_update(self) -> "InvitationQuerySet":
        """Locks the rows until the transaction ends; SQLite's transactions do so by themselves."""
        return self.select_for_update(of=("self",), no_key=True)

    def open_at(self, now: datetime) -> "InvitationQuerySet":
        """Those that can be taken: what has run out counts no more, even before it is swept."""
        return self.filter(state=InvitationState.OPEN, expires_at__gt=now)

    def from_player(self, player: Player) -> "InvitationQuerySet":
        return self.filter(inviter_user=player.user_id, inviter_guest=player.guest_id)

    def to_player(self, player: Player) -> "InvitationQuerySet":
        return self.filter(invitee_user=player.user_id, invitee_guest=player.guest_id)

    def end_open(self, state: InvitationState) -> int:
        """Ends those that nobody has answered; returns how many. No address outlives that."""
        waiting = self.filter(state=InvitationState.OPEN)
        return waiting.update(state=state, ended_at=clock.now(), address="")

    def run_out(self, now: datetime) -> "InvitationQuerySet":
        """Those that nobody has answered in time."""
        return self.filter(state=InvitationState.OPEN, expires_at__lte=now)

    def expire(self) -> int:
        """Ends those whose time is over; returns how many."""
        return self.run_out(clock.now()).end_open(InvitationState.EXPIRED)


class Invitation(models.Model):
    """An offer of a game under its conditions.

    By link and as an open seat there is no invitee: who has the token may take it. So they may one
    to an address; its invitee is the member whose address it is, who has it in their list, and
    whom nobody else hears of. A rematch names the game that it follows, and either side of that
    game may be a guest.
    """

    token = models.CharField(
        _("token"), max_length=22, unique=True, default=make_token, editable=False
    )
    kind = models.CharField(_("kind"), max_length=8, choices=InvitationKind)
    inviter_user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("from"),
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="invitations_sent",
    )
    inviter_guest = models.ForeignKey(
        Guest,
        verbose_name=_("from guest"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="invitations_sent",
    )
    invitee_user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("to"),
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="invitations_received",
    )
    invitee_guest = models.ForeignKey(
        Guest,
        verbose_name=_("to guest"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="invitations_received",
    )
    preset = models.CharField(_("rules"), max_length=10, choices=Preset)
    options = models.JSONField(_("options"), help_text=_("The full set, presets spelt out."))
    rules_version = models.PositiveSmallIntegerField(_("rules version"), default=RULES_VERSION)
    target = models.PositiveSmallIntegerField(_("target"))
    pace = models.PositiveSmallIntegerField(_("pace"), choices=Pace)
    bank = models.PositiveSmallIntegerField(_("bank"), choices=Bank, default=Bank.NONE)
    stops_for_vacation = models.BooleanField(_("stops for vacations"), default=True)
    address = models.EmailField(
        _("address"), blank=True, help_text=_("Until it is answered or over; then erased.")
    )
    address_digest = models.CharField(max_length=64, blank=True, editable=False)
    rematch_of = models.ForeignKey(
        Game,
        verbose_name=_("rematch of"),
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="rematch_offers",
    )
    state = models.CharField(
        _("state"), max_length=9, choices=InvitationState, default=InvitationState.OPEN
    )
    game = models.OneToOneField(
        Game,
        verbose_name=_("game"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="invitation",
        help_text=_("The one that came of it."),
    )
    created_at = models.DateTimeField(_("sent"), default=clock.now)
    expires_at = models.DateTimeField(_("until"))
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        indexes = [
            models.Index(
                fields=["expires_at"], condition=Q(state="open"), name="invitation_open_until"
            ),
            models.Index(fields=["created_at"], name="invitation_by_start"),
            models.Index(
                fields=["address_digest", "created_at"],
                condition=~Q(address_digest=""),
                name="invitation_by_address",
            ),
            models.Index(
                fields=["created_at"],
                condition=Q(state="open", kind="open"),
                name="invitation_open_seats",
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["rematch_of"],
                condition=Q(state__in=["open", "accepted"]),
                name="invitation_one_rematch_a_game",
            ),
            models.UniqueConstraint(
                fields=["inviter_user", "invitee_user"],
                condition=Q(state="open", kind="named"),
                name="invitation_one_open_a_pair",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=InvitationKind.values), name="invitation_kind_is_known"
            ),
            models.CheckConstraint(
                condition=Q(preset__in=Preset.values), name="invitation_preset_is_known"
            ),
            models.CheckConstraint(
                condition=Q(pace__in=Pace.values), name="invitation_pace_is_offered"
            ),
            models.CheckConstraint(
                condition=Q(bank__in=Bank.values), name="invitation_bank_is_offered"
            ),
            models.CheckConstraint(
                condition=Q(kind="address", state="open") & ~Q(address="") & ~Q(address_digest="")
                | Q(kind="address", address="") & ~Q(state="open") & ~Q(address_digest="")
                | ~Q(kind="address") & Q(address="", address_digest=""),
                name="invitation_address_while_open",
            ),
            models.CheckConstraint(
                condition=Q(target=0) | Q(target__range=(10, 1000)),
                name="invitation_target_is_offered",
            ),
            models.CheckConstraint(
                condition=Q(inviter_user__isnull=False, inviter_guest__isnull=True)
                | Q(inviter_user__isnull=True, inviter_guest__isnull=False, kind="rematch"),
                name="invitation_has_one_inviter",
            ),
            models.CheckConstraint(
                condition=Q(
                    kind__in=["link", "open", "address"],
                    invitee_user__isnull=True,
                    invitee_guest__isnull=True,
                )
                | Q(kind="address", invitee_user__isnull=False, invitee_guest__isnull=True)
                | Q(kind="named", invitee_user__isnull=False, invitee_guest__isnull=True)
                | Q(kind="rematch", invitee_user__isnull=False, invitee_guest__isnull=True)
                | Q(kind="rematch", invitee_user__isnull=True, invitee_guest__isnull=False),
                name="invitation_names_whom_its_kind_names",
            ),
            models.CheckConstraint(
                condition=Q(rematch_of__isnull=True) & ~Q(kind="rematch")
                | Q(rematch_of__isnull=False, kind="rematch"),
                name="invitation_rematch_of_a_game",
            ),
            models.CheckConstraint(
                condition=Q(invitee_user__isnull=True)
                | Q(inviter_user__isnull=True)
                | ~Q(invitee_user=models.F("inviter_user")),
                name="invitation_to_somebody_else",
            ),
            models.CheckConstraint(
                condition=Q(state="open", ended_at__isnull=True)
                | Q(state__in=["accepted", "declined", "withdrawn", "expired"])
                & Q(ended_at__isnull=False),
                name="invitation_ended_exactly_when_not_open",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.pk}"  # the token opens a seat: it is shown nowhere

    def get_absolute_url(self) -> str:
        return reverse("games:invitation", args=[self.token])

    @property
    def rules(self) -> Options:
        """The options as the engine takes them."""
        return Options(**self.options)

    @property
    def time_control(self) -> TimeControl:
        return TimeControl(Pace(self.pace), Bank(self.bank), self.stops_for_vacation)

    @property
    def inviter(self) -> Player:
        return Player(user_id=self.inviter_user_id, guest_id=self.inviter_guest_id)

    @property
    def invitee(self) -> Player | None:
        """To whom it goes; None where it is for whoever comes first."""
        if self.invitee_user_id is None and self.invitee_guest_id is None:
            return None
        return Player(user_id=self.invitee_user_id, guest_id=self.invitee_guest_id)

    @property
    def is_for_anybody(self) -> bool:
        """Whether whoever has the link may answer."""
        return self.kind in FOR_ANYBODY

    def is_open_at(self, now: datetime) -> bool:
        return self.state == InvitationState.OPEN and self.expires_at > now

"""A match between two seats."""

from datetime import datetime, timedelta

from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from games import clock
from games.deadlines import Running, Stopped
from games.engine.cards import PACK, Card, parse_cards
from games.engine.options import RULES_VERSION, Options
from games.engine.pair import Pair, Seat
from games.models.terms import Bank, Pace, Preset, TimeControl

PUBLIC_ID_LENGTH = 16
CARDS_LENGTH = 3 * len(PACK) - 1
"""The longest text of cards: all of them, with spaces between."""
PLAYS_TO_COUNT = 2
"""Of each side: before its own second play it may call the game off; after both, it counts."""


class GameStatus(models.TextChoices):
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    ABORTED = "aborted", _("called off")


class EndedBy(models.TextChoices):
    """Why a game is over; those that a game record knows keep the record's word."""

    PLAYED = "played", _("played to the end")
    RESIGN = "resign", _("resigned")
    TIME = "time", _("out of time")
    ABORT = "abort", _("called off")
    STAFF = "staff", _("decided by staff")
    IDLE = "idle", _("no play for a long time")


def make_public_id() -> str:
    """A name for addresses that tells nothing and cannot be guessed."""
    return get_random_string(PUBLIC_ID_LENGTH)


class GameQuerySet(models.QuerySet["Game"]):
    def running(self) -> "GameQuerySet":
        return self.filter(status=GameStatus.RUNNING)

    def for_update(self) -> "GameQuerySet":
        """Locks the rows until the transaction ends; SQLite's transactions do so by themselves."""
        return self.select_for_update(of=("self",), no_key=True)

    def owed_by_computer(self, now: datetime) -> "GameQuerySet":
        """Games in which a computer's play is due and nobody works on it, longest waiting first."""
        owed = self.filter(computer_due_at__lte=now, held_at__isnull=True)
        return owed.order_by("computer_due_at")

    def due(self, now: datetime) -> "GameQuerySet":
        """Games whose time is over, the longest first."""
        return self.filter(deadline_at__lte=now).order_by("deadline_at")

    def to_remind(self, now: datetime) -> "GameQuerySet":
        """Games in which the person to move is to be reminded, the longest due first."""
        return self.filter(remind_at__lte=now).order_by("remind_at")

    def idle_since(self, moment: datetime) -> "GameQuerySet":
        """Running games without a play since then."""
        return self.running().filter(last_play_at__lt=moment)


_BY_PLAYERS = [EndedBy.PLAYED, EndedBy.RESIGN, EndedBy.TIME]
_BEFORE_IT_COUNTED = [EndedBy.ABORT, EndedBy.TIME]


class Game(models.Model):
    """A match: its rules, and what its moves have come to.

    The moves are the truth. What is under "cache" follows from them, is written with them, and is
    compared with them by `manage.py verify_games`.
    """

    public_id = models.CharField(
        _("public id"), max_length=22, unique=True, default=make_public_id, editable=False
    )
    preset = models.CharField(_("rules"), max_length=10, choices=Preset)
    options = models.JSONField(_("options"), help_text=_("The full set, presets spelt out."))
    rules_version = models.PositiveSmallIntegerField(_("rules version"), default=RULES_VERSION)
    target = models.PositiveSmallIntegerField(_("target"))
    pace = models.PositiveSmallIntegerField(
        _("pace"), choices=Pace, null=True, blank=True, help_text=_("Hours for a turn.")
    )
    bank = models.PositiveSmallIntegerField(
        _("bank"),
        choices=Bank,
        null=True,
        blank=True,
        help_text=_("Hours of each side for the whole match, beside those of its turns."),
    )
    stops_for_vacation = models.BooleanField(
        _("stops for vacations"),
        default=False,
        help_text=_("The clock stands still while the side to move is on vacation."),
    )
    computer_seat = models.PositiveSmallIntegerField(_("computer's seat"), null=True, blank=True)
    rematch_of = models.OneToOneField(
        "self",
        verbose_name=_("rematch of"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="rematch",
    )
    created_at = models.DateTimeField(_("started"), default=clock.now)

    # cache
    status = models.CharField(
        _("status"), max_length=8, choices=GameStatus, default=GameStatus.RUNNING
    )
    version = models.PositiveIntegerField(_("version"), default=0, help_text=_("Moves made."))
    round_number = models.PositiveSmallIntegerField(_("round"), default=1)
    to_move = models.PositiveSmallIntegerField(_("to move"), null=True, blank=True)
    floor = models.CharField(_("floor"), max_length=CARDS_LENGTH, blank=True)
    total_0 = models.PositiveIntegerField(_("points of seat 0"), default=0)
    total_1 = models.PositiveIntegerField(_("points of seat 1"), default=0)
    counts = models.BooleanField(
        _("counts"),
        default=False,
        help_text=_("Both have played twice: its result goes into scores and the leaderboard."),
    )
    winner = models.PositiveSmallIntegerField(_("winner"), null=True, blank=True)
    ended_by = models.CharField(_("ended by"), max_length=6, choices=EndedBy, blank=True)
    last_play_at = models.DateTimeField(_("last play"), default=clock.now)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    held_at = models.DateTimeField(_("put on hold"), null=True, blank=True)

    # the clock of the turn (games/deadlines.py): it runs, or it stands still
    bank_at = models.DateTimeField(_("bank begins"), null=True, blank=True)
    deadline_at = models.DateTimeField(_("lost at"), null=True, blank=True)
    turn_left = models.DurationField(
        _("left of the turn"),
        null=True,
        blank=True,
        help_text=_("While the clock stands still: on hold, or for a vacation."),
    )
    bank_left_0 = models.DurationField(_("bank of seat 0"), null=True, blank=True)
    bank_left_1 = models.DurationField(_("bank of seat 1"), null=True, blank=True)
    remind_at = models.DateTimeField(_("next reminder"), null=True, blank=True)

    # the computer's turn: a promise, kept by whoever claims it
    computer_due_at = models.DateTimeField(_("computer's play due"), null=True, blank=True)
    computer_attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)

    objects = GameQuerySet.as_manager()

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        permissions = [
            ("end_game", _("Can abort games and adjudicate them")),
            ("hold_game", _("Can put games on hold and release them")),
            ("give_time", _("Can give time to whoever is to move")),
        ]
        indexes = [
            models.Index(
                fields=["computer_due_at"],
                condition=Q(computer_due_at__isnull=False),
                name="game_computer_due",
            ),
            models.Index(
                fields=["deadline_at"],
                condition=Q(deadline_at__isnull=False),
                name="game_by_deadline",
            ),
            models.Index(
                fields=["remind_at"], condition=Q(remind_at__isnull=False), name="game_to_remind"
            ),
            models.Index(
                fields=["held_at"], condition=Q(held_at__isnull=False), name="game_on_hold"
            ),
            models.Index(
                fields=["turn_left"],
                condition=Q(turn_left__isnull=False),
                name="game_stands_still",
            ),
            models.Index(fields=["status", "last_play_at"], name="game_by_status_and_play"),
            models.Index(fields=["created_at"], name="game_by_start"),
            models.Index(fields=["ended_at"], name="game_by_end"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(preset__in=Preset.values), name="game_preset_is_known"
            ),
            models.CheckConstraint(
                condition=Q(pace__isnull=True) | Q(pace__in=Pace.values),
                name="game_pace_is_offered",
            ),
            models.CheckConstraint(
                condition=Q(
                    pace__isnull=True,
                    bank__isnull=True,
                    bank_left_0__isnull=True,
                    bank_left_1__isnull=True,
                    stops_for_vacation=False,
                    computer_seat__isnull=False,
                )
                | Q(
                    pace__isnull=False,
                    bank__in=Bank.values,
                    bank_left_0__gte=timedelta(),
                    bank_left_1__gte=timedelta(),
                    computer_seat__isnull=True,
                ),
                name="game_people_have_a_clock",
            ),
            models.CheckConstraint(
                condition=Q(
                    status="running",
                    pace__isnull=False,
                    held_at__isnull=True,
                    bank_at__isnull=False,
                    deadline_at__gte=F("bank_at"),
                    turn_left__isnull=True,
                )
                | (Q(held_at__isnull=False) | Q(stops_for_vacation=True))
                & Q(
                    status="running",
                    pace__isnull=False,
                    bank_at__isnull=True,
                    deadline_at__isnull=True,
                    remind_at__isnull=True,
                    turn_left__gte=timedelta(),
                )
                | (~Q(status="running") | Q(pace__isnull=True))
                & Q(
                    bank_at__isnull=True,
                    deadline_at__isnull=True,
                    remind_at__isnull=True,
                    turn_left__isnull=True,
                ),
                name="game_clock_runs_or_stands_still",
            ),
            models.CheckConstraint(
                condition=Q(held_at__isnull=True) | Q(status="running"),
                name="game_held_only_while_running",
            ),
            models.CheckConstraint(
                condition=Q(to_move__isnull=True) | Q(to_move__in=[0, 1]),
                name="game_to_move_is_a_seat",
            ),
            models.CheckConstraint(
                condition=Q(winner__isnull=True) | Q(winner__in=[0, 1]),
                name="game_winner_is_a_seat",
            ),
            models.CheckConstraint(
                condition=Q(computer_seat__isnull=True) | Q(computer_seat__in=[0, 1]),
                name="game_computer_seat_is_a_seat",
            ),
            models.CheckConstraint(
                condition=Q(target=0) | Q(target__range=(10, 1000)), name="game_target_is_offered"
            ),
            models.CheckConstraint(
                condition=Q(
                    status="running",
                    to_move__isnull=False,
                    winner__isnull=True,
                    ended_by="",
                    ended_at__isnull=True,
                )
                | Q(
                    status="finished",
                    to_move__isnull=True,
                    winner__isnull=False,
                    ended_by__in=_BY_PLAYERS,
                    ended_at__isnull=False,
                )
                | Q(
                    status="finished",
                    to_move__isnull=True,
                    ended_by=EndedBy.STAFF,
                    ended_at__isnull=False,
                )
                | Q(
                    status="aborted",
                    to_move__isnull=True,
                    winner__isnull=True,
                    ended_by__in=[EndedBy.ABORT, EndedBy.IDLE, EndedBy.STAFF, EndedBy.TIME],
                    ended_at__isnull=False,
                ),
                name="game_result_exactly_when_over",
            ),
            models.CheckConstraint(
                condition=Q(
                    computer_due_at__isnull=False,
                    computer_seat__isnull=False,
                    to_move__isnull=False,
                    to_move=F("computer_seat"),
                )
                | Q(computer_due_at__isnull=True)
                & (
                    Q(computer_seat__isnull=True)
                    | Q(to_move__isnull=True)
                    | Q(computer_seat=0, to_move=1)
                    | Q(computer_seat=1, to_move=0)
                ),
                name="game_computer_due_on_its_turn",
            ),
        ]

    def __str__(self) -> str:
        return self.public_id

    def get_absolute_url(self) -> str:
        return reverse("games:game", args=[self.public_id])

    @property
    def rules(self) -> Options:
        """The options as the engine takes them."""
        return Options(**self.options)

    @property
    def totals(self) -> Pair[int]:
        """Points booked, of whole rounds only (R4.3)."""
        return Pair(self.total_0, self.total_1)

    @property
    def floor_cards(self) -> tuple[Card, ...]:
        """The floor as it lies, in the order in which the cards came."""
        return parse_cards(self.floor)

    @property
    def time_control(self) -> TimeControl | None:
        """None against the computer, which does not mind waiting."""
        if self.pace is None or self.bank is None:
            return None
        return TimeControl(Pace(self.pace), Bank(self.bank), self.stops_for_vacation)

    @property
    def clock(self) -> Running | Stopped | None:
        """That of the side to move; None against the computer and once the game is over."""
        if self.deadline_at is not None and self.bank_at is not None:
            return Running(bank_at=self.bank_at, deadline_at=self.deadline_at)
        if self.turn_left is not None and self.to_move is not None:
            return Stopped(turn_left=self.turn_left, bank_left=self.banks_left[self.to_move])
        return None

    @property
    def banks_left(self) -> Pair[timedelta]:
        """Of each side, when its turn began; nothing against the computer."""
        return Pair(self.bank_left_0 or timedelta(), self.bank_left_1 or timedelta())

    @property
    def is_running(self) -> bool:
        return self.status == GameStatus.RUNNING

    @property
    def hides_shuffle(self) -> bool:
        """Called off before it counted, by a side or by the clock: pack and seed stay hidden."""
        return self.status == GameStatus.ABORTED and self.ended_by in _BEFORE_IT_COUNTED

    @property
    def is_held(self) -> bool:
        return self.held_at is not None

    @property
    def turn_number(self) -> int:
        """That of the move which is to come; the first is 1."""
        return self.version + 1

    def is_turn_of(self, seat: Seat) -> bool:
        """Whose clock it is, also while nobody may play; see `awaits`."""
        return self.to_move == seat

    def awaits(self, seat: Seat) -> bool:
        """Whether the seat can play now: it is its turn, and the game is not on hold.

        The one answer for lists, pages and mails; `Seat.objects.awaited()` gives the same rows.
        """
        return self.is_running and not self.is_held and self.is_turn_of(seat)

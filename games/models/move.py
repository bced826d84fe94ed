"""What was done at a table, in order."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games import clock
from games.engine.capture import Basra
from games.engine.cards import Card
from games.models.game import CARDS_LENGTH, Game
from games.models.round import Round


class MoveKind(models.TextChoices):
    """What was done. The first four are of a seat, the others of the staff."""

    PLAY = "play", _("play")
    RESIGN = "resign", _("resignation")
    ABORT = "abort", _("called off")
    TIME = "time", _("out of time")
    HOLD = "hold", _("put on hold")
    RELEASE = "release", _("released")
    DECIDE = "decide", _("ended by the staff")


OF_SEATS = [MoveKind.PLAY, MoveKind.RESIGN, MoveKind.ABORT, MoveKind.TIME]


class Via(models.TextChoices):
    """By what way a move came."""

    PAGE = "page", _("from the page")
    COMPUTER = "computer", _("by the computer")
    FORCED = "forced", _("played by the house: there was no choice")
    FALLBACK = "fallback", _("for the computer, whose level failed")
    STAFF = "staff", _("by the staff")
    MAIL = "mail", _("from a mail")
    CLOCK = "clock", _("by the clock")


class BasraKind(models.TextChoices):
    PLAIN = Basra.PLAIN.value, _("basra")
    JACK = Basra.JACK.value, _("jack basra")
    KOMI = Basra.KOMI.value, _("komi basra")


class Move(models.Model):
    """A play, or another act that changed the game. Moves are only ever added.

    `seat` is who acted, None for the staff. `seq` counts from 1 within the game, so that a game's
    version is the `seq` of its last move.
    """

    # Found by the unique constraint below, which begins with it.
    game = models.ForeignKey(
        Game,
        verbose_name=_("game"),
        on_delete=models.CASCADE,
        related_name="moves",
        db_index=False,
    )
    round = models.ForeignKey(
        Round, verbose_name=_("round"), on_delete=models.CASCADE, related_name="moves"
    )
    seq = models.PositiveIntegerField(_("number"))
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    kind = models.CharField(_("kind"), max_length=8, choices=MoveKind, default=MoveKind.PLAY)
    card = models.CharField(_("card"), max_length=2, blank=True)
    took = models.CharField(_("took"), max_length=CARDS_LENGTH, blank=True)
    basra = models.CharField(_("basra"), max_length=5, choices=BasraKind, blank=True)
    via = models.CharField(_("way"), max_length=8, choices=Via)
    at = models.DateTimeField(_("at"), default=clock.now)

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        ordering = ["game", "seq"]
        indexes = [models.Index(fields=["at", "kind"], name="move_by_time")]
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="move_seq_once_a_game"),
            models.CheckConstraint(condition=Q(seq__gte=1), name="move_seq_from_1"),
            models.CheckConstraint(
                condition=Q(seat__isnull=False, seat__in=[0, 1], kind__in=OF_SEATS)
                | Q(seat__isnull=True) & ~Q(kind__in=OF_SEATS),
                name="move_seat_exactly_when_of_a_seat",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=MoveKind.values), name="move_kind_is_known"
            ),
            models.CheckConstraint(condition=Q(via__in=Via.values), name="move_via_is_known"),
            models.CheckConstraint(
                condition=Q(kind=MoveKind.PLAY) & ~Q(card="")
                | ~Q(kind=MoveKind.PLAY) & Q(card="", took="", basra=""),
                name="move_card_exactly_when_play",
            ),
            models.CheckConstraint(
                condition=Q(basra="") | Q(basra__in=BasraKind.values) & ~Q(took=""),
                name="move_basra_takes",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}:{self.seq}"

    @property
    def cards_taken(self) -> tuple[Card, ...]:
        """In text order, without what the last capturer got at the end (R4.1)."""
        return tuple(Card(code) for code in self.took.split())

"""What a mail may tell, what may become of it, and what of it can be switched off."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class NoticeKind(models.TextChoices):
    INVITED = "invited", _("invited")
    ACCEPTED = "accepted", _("invitation accepted")
    TURN = "turn", _("your turn")
    REMINDER = "half", _("reminder")
    LAST_REMINDER = "last", _("last reminder")
    NUDGE = "nudge", _("nudge")
    ROUND_OVER = "round", _("round over")
    GAME_OVER = "over", _("game over")
    TIME_OUT = "time", _("time-out")
    IDLE = "idle", _("about to be put away")
    AWAY = "away", _("vacation begun by itself")
    BACK = "back", _("vacation about to end")
    STAFF = "staff", _("act of the staff")
    TEST = "test", _("test")


class NoticeState(models.TextChoices):
    PENDING = "pending", _("pending")
    HELD = "held", _("held until its time")
    CLAIMED = "claimed", _("being sent")
    SENT = "sent", _("sent")
    SKIPPED = "skipped", _("skipped")
    FAILED = "failed", _("failed, to be tried again")
    PARKED = "parked", _("parked")


class NoticeReason(models.TextChoices):
    """Why a mail was not sent, or not yet."""

    PLAYED = "played", _("had played already")
    SEEN = "seen", _("had seen it on the site")
    TOLD = "told", _("had been told by mail already")
    GAME_OVER = "over", _("the game was over")
    ON_HOLD = "hold", _("the game was on hold")
    ANSWERED = "answered", _("the invitation was no longer open")
    STOPPED = "stopped", _("wants no such mail")
    NO_ADDRESS = "address", _("has no proven address")
    GONE = "gone", _("the account is suspended or closed")
    BY_STAFF = "staff", _("skipped by the staff")
    REFUSED = "refused", _("the mail server refused it for good")
    TIRED = "tired", _("tried five times")
    MOVED = "moved", _("the deadline has moved")
    LATE = "late", _("it was too late for it")
    AWAY = "away", _("is on vacation")
    BLOCKED = "blocked", _("wants nothing of who sent it")
    BOUNCED = "bounced", _("mail to the address came back")
    COMPLAINED = "complain", _("called a mail unwanted")
    QUIET = "quiet", _("it was the quiet time")
    DIGEST = "digest", _("waits for the daily mail")
    CAP = "cap", _("has had mails enough for a day")
    PRESENT = "present", _("was on the site")
    UNKNOWN = "unknown", _("nobody knows whether it went out, twice")


class MailClass(models.TextChoices):
    """What can be switched off by itself."""

    TURNS = "turns", _("Your turn")
    REMINDERS = "reminders", _("Before time runs out")
    INVITATIONS = "invitations", _("Invitations and their answers")
    RESULTS = "results", _("Results")


CLASS_OF: dict[NoticeKind, MailClass | None] = {
    NoticeKind.TURN: MailClass.TURNS,
    NoticeKind.NUDGE: MailClass.TURNS,
    NoticeKind.REMINDER: MailClass.REMINDERS,
    NoticeKind.LAST_REMINDER: MailClass.REMINDERS,
    NoticeKind.IDLE: MailClass.REMINDERS,
    NoticeKind.AWAY: MailClass.REMINDERS,
    NoticeKind.BACK: MailClass.REMINDERS,
    NoticeKind.INVITED: MailClass.INVITATIONS,
    NoticeKind.ACCEPTED: MailClass.INVITATIONS,
    NoticeKind.ROUND_OVER: MailClass.RESULTS,
    NoticeKind.GAME_OVER: MailClass.RESULTS,
    NoticeKind.TIME_OUT: MailClass.RESULTS,
    NoticeKind.STAFF: None,
    NoticeKind.TEST: None,
}
"""Every kind has its line; what is in no class cannot be stopped."""

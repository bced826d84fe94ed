"""Until when a mail waits that its reader still needs: judged by facts, as the reasons are."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings

from games.models import Notice, NoticeKind, NoticeReason, TurnMails
from games.services.facts import Facts, find_person
from games.services.local_hours import find_end, find_next_hour
from games.services.mailboxes import find_mailbox
from games.services.reasons import last_seen_at

# Who did something on the site so lately is there, and will see it.
PRESENCE = timedelta(minutes=2)
# Who is there and does not come to the game hears of it all the same.
LONGEST_FOR_PRESENCE = timedelta(minutes=30)
# However often one person invites another, it comes by mail no oftener.
BETWEEN_INVITATIONS = timedelta(days=1)
# Between looks at whether another mail to the same person has gone out.
MOMENT = timedelta(seconds=30)
MOST_A_DAY = 10
DAY = timedelta(days=1)
# A reminder that would come later than with this share of the turn's time left comes in the quiet.
LATE_SHARE = 4

# The answer to something that its reader has just asked for.
AT_ONCE = {NoticeKind.TEST}
LOUD = AT_ONCE | {NoticeKind.LAST_REMINDER}
WHILE_THERE = AT_ONCE | {NoticeKind.STAFF}
UNCOUNTED = LOUD | {
    NoticeKind.ROUND_OVER,
    NoticeKind.GAME_OVER,
    NoticeKind.TIME_OUT,
    NoticeKind.STAFF,
}


@dataclass(frozen=True, slots=True)
class Pause:
    """Until when a mail waits, and why, where its reader may know; None where it is a trifle."""

    until: datetime
    reason: NoticeReason | None = None


def find_pause(notice: Notice, facts: Facts) -> Pause | None:
    """Until when the mail waits; None where it may go out now."""
    found = (find(notice, facts) for find in PAUSES)
    return next((pause for pause in found if pause is not None), None)


def _wait_for_daily_mail(notice: Notice, facts: Facts) -> Pause | None:
    until = _find_daily_mail(notice, facts)
    return Pause(until, NoticeReason.DIGEST) if until and until > facts.now else None


def _find_daily_mail(notice: Notice, facts: Facts) -> datetime | None:
    """The hour for which a turn mail is kept, of whom wants one a day."""
    wishes = facts.get_settings(notice)
    if notice.kind != NoticeKind.TURN or wishes.turns != TurnMails.DIGEST:
        return None
    return find_next_hour(notice.created_at, wishes.digest_hour, zone=_get_zone(notice, facts))


def _wait_for_morning(notice: Notice, facts: Facts) -> Pause | None:
    """The quiet hours, which hold everything but the last word before a game is lost."""
    wishes = facts.get_settings(notice)
    if notice.kind in LOUD or wishes.quiet_from is None or wishes.quiet_until is None:
        return None
    zone = _get_zone(notice, facts)
    until = find_end(facts.now, wishes.quiet_from, wishes.quiet_until, zone=zone)
    if until <= facts.now or _is_too_late(notice, until):
        return None
    return Pause(until, NoticeReason.QUIET)


def _is_too_late(notice: Notice, until: datetime) -> bool:
    """Whether a reminder would come when hardly anything is left of the turn's own time."""
    game = notice.game
    if notice.kind != NoticeKind.REMINDER or game is None or game.bank_at is None:
        return False
    return until > game.bank_at - timedelta(hours=game.pace or 0) / LATE_SHARE


def _wait_while_there(notice: Notice, facts: Facts) -> Pause | None:
    seen_at = last_seen_at(notice)
    if notice.kind in WHILE_THERE or seen_at is None:
        return None
    owed_at = _find_daily_mail(notice, facts) or notice.created_at
    until = min(seen_at + PRESENCE, owed_at + LONGEST_FOR_PRESENCE)
    return Pause(until) if until > facts.now else None


def _wait_for_another(notice: Notice, facts: Facts) -> Pause | None:
    """Two at once would not know of each other: one waits, the later one while none has begun."""
    if notice.kind not in (NoticeKind.TURN, NoticeKind.INVITED) or find_person(notice) is None:
        return None
    claimed = facts.claimed.get((notice.reader, NoticeKind(notice.kind)), [])
    is_later = any(other.address or other.pk < notice.pk for other in claimed)
    is_told = (notice.reader, notice.game_id, notice.seq) in facts.bills_to_come
    return Pause(facts.now + MOMENT) if is_later or is_told else None


def _wait_for_next_offer(notice: Notice, facts: Facts) -> Pause | None:
    """The same person's offers come by mail once a day."""
    if notice.kind != NoticeKind.INVITED or notice.invitation is None:
        return None
    inviter, sent = notice.invitation.inviter, facts.list_sent_lately(notice)
    sent_at = [mail.at for mail in sent if mail.tells_offer_of(inviter)]
    return Pause(sent_at[-1] + BETWEEN_INVITATIONS) if sent_at else None


def _wait_for_fewer(notice: Notice, facts: Facts) -> Pause | None:
    """Ten mails a day are enough, those apart that must not wait."""
    if notice.kind in UNCOUNTED:
        return None
    sent = [mail for mail in facts.list_sent_lately(notice) if mail.kind not in UNCOUNTED]
    if len(sent) < MOST_A_DAY:
        return None
    return Pause(sent[-MOST_A_DAY].at + DAY, NoticeReason.CAP)


def _get_zone(notice: Notice, facts: Facts) -> ZoneInfo:
    mailbox = find_mailbox(notice, facts)
    return ZoneInfo((mailbox and mailbox.time_zone) or settings.TIME_ZONE)


# The first that applies holds; when it is over, all are asked again.
PAUSES: tuple[Callable[[Notice, Facts], Pause | None], ...] = (
    _wait_for_daily_mail,
    _wait_for_morning,
    _wait_while_there,
    _wait_for_another,
    _wait_for_next_offer,
    _wait_for_fewer,
)

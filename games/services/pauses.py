"""Until when a mail waits that its reader still needs: judged by facts, as the reasons are."""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings

from games.models import Notice, NoticeKind, NoticeReason, Player, TurnMails
from games.services.facts import Facts, find_person
from games.services.local_hours import find_end, find_next_hour
from games.services.mailboxes import find_mailbox
from games.services.presence import NOTED_EVERY
from games.services.reasons import last_seen_at

# Who did something on the site so lately is there, and will see it.
PRESENCE = timedelta(minutes=2)
# Who is there all day and does not come to the game hears of it all the same.
LONGEST_FOR_PRESENCE = timedelta(hours=6)
# However often one person invites another, it comes by mail no oftener.
BETWEEN_INVITATIONS = timedelta(days=1)
# Between looks at whether another mail to the same person has gone out.
MOMENT = timedelta(seconds=30)
MOST_A_DAY = 10
# So many of the ten, or strangers who invite somebody could use them up and silence the turns.
MOST_INVITATIONS_A_DAY = 3
DAY = timedelta(days=1)

# The answer to something that its reader has just asked for.
AT_ONCE = {NoticeKind.TEST}
LOUD = AT_ONCE | {NoticeKind.LAST_REMINDER}
WHILE_THERE = LOUD | {NoticeKind.STAFF}
UNCOUNTED = {
    NoticeKind.LAST_REMINDER,
    NoticeKind.ROUND_OVER,
    NoticeKind.GAME_OVER,
    NoticeKind.TIME_OUT,
}
COUNTED = set(NoticeKind) - UNCOUNTED


@dataclass(frozen=True, slots=True)
class Pause:
    """Until when a mail waits, and why, where its reader may know; None where it is a trifle."""

    until: datetime
    reason: NoticeReason | None = None


def find_pause(notice: Notice, facts: Facts) -> Pause | None:
    """Until when the mail waits; None where it may go out now."""
    found = (find(notice, facts) for find in PAUSES)
    return next((pause for pause in found if pause is not None), None)


def can_have_one_more(player: Player, kind: NoticeKind) -> bool:
    """Whether a mail of the kind would go out to the person now, after those of the last day."""
    notice = Notice(kind=kind, **player.columns)
    return _wait_for_fewer(notice, Facts([notice])) is None


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
    """The quiet hours, which hold all but the last word before a game is lost, and an answer."""
    wishes = facts.get_settings(notice)
    if notice.kind in LOUD or wishes.quiet_from is None or wishes.quiet_until is None:
        return None
    zone = _get_zone(notice, facts)
    until = find_end(facts.now, wishes.quiet_from, wishes.quiet_until, zone=zone)
    return Pause(until, NoticeReason.QUIET) if until > facts.now else None


def _wait_while_there(notice: Notice, facts: Facts) -> Pause | None:
    """Put off, not dropped: whoever leaves without having come to the game is to hear of it."""
    seen_at = last_seen_at(notice)
    if notice.kind in WHILE_THERE or seen_at is None:
        return None
    owed_at = _find_daily_mail(notice, facts) or notice.created_at
    # The last sign of life may be so much later than the one that was noted.
    until = min(seen_at + NOTED_EVERY + PRESENCE, owed_at + LONGEST_FOR_PRESENCE)
    return Pause(until, NoticeReason.PRESENT) if until > facts.now else None


def _wait_for_another(notice: Notice, facts: Facts) -> Pause | None:
    """Two at once would not know of each other. Each is taken before it looks, so that one of them
    at least finds the other, and whoever finds another waits; of two that do, the older less long.
    """
    if notice.kind not in (NoticeKind.TURN, NoticeKind.INVITED) or find_person(notice) is None:
        return None
    others = [other for other in facts.list_claimed(notice) if other.kind == notice.kind]
    is_told = (notice.reader, notice.game_id, notice.seq) in facts.bills_to_come
    return _let_pass(others, notice, facts) if others or is_told else None


def _wait_for_next_offer(notice: Notice, facts: Facts) -> Pause | None:
    """The same person's offers come by mail once a day."""
    if notice.kind != NoticeKind.INVITED or notice.invitation is None:
        return None
    inviter, sent = notice.invitation.inviter, facts.list_sent_lately(notice)
    sent_at = [mail.at for mail in sent if mail.tells_offer_of(inviter)]
    return Pause(sent_at[-1] + BETWEEN_INVITATIONS) if sent_at else None


def _wait_for_fewer(notice: Notice, facts: Facts) -> Pause | None:
    """Ten mails a day are enough, those apart that must not wait; of invitations three."""
    if notice.kind in UNCOUNTED or find_person(notice) is None:
        return None
    if pause := _wait_within(MOST_A_DAY, COUNTED, notice, facts):
        return pause
    if notice.kind != NoticeKind.INVITED:
        return None
    return _wait_within(MOST_INVITATIONS_A_DAY, {NoticeKind.INVITED}, notice, facts)


def _wait_within(most: int, kinds: Set[NoticeKind], notice: Notice, facts: Facts) -> Pause | None:
    """So long that there are no more of the kinds within any day."""
    sent = [mail for mail in facts.list_sent_lately(notice) if mail.kind in kinds]
    if len(sent) >= most:
        return Pause(sent[-most].at + DAY, NoticeReason.CAP)
    going = [other for other in facts.list_claimed(notice) if other.kind in kinds]
    return _let_pass(going, notice, facts) if len(sent) + len(going) >= most else None


def _let_pass(others: Sequence[Notice], notice: Notice, facts: Facts) -> Pause:
    """Look again when what is being sent has gone out; of two that wait, the older is first."""
    is_later = any(_goes_before(other, notice) for other in others)
    return Pause(facts.now + (2 * MOMENT if is_later else MOMENT))


def _goes_before(other: Notice, notice: Notice) -> bool:
    """Whether of two that are being sent the other comes first, begun or the earlier one."""
    return bool(other.address) or notice.pk is None or other.pk < notice.pk


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

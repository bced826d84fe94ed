"""What the site owes, and whether it keeps up, for those who watch over it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Count, Min, Q, QuerySet

from games import clock
from games.models import Game, Notice, NoticeState, Sweep

# A sweep that has missed several rounds is stalled; each is named as it records itself. Of a site
# that is swept by hand, both count from when the next sweep is to come.
LONGEST_SILENCE = {
    "computer-turns": timedelta(minutes=2),
    "notices": timedelta(minutes=2),
    "clocks": timedelta(minutes=2),
    "housekeeping": timedelta(hours=3),
    "reconciling": timedelta(hours=3),
}
# A turn or a mail lost on the way comes with one of the next sweeps.
LONGEST_DEBT = timedelta(minutes=2)
# A mail server may put off a stranger's first mail for five minutes, and is well.
LONGEST_TROUBLE = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Debt:
    """What is owed for too long: how much of it, and the age of the oldest."""

    count: int
    oldest: timedelta | None


def oldest_computer_turn_owed() -> timedelta | None:
    """How long the computer's oldest turn has waited; None where it owes none."""
    since = _owed_by_computer().order_by("last_play_at").values_list("last_play_at", flat=True)
    return _age(since.first())


def oldest_notice_owed() -> timedelta | None:
    """How long the mail that is due for the longest has been due; None where none is."""
    due = Notice.objects.filter(due_at__lte=clock.now()).order_by("due_at")
    return _age(due.values_list("due_at", flat=True).first())


def longest_trouble_with_mail() -> timedelta | None:
    """How long no mail has gone out though one was tried in vain; None where none was.

    Each failure puts off when the mail is due again, so it counts from when it was owed.
    """
    failing = Notice.objects.failing().order_by("created_at").values_list("created_at", flat=True)
    since = failing.first()
    if since is None:
        return None
    sent = Notice.objects.filter(state=NoticeState.SENT, done_at__gt=since).order_by("-done_at")
    return _age(sent.values_list("done_at", flat=True).first() or since)


def count_parked_notices() -> int:
    """Mails that were given up and wait for a person to decide."""
    return Notice.objects.filter(state=NoticeState.PARKED).count()


def count_failing_notices() -> int:
    """Mails that could not be sent yet and are tried again."""
    return Notice.objects.filter(state=NoticeState.FAILED).count()


def get_computer_debt() -> Debt:
    """Turns of the computer that should have been played: a claim moves when they are due, so
    they count from the play before."""
    return _sum_up(_owed_by_computer(), "last_play_at")


def get_mail_debt() -> Debt:
    """Mails that should have gone out, or been skipped."""
    return _sum_up(Notice.objects.filter(due_at__isnull=False), "due_at")


def get_deadline_debt() -> Debt:
    """Games that the clock should have ended."""
    return _sum_up(Game.objects.filter(deadline_at__isnull=False), "deadline_at")


def oldest_deadline_passed() -> timedelta | None:
    """How long ago the game should have been lost that waits for it the longest; None where none
    does."""
    due = Game.objects.due(clock.now()).values_list("deadline_at", flat=True)
    return _age(due.first())


def list_stalled_sweeps() -> list[str]:
    """The names of the sweeps that are long overdue; of a new site, not those still to come."""
    return [name for name, age in get_silences().items() if is_stalled(name, silence=age)]


def is_stalled(name: str, *, silence: timedelta) -> bool:
    """Whether the sweep of that name should have come round by now."""
    return silence > settings.SWEEP_EVERY + LONGEST_SILENCE[name]


def is_overdue(age: timedelta) -> bool:
    """Whether what has been owed for so long should be done by now."""
    return age > settings.SWEEP_EVERY + LONGEST_DEBT


def is_in_trouble(age: timedelta) -> bool:
    """Whether mail has failed for longer than one reader's mail server explains."""
    return age > settings.SWEEP_EVERY + LONGEST_TROUBLE


def get_silences() -> dict[str, timedelta]:
    """How long each sweep has not gone round; one that never has, since the site began."""
    now = clock.now()
    runs = dict(Sweep.objects.values_list("name", "last_run_at"))
    if LONGEST_SILENCE.keys() - runs.keys():
        runs = dict.fromkeys(LONGEST_SILENCE, _get_birth()) | runs
    return {name: now - runs[name] for name in LONGEST_SILENCE}


def _get_birth() -> datetime:
    """When the database was made."""
    born: datetime = MigrationRecorder.Migration.objects.earliest("applied").applied
    return born


def _owed_by_computer() -> QuerySet[Game]:
    return Game.objects.filter(computer_due_at__isnull=False, held_at__isnull=True)


def _sum_up(rows: QuerySet[Game] | QuerySet[Notice], column: str) -> Debt:
    # Within the aggregates: as a condition of the rows it leads SQLite to an index of all games.
    latest = clock.now() - settings.SWEEP_EVERY - LONGEST_DEBT
    overdue = Q(**{f"{column}__lt": latest})
    found = rows.aggregate(count=Count("pk", filter=overdue), since=Min(column, filter=overdue))
    return Debt(count=found["count"], oldest=_age(found["since"]))


def _age(moment: datetime | None) -> timedelta | None:
    return None if moment is None else clock.now() - moment

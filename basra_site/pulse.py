"""Is what must happen by itself still happening? For `manage.py health` and for /health/."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

from django.db import Error as DatabaseError
from django.db import connection, transaction
from django.utils import timezone

from games import queries
from games.queries.flow import count_mails_lately, count_plays_lately, is_mail_silent
from games.queries.owed import (
    get_silences,
    is_in_trouble,
    is_overdue,
    is_stalled,
    longest_trouble_with_mail,
    oldest_deadline_passed,
)
from games.services.clock_check import MOST_APART, get_database_time

SWEEPERS = {
    "computer-turns": "The sweep of the computer's turns does not run",
    "clocks": "The clocks are not watched",
    "notices": "The sweep of mails does not run",
    "reconciling": "Nobody looks for mails that were forgotten",
    "housekeeping": "Nobody keeps house",
}
LOOK_AT_BEAT = "look at beat and at the worker for mail."
# Whoever asks oftener is told the same.
KEPT_FOR = 5.0  # seconds
LONGEST_ANSWER = 5.0  # seconds, of the database to one question
# So long one waits for who measures already; a monitor that hears nothing learns nothing.
PATIENCE = 1.0  # seconds


@dataclass(frozen=True, slots=True)
class Sign:
    """Something measured: `value` in seconds or pieces, None for nothing that waits.

    `ill` says what is wrong and where to look, and is empty where all is well.
    """

    name: str
    value: int | None
    unit: str
    ill: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {'none' if self.value is None else f'{self.value}{self.unit}'}"


def take_pulse() -> list[Sign]:
    """All signs, as they are now. Raises DatabaseError where there is no asking, or no answer."""
    with _bounded():
        return _list_signs()


def list_ills(signs: list[Sign]) -> list[str]:
    return [sign.ill for sign in signs if sign.ill]


@contextmanager
def _bounded() -> Iterator[None]:
    """No question takes longer than `LONGEST_ANSWER`; SQLite has no such bound and needs none."""
    if connection.vendor != "postgresql":
        yield
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            milliseconds = f"{LONGEST_ANSWER * 1000:.0f}"
            cursor.execute("SELECT set_config('statement_timeout', %s, true)", [milliseconds])
        yield


def _list_signs() -> list[Sign]:
    return [
        *_list_sweeps(),
        _measure_clock(),
        *_list_debts(),
        _measure_trouble(),
        Sign("parked notices", queries.count_parked_notices(), ""),
        *_list_flow(),
    ]


def _list_sweeps() -> Iterator[Sign]:
    for name, silence in get_silences().items():
        is_late = is_stalled(name, silence=silence)
        ill = f"{SWEEPERS[name]}: {LOOK_AT_BEAT}" if is_late else ""
        yield _age(f"last sweep of {name}", silence, ill)


def _measure_clock() -> Sign:
    """Positive where this machine's clock is ahead."""
    ahead = timezone.now() - get_database_time()
    ill = "This machine's clock is not the database's: set them, no game is ended until then."
    return _age("ahead of the database", ahead, ill if abs(ahead) > MOST_APART else "")


def _list_debts() -> Iterator[Sign]:
    """Parked notices are none: they wait for a person, and the machine does what it should."""
    debts: list[tuple[str, Callable[[], timedelta | None], str]] = [
        (
            "oldest computer's turn owed",
            queries.oldest_computer_turn_owed,
            "The computer does not play: look at the worker for the computer.",
        ),
        (
            "oldest deadline passed",
            oldest_deadline_passed,
            "Games are not ended by their clocks: look at the log of the worker for mail.",
        ),
        (
            "oldest notice owed",
            queries.oldest_notice_owed,
            "Mail does not go out: look at the worker for mail and at the mail server.",
        ),
    ]
    for name, measure, ill in debts:
        age = measure()
        yield _age(name, age, ill if age is not None and is_overdue(age) else "")


def _measure_trouble() -> Sign:
    age = longest_trouble_with_mail()
    ill = "Mail is tried in vain: look at the mail server and at what it answers, in the log."
    return _age("mail has failed for", age, ill if age and is_in_trouble(age) else "")


def _list_flow() -> Iterator[Sign]:
    yield Sign("plays between people in the last hour", count_plays_lately(), "")
    silent = "People play and no mail comes of it: look at what writes and sends notices."
    ill = silent if is_mail_silent() else ""
    yield Sign("mails in the last hour", count_mails_lately(), "", ill)


def _age(name: str, age: timedelta | None, ill: str) -> Sign:
    return Sign(name, None if age is None else round(age.total_seconds()), " s", ill)


@dataclass(frozen=True, slots=True)
class Report:
    """What a monitor is told: is all well, and the figures by name; no figures without database."""

    is_well: bool
    figures: dict[str, int | None]


SILENCE = Report(is_well=False, figures={})


class Heart:
    """Answers monitors, and measures anew only when the last answer is five seconds old."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._report: Report | None = None
        self._taken_at = 0.0

    def listen(self) -> Report:
        """Who comes while another measures waits for a moment only: the database may be silent,
        and whoever asked would keep a thread of the site's each."""
        if not self._lock.acquire(timeout=PATIENCE):
            return SILENCE
        try:
            return self._measure()
        finally:
            self._lock.release()

    def _measure(self) -> Report:
        now = time.monotonic()
        if self._report is None or now - self._taken_at >= KEPT_FOR:
            self._report = _report()
            self._taken_at = time.monotonic()
        return self._report


def _report() -> Report:
    try:
        signs = take_pulse()
    except DatabaseError:
        return SILENCE
    return Report(not list_ills(signs), {sign.name: sign.value for sign in signs})

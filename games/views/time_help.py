"""How time works here, and when the site writes: the rules of both, with the code's numbers."""

from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.deadlines import GRACE, LEAST_LEFT, LONG_BANK, REMINDED_BEFORE, Reminder
from games.models import Bank, Pace
from games.presenters.deadline import HOUR, MINUTE, tell_span
from games.services.gifts import GIFT, MOST_GIFTS
from games.services.housekeeping import NOTICE_AGE
from games.services.idle_games import IDLE_AGE, WARNED_BEFORE
from games.services.invitations import LIFETIME, SEAT_LIFETIME
from games.services.notices import COMPUTER_QUIET, TURN_WAIT
from games.services.nudges import BETWEEN_NUDGES, PATIENCE
from games.services.outages import get_longest_silence
from games.services.pauses import LONGEST_FOR_PRESENCE, MOST_A_DAY, PRESENCE
from games.stays import HOURS_A_YEAR


@require_safe
def time_help(request: HttpRequest) -> HttpResponse:
    return render(request, "games/time_help.html", {**_list_spans(), **_list_numbers()})


def _list_spans() -> dict[str, str]:
    spans = {
        "grace": GRACE,
        "least_left": LEAST_LEFT,
        "long_bank": LONG_BANK,
        "gift": GIFT,
        "patience": PATIENCE,
        "between_nudges": BETWEEN_NUDGES,
        "silence": get_longest_silence(),
        "idle": IDLE_AGE,
        "warned": WARNED_BEFORE,
        "invitation": LIFETIME,
        "seat": SEAT_LIFETIME,
        "presence": PRESENCE,
        "longest_presence": LONGEST_FOR_PRESENCE,
        "computer_quiet": COMPUTER_QUIET,
        "kept": NOTICE_AGE,
    }
    return {name: tell_span(span) for name, span in spans.items()}


def _list_numbers() -> dict[str, Any]:
    return {
        "paces": [_describe_pace(pace) for pace in Pace],
        "banks": [tell_span(timedelta(hours=bank)) for bank in Bank if bank],
        "most_gifts": MOST_GIFTS,
        "vacation_days": HOURS_A_YEAR // 24,
        "most_mails": MOST_A_DAY,
        "wait": int(TURN_WAIT.total_seconds()),
    }


def _describe_pace(pace: Pace) -> tuple[str, list[str], bool]:
    """Its name, how long before the end of a turn we remind, and whether vacations stop it."""
    reminders = REMINDED_BEFORE[pace]
    before = [_tell_exactly(reminders[kind]) for kind in Reminder if kind in reminders]
    return str(pace.label), before, pace.stops_for_vacation


def _tell_exactly(span: timedelta) -> str:
    """Hours, and the minutes beside them: "2 hours 24 minutes"."""
    hours, rest = divmod(span, HOUR)
    said = ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    if not rest:
        return said
    minutes = rest // MINUTE
    beside = ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    return f"{said} {beside}"

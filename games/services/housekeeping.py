"""What grows has an age: games that nobody plays, guests who never came back, old sessions."""

from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db.models import QuerySet
from django.utils import timezone

from accounts.ways_in import erase_leftovers
from games import clock
from games.models import (
    AddressStop,
    ComputerError,
    Game,
    GiftOfTime,
    Guest,
    Invitation,
    Notice,
    Outage,
    Sweep,
    Vacation,
)
from games.services.answers import expire_due
from games.services.clock_check import is_clock_right
from games.services.idle_games import IDLE_AGE, call_off_idle_games, warn_idle_games

NOTICE_AGE = timedelta(days=90)
# The hours of a calendar year are counted from its vacations.
VACATION_AGE = timedelta(days=400)
TIME_AGE = timedelta(days=400)
LIFTED_AGE = timedelta(days=90)
ERROR_AGE = timedelta(days=90)
UNPROVEN_AGE = timedelta(days=14)
LEAVING_AGE = timedelta(days=1)
AT_ONCE = 500


def keep_house() -> dict[str, int]:
    """Everything below, once; returns what was done, by name.

    Nothing at all, and no trace of it, where this machine's clock is wrong.
    """
    if not is_clock_right():
        return {}
    done = {
        "idle games warned of": warn_idle_games(),
        "games called off": call_off_idle_games(),
        "guests' games erased": erase_games_of_guests(),
        "guests erased": erase_guests(),
        "invitations expired": expire_due(),
        "invitations erased": erase_invitations(),
        "notices erased": erase_notices(),
        "vacations erased": erase_vacations(),
        "gifts of time erased": erase_gifts(),
        "outages erased": erase_outages(),
        "lifted stops of addresses erased": erase_lifted_stops(),
        "computer's errors erased": erase_computer_errors(),
        "sessions erased": erase_sessions(),
        "unproven sign-ups erased": erase_unproven_signups(),
        "leftovers erased": erase_leftovers_of_leavers(),
        "cache entries erased": erase_cache(),
    }
    Sweep.record("housekeeping")
    return done


def erase_games_of_guests() -> int:
    """Erase games between a guest and the computer that ended sixty days ago."""
    before = clock.now() - IDLE_AGE
    ended = Game.objects.filter(ended_at__lt=before, computer_seat__isnull=False)
    return _erase(ended.filter(seats__guest__isnull=False))


def erase_guests() -> int:
    """Erase guests of sixty days ago who sit in no game."""
    before = clock.now() - IDLE_AGE
    idle = Guest.objects.filter(created_at__lt=before, seats__isnull=True)
    found = list(idle.values_list("pk", flat=True)[:AT_ONCE])
    return Guest.objects.filter(pk__in=found, seats__isnull=True).delete()[0]


def erase_invitations() -> int:
    """Erase invitations that ended, in whatever way, sixty days ago; their games stay."""
    return _erase(Invitation.objects.filter(ended_at__lt=clock.now() - IDLE_AGE))


def erase_notices() -> int:
    """Erase notices of ninety days ago that were sent, skipped or parked."""
    return _erase(Notice.objects.filter(done_at__lt=clock.now() - NOTICE_AGE))


def erase_vacations() -> int:
    """Erase vacations that ended four hundred days ago."""
    return _erase(Vacation.objects.filter(ended_at__lt=clock.now() - VACATION_AGE))


def erase_gifts() -> int:
    """Erase gifts of time in games that ended four hundred days ago; the games stay."""
    return _erase(GiftOfTime.objects.filter(game__ended_at__lt=clock.now() - TIME_AGE))


def erase_outages() -> int:
    """Erase outages of four hundred days ago."""
    return _erase(Outage.objects.filter(ended_at__lt=clock.now() - TIME_AGE))


def erase_lifted_stops() -> int:
    """Erase stops of addresses that were lifted ninety days ago: no report comes so late.

    A stop that holds has no age, or mail would go again to who never wants any.
    """
    return _erase(AddressStop.objects.filter(lifted_at__lt=clock.now() - LIFTED_AGE))


def erase_computer_errors() -> int:
    """Erase what is known of levels that failed ninety days ago."""
    return _erase(ComputerError.objects.filter(at__lt=clock.now() - ERROR_AGE))


def erase_cache() -> int:
    """Erase counts of rate limits that have run out."""
    erased: int = cache.erase_expired()  # type: ignore[attr-defined]  # of the site's own backend
    return erased


def erase_sessions() -> int:
    # These and the accounts below live by the world's time, however far a staging site is ahead.
    return Session.objects.filter(expire_date__lt=timezone.now()).delete()[0]


def erase_unproven_signups() -> int:
    """Erase accounts of two weeks ago whose address nobody has proven."""
    before = timezone.now() - UNPROVEN_AGE
    return get_user_model().objects.erase_unproven(joined_before=before)


def erase_leftovers_of_leavers() -> int:
    """Erase what requests under way have written on accounts that closed since yesterday."""
    return erase_leftovers(closed_since=timezone.now() - LEAVING_AGE)


def _erase(rows: QuerySet[Any]) -> int:
    """The first few hundred of them; returns how many, without what went along with them."""
    found = list(rows.values_list("pk", flat=True)[:AT_ONCE])
    rows.model._default_manager.filter(pk__in=found).delete()
    return len(found)

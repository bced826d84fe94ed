"""Is this machine's time that of the database? Only then may it end a game, or erase anything."""

import logging
from datetime import UTC, datetime, timedelta

from django.db import connection
from django.utils import timezone

logger = logging.getLogger(__name__)

MOST_APART = timedelta(seconds=5)

DATABASE_TIME = {
    "postgresql": "SELECT clock_timestamp()",
    "sqlite": "SELECT strftime('%Y-%m-%d %H:%M:%f', 'now')",
}


def is_clock_right() -> bool:
    """Whether it differs from the database's by five seconds at most; logs an error if not.

    Of the machine's own time, however far a staging site has moved its clock.
    """
    asked_at = timezone.now()
    database = get_database_time()
    answered_at = timezone.now()
    if asked_at - MOST_APART <= database <= answered_at + MOST_APART:
        return True
    ahead = (answered_at - database).total_seconds()
    logger.error(
        "This machine's clock is %.0f s ahead of the database's: nothing is ended or erased.", ahead
    )
    return False


def get_database_time() -> datetime:
    with connection.cursor() as cursor:
        cursor.execute(DATABASE_TIME[connection.vendor])
        (moment,) = cursor.fetchone()
    if isinstance(moment, datetime):
        return moment
    return datetime.fromisoformat(moment).replace(tzinfo=UTC)

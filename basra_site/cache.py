"""The cache in the database: counts of rate limits, under keys that tell nothing."""

from django.core.cache.backends.db import DatabaseCache
from django.db import connections, router
from django.utils import timezone
from django.utils.crypto import salted_hmac


def make_key(key: str, prefix: str, version: int) -> str:
    """The key under which an entry is stored: the library's own hold addresses in plain text."""
    return salted_hmac("basra.cache", f"{prefix}:{version}:{key}", algorithm="sha256").hexdigest()


class ForgetfulDatabaseCache(DatabaseCache):
    """Django's drops what has run out only when the table is full; this one when it is asked."""

    def erase_expired(self) -> int:
        """Erase what has run out; returns how many entries."""
        connection = connections[router.db_for_write(self.cache_model_class)]
        table = connection.ops.quote_name(self.cache_model_class._meta.db_table)
        now = timezone.now().replace(tzinfo=None, microsecond=0)
        with connection.cursor() as cursor:
            cursor.execute(
                f"DELETE FROM {table} WHERE expires < %s",  # noqa: S608  a name of the settings
                [connection.ops.adapt_datetimefield_value(now)],
            )
            return int(cursor.rowcount)

"""Does mail keep up with the games? For those who watch over the site."""

from datetime import datetime, timedelta

from games import clock
from games.models import Move, MoveKind, Notice, NoticeState

LATELY = timedelta(hours=1)
# A mail waits a minute and a half; what waits longer is held, and what failed is tried by then.
SETTLED_BY = timedelta(minutes=35)
# So many plays between people owe somebody a mail, whoever among them has no address.
ENOUGH = 10


def count_plays_lately() -> int:
    """Plays between people in the last hour."""
    now = clock.now()
    return _count_plays(now - LATELY, now)


def count_mails_lately() -> int:
    """Mails sent in the last hour."""
    sent = Notice.objects.filter(state=NoticeState.SENT)
    return sent.filter(done_at__gt=clock.now() - LATELY).count()


def is_mail_silent() -> bool:
    """Whether people play and their mails come to nothing.

    A broken machine has no mail that is late, only none at all. That mails are skipped or held
    shows that it runs, but where one was tried in vain only mails that were sent do. Four queries.
    """
    now = clock.now()
    since = now - SETTLED_BY - LATELY
    if _count_plays(since, now - SETTLED_BY) < ENOUGH:
        return False
    done = Notice.objects.filter(done_at__gt=since)
    if done.filter(state=NoticeState.SENT).exists():
        return False
    if Notice.objects.failing().exists():
        return True
    held = Notice.objects.filter(state=NoticeState.HELD, created_at__gt=since)
    return not (done.filter(last_error="").exists() or held.exists())


def _count_plays(since: datetime, until: datetime) -> int:
    made = Move.objects.filter(at__gt=since, at__lte=until, kind=MoveKind.PLAY)
    return made.filter(game__computer_seat__isnull=True).count()

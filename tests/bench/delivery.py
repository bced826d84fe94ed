"""Turn mails a second from their rows to a mail server on loopback, against a loop without rows.

The loop composes the same mails, of facts read once for all of them, and sends them over one
connection. Run by itself this module measures once, on the database of DATABASE_URL.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from statistics import median
from typing import TYPE_CHECKING, Any
from unittest import mock

from tests.bench import databases

if TYPE_CHECKING:
    from games.models import Notice, Player

GROUPS, MAILS = 7, 100
PLAYS = 20
SHARES = ("composing", "database", "SMTP")


def run() -> None:
    """Prints mails a second, the ratio and where the time goes, for each database."""
    title = f"Mails from rows, medians of {GROUPS} interleaved groups of {MAILS}"
    databases.measure_on_both(title, "tests.bench.delivery")


def measure() -> None:
    """Prints the figures for the database that is configured."""
    databases.set_up()
    from django.test import override_settings

    from tests.bench.figures import judge_least
    from tests.services.mail_sink import mail_sink

    with mail_sink() as port, override_settings(**by_server(port)):
        loop, delivered = measure_groups()
        shares = measure_shares()
    print(judge_least("(e) a worker's mails", MAILS / median(delivered), goal=100, unit="a second"))
    print(f"      the loop without rows: {MAILS / median(loop):,.0f} a second")
    print(judge_least("(f) a worker against the loop", median(loop) / median(delivered), goal=0.6))
    print("      " + ", ".join(f"{name} {shares[name]:.0%}" for name in (*SHARES, "the rest")))


def by_server(port: int) -> dict[str, Any]:
    return {
        "EMAIL_BACKEND": "games.mail.smtp.EmailBackend",
        "EMAIL_HOST": "127.0.0.1",
        "EMAIL_PORT": port,
        "EMAIL_USE_TLS": False,
        "EMAIL_USE_SSL": False,
    }


def measure_groups() -> tuple[list[float], list[float]]:
    """Seconds of each group by the loop and by a worker, measured by turns."""
    loop, delivered = [], []
    for _ in range(GROUPS):
        notices = owe_turns()
        loop.append(seconds(lambda notices=notices: send_without_rows(notices)))
        make_due(notices)
        delivered.append(seconds(deliver_all))
    return loop, delivered


def send_without_rows(notices: "list[Notice]") -> None:
    from django.core.mail import get_connection

    from games.mail.compose import compose
    from games.mail.headers import make_message
    from games.services.facts import Facts
    from games.services.mailboxes import find_mailbox

    facts = Facts(notices)
    boxes = [find_mailbox(notice, facts) for notice in notices]
    with get_connection() as connection:
        for notice, mailbox in zip(notices, boxes, strict=True):
            message = make_message(notice, compose(notice, mailbox, facts), mailbox)
            connection.send_messages([message])


def deliver_all() -> None:
    from games.mail.delivery import deliver_due

    done = deliver_due()
    if done != {"sent": MAILS}:
        raise SystemExit(f"not all mails were sent: {done}")


def measure_shares() -> dict[str, float]:
    """Of the time of a worker's group: what each part takes, by name."""
    make_due(owe_turns())
    spent: Counter[str] = Counter()
    with watch(spent):
        whole = seconds(deliver_all)
    shares = {name: spent[name] / whole for name in SHARES}
    return {**shares, "the rest": 1 - sum(shares.values())}


@contextmanager
def watch(spent: "Counter[str]") -> Iterator[None]:
    """Adds up the seconds of each part; those of queries count as the database's alone."""
    from django.db import connection

    from games.mail import delivery
    from games.mail.smtp import EmailBackend

    def execute(act: Callable[..., Any], *args: Any) -> Any:
        return timed(act, "database", spent)(*args)

    with ExitStack() as stack:
        stack.enter_context(connection.execute_wrapper(execute))
        for owner, name, part in (
            (delivery, "compose", "composing"),
            (delivery, "make_message", "composing"),
            (EmailBackend, "send_messages", "SMTP"),
            (EmailBackend, "open", "SMTP"),
        ):
            act = timed(getattr(owner, name), part, spent)
            stack.enter_context(mock.patch.object(owner, name, act))
        yield


def timed(act: Callable[..., Any], name: str, spent: "Counter[str]") -> Callable[..., Any]:
    """As `act`, and adds the seconds that it took under the name."""

    def call(*args: Any, **kwargs: Any) -> Any:
        queries, started = spent["database"], time.perf_counter()
        try:
            return act(*args, **kwargs)
        finally:
            spent[name] += time.perf_counter() - started
            if name != "database":
                spent[name] -= spent["database"] - queries

    return call


def owe_turns() -> "list[Notice]":
    """Turns in the middle of a round, each of another member, read as a worker reads them."""
    from games.models import Notice
    from games.services.notices import owe_turn
    from tests.bench.copies import copy_game
    from tests.games.factories import make_game, make_member, play_turns

    readers = make_readers()
    game = play_turns(make_game(make_member(), make_member()), PLAYS)
    Notice.objects.filter(due_at__isnull=False).delete()
    for other in copy_game(game, readers):
        owe_turn(other)
    owed = Notice.objects.with_subjects().filter(state="pending")
    return list(owed.order_by("pk"))


def make_readers() -> "list[Player]":
    from games.models import Player
    from tests.games.factories import make_user
    from tests.games.letters import prove_address

    users = [make_user() for _ in range(MAILS)]
    for user in users:
        prove_address(user)
    return [Player(user_id=user.pk) for user in users]


def make_due(notices: "list[Notice]") -> None:
    from games import clock
    from games.models import Notice

    Notice.objects.filter(pk__in=[notice.pk for notice in notices]).update(due_at=clock.now())


def seconds(act: Callable[[], None]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started


if __name__ == "__main__":
    measure()

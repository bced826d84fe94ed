"""The cost of composing a mail, against Django making an empty one of two parts.

Both go through the same backend, which turns them into bytes. Run by itself this module measures
once, on the database of DATABASE_URL.
"""

import time
from collections.abc import Callable
from statistics import median

from tests.bench import databases

REPETITIONS = 200
PLAYS = 20


def run() -> None:
    """Prints mails a second and the ratio for each database."""
    title = f"A turn mail, medians of {REPETITIONS} interleaved repetitions"
    databases.measure_on_both(title, "tests.bench.mails")


def measure() -> None:
    """Prints the figures for the database that is configured."""
    databases.set_up()
    from tests.bench.figures import Ratio

    empty, composed = measure_mails()
    print(f"  {1 / median(composed):,.0f} mails a second")
    print(Ratio("(d) a turn mail, composed and rendered", composed, empty, goal=80))


def measure_mails() -> tuple[list[float], list[float]]:
    """Seconds of the empty mail and of the turn mail, measured by turns."""
    from django.core import mail

    from games.mail.compose import compose
    from games.mail.headers import make_message
    from games.models import Notice
    from games.services.mailboxes import Mailbox

    mailbox = Mailbox("bench@basra.example", "en", "UTC")
    notice_id = owe_turn_mail()

    def send_empty() -> None:
        message = mail.EmailMultiAlternatives("Empty", "", to=[mailbox.address])
        message.attach_alternative("", "text/html")
        message.send()

    def send_turn() -> None:
        notice = Notice.objects.select_related("user", "game").get(pk=notice_id)
        make_message(notice, compose(notice, mailbox), mailbox).send()

    mail.outbox = []
    empty, composed = [], []
    for _ in range(REPETITIONS):
        empty.append(seconds(send_empty))
        composed.append(seconds(send_turn))
        mail.outbox.clear()
    return empty, composed


def owe_turn_mail() -> int:
    """The notice of a turn in the middle of a round between two members; returns its key."""
    from games.models import Notice, Player
    from tests.games.factories import make_game, make_user, play_turns

    seats = [Player(user_id=make_user().pk) for _ in range(2)]
    game = play_turns(make_game(*seats), PLAYS)
    return Notice.objects.get(kind="turn", game=game, seq=game.version).pk


def seconds(act: Callable[[], None]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started


if __name__ == "__main__":
    measure()

"""The cost of a turn, in process, with production's settings and middleware.

Run by itself this module measures once, on the database of DATABASE_URL.
"""

import random
import time
from typing import TYPE_CHECKING

from tests.bench import databases

if TYPE_CHECKING:
    from django.test import Client

REPETITIONS = 300
FIRST_PLAY, LAST_PLAY = 12, 36


def run() -> None:
    """Prints the two ratios for each database."""
    title = f"A turn, medians of {REPETITIONS} interleaved repetitions"
    databases.measure_on_both(title, "tests.bench.turn")


def measure() -> None:
    """Prints the ratios for the database that is configured."""
    databases.set_up()
    from tests.bench.figures import Ratio

    bare, posts, pages = measure_turns(random.Random(20))
    turns = [post + page for post, page in zip(posts, pages, strict=True)]
    print(Ratio("(a) a play, up to its redirect", posts, bare, goal=3))
    print(Ratio("(b) a play and the table seen next", turns, bare, goal=6))


def measure_turns(rng: random.Random) -> tuple[list[float], list[float], list[float]]:
    """Seconds of the bare view, of the play and of the table, measured by turns."""
    from tests.bench.bare.models import Row
    from tests.bench.tables import Table, make_client

    client, user = make_client()
    row, table = Row.objects.create(), Table(user, rng)
    bare, posts, pages = [], [], []
    for _ in range(REPETITIONS):
        bare.append(seconds(client, "post", f"/bare/{row.pk}/", {}, status=302))
        address, fields = table.next_turn(first=FIRST_PLAY, last=LAST_PLAY)
        posts.append(seconds(client, "post", f"{address}play/", fields, status=303))
        pages.append(seconds(client, "get", address, {}, status=200))
    return bare, posts, pages


def seconds(
    client: "Client", method: str, path: str, data: dict[str, str], *, status: int
) -> float:
    ask = getattr(client, method)
    started = time.perf_counter()
    answer = ask(path, data, secure=True)
    passed = time.perf_counter() - started
    if answer.status_code != status:
        raise SystemExit(f"{path} answered {answer.status_code} instead of {status}")
    return passed


if __name__ == "__main__":
    measure()

"""One sweep of the clocks over many running games against one over few, and one that finds nothing.

Run by itself this module measures once, on the database of DATABASE_URL.
"""

import time
from datetime import timedelta
from statistics import median
from typing import TYPE_CHECKING

from tests.bench import databases

if TYPE_CHECKING:
    from games.models import Game, Player

MANY, FEW = 100_000, 1_000
DUE = 1_000
REPETITIONS = 101
PLAYS = 4


def run() -> None:
    """Prints the ratios and the time of an idle sweep, for each database."""
    title = f"A sweep of the clocks over {MANY:,} running games against {FEW:,}"
    databases.measure_on_both(title, "tests.bench.clocks")


def measure() -> None:
    """Prints the figures for the database that is configured."""
    databases.set_up()
    from games.services.sweeping import sweep_clocks
    from tests.bench.figures import judge_most

    sweep_clocks()
    game, player = make_table()
    few_idle, few_busy = measure_over(FEW, game, player)
    many_idle, many_busy = measure_over(MANY, game, player)
    print(judge_most(f"(g) {DUE:,} games ended, many against few", many_busy / few_busy, goal=1.5))
    print(f"      {few_busy / DUE * 1000:.2f} ms a game among few, {many_busy / DUE * 1000:.2f} ms")
    print(judge_most("(h) nothing due, many against few", many_idle / few_idle, goal=1.5))
    print(judge_most("(i) nothing due, among many", many_idle * 1000, goal=10, unit="ms"))


def make_table() -> "tuple[Game, Player]":
    """A game between two members with time left, and another member."""
    from tests.games.factories import make_game, make_member, play_turns

    return play_turns(make_game(make_member(), make_member()), PLAYS), make_member()


def measure_over(count: int, game: "Game", player: "Player") -> tuple[float, float]:
    """Seconds of a sweep over so many running games: with nothing due, and with `DUE` of them due.

    What the sweep ends is no longer there for the next measurement.
    """
    from games.models import Game
    from games.services.sweeping import sweep_clocks
    from tests.bench.copies import copy_game

    missing = count - Game.objects.running().count()
    copies = copy_game(game, [player] * missing)
    settle_down()
    idle = median(seconds_of_sweep() for _ in range(REPETITIONS))
    make_due([other.pk for other in copies[-DUE:]])
    started = time.perf_counter()
    done = sweep_clocks()
    busy = time.perf_counter() - started
    if done["games ended by the clock"] != min(DUE, len(copies)):
        raise SystemExit(f"not all games that were due have ended: {done}")
    return idle, busy


def settle_down() -> None:
    """What a database does by itself after a while."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        is_sqlite = connection.vendor == "sqlite"
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)" if is_sqlite else "CHECKPOINT")


def make_due(keys: list[int]) -> None:
    from games import clock
    from games.models import Game

    past = clock.now() - timedelta(hours=1)
    due = Game.objects.filter(pk__in=keys)
    due.update(bank_at=past, deadline_at=past, remind_at=None, stops_for_vacation=False)


def seconds_of_sweep() -> float:
    from games.services.sweeping import sweep_clocks

    started = time.perf_counter()
    sweep_clocks()
    return time.perf_counter() - started


if __name__ == "__main__":
    measure()

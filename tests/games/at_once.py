"""Acts that begin at the same moment, each in a thread and a connection of its own."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

Act = Callable[[], Any]


def at_once(*acts: Act) -> list[Any]:
    """What came of acts that began together: what each returned, or the exception it raised."""
    barrier = threading.Barrier(len(acts))
    results: list[Any] = [None] * len(acts)

    def run(place: int, act: Act) -> None:
        barrier.wait()
        try:
            results[place] = act()
        except Exception as error:
            results[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def failures(results: list[Any]) -> list[type]:
    return [type(result) for result in results if isinstance(result, Exception)]

"""`make bench`: the figures that the project promises, measured side by side in one run.

Name parts to run only those: `python -m tests.bench engine turn accept`.
"""

import signal
import sys

from tests.bench import accept, ai, clocks, delivery, engine, mails, pages, startup, turn

PARTS = {
    "engine": engine.run,
    "turn": turn.run,
    "accept": accept.run,
    "mails": mails.run,
    "delivery": delivery.run,
    "clocks": clocks.run,
    "pages": pages.run,
    "startup": startup.run,
    "ai": ai.run,
}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"Unknown part {unknown[0]!r}; there are {', '.join(PARTS)}.", file=sys.stderr)
        return 2
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end)
    for name in names or PARTS:
        PARTS[name]()
    return 0


def end(number: int, _frame: object) -> None:
    """As by Ctrl-C: the servers that were started end as well."""
    sys.exit(128 + number)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

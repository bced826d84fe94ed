"""`make bench`: the figures that the project promises, measured side by side in one run.

Name parts to run only those: `python -m tests.bench engine turn accept`.
"""

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
    for name in names or PARTS:
        PARTS[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

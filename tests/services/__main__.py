"""`python -m tests.services chromium`, `... provider`, and `... outside COMMAND` with the
services of a server."""

import os
import subprocess
import sys

from tests.services import chromium, postgresql, provider, redis


def main(arguments: list[str]) -> int:
    match arguments:
        case ["chromium"]:
            return chromium.provide()
        case ["provider"]:
            return provider.provide()
        case ["outside", _, *_]:
            return run_outside(arguments[1:])
    print(__doc__)
    return 2


def run_outside(command: list[str]) -> int:
    """Runs the command with PostgreSQL and Redis started for it alone."""
    try:
        with postgresql.running() as database_url, redis.outside() as redis_url:
            services = {"DATABASE_URL": database_url, "REDIS_URL": redis_url}
            return subprocess.run(command, env={**os.environ, **services}).returncode
    except FileNotFoundError as missing:
        print(missing, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

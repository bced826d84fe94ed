#!/usr/bin/env python
"""Django's command line for this site."""

import os
import sys

# These only compute: they answer without settings, database, broker or environment.
BARE = (["basra", "explain"], ["basra", "replay"])


def main() -> None:
    if sys.argv[1:3] in BARE:
        run_bare()
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "basra_site.settings.development")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import DatabaseError

    from basra_site.management.database import describe_failure, use_one_connection

    try:
        if sys.argv[1:2] != ["web"]:
            use_one_connection()
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as problem:
        sys.exit(str(problem))
    except UnicodeEncodeError as problem:
        part = problem.object[problem.start : problem.end]
        sys.exit(f"{part!a} cannot be written as {problem.encoding}.")
    except DatabaseError as problem:
        sentence = describe_failure(problem)
        if sentence is None or "--traceback" in sys.argv:
            raise
        sys.exit(sentence)


def run_bare() -> None:
    from django.conf import settings

    from games.management.commands.basra import Command

    settings.configure()
    Command().run_from_argv(sys.argv)


if __name__ == "__main__":
    main()

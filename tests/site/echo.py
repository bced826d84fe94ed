"""The site's Celery application with one task more, so that a test can see a worker work."""

import os
from pathlib import Path

from basra_site.celery import app

__all__ = ["app"]

ECHO = "tests.echo"


@app.task(name=ECHO)
def echo(word: str) -> None:
    with Path(os.environ["ECHO_FILE"]).open("a", encoding="utf-8") as file:
        file.write(f"{word}\n")

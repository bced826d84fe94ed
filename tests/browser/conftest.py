"""A real Chromium on a live server; a computer's turn is played where the broker would be told."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import connections
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from pytest_django.live_server_helper import LiveServer

from games import tasks
from games.models import Player
from tests.games.visitors import client_of
from tests.services import chromium

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
SECONDS_TO_WAIT = 10

NewContext = Callable[..., BrowserContext]


@pytest.fixture(scope="session", autouse=True)
def _orm_beside_playwright() -> None:
    """Playwright runs an event loop in the thread of the test, where Django would not query."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.fixture(scope="session")
def chrome() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def new_context(chrome: Browser, live_server: LiveServer) -> Iterator[NewContext]:
    """Makes a browser of its own for each person; `player` is who is signed in or a guest in it."""
    with ExitStack() as stack:

        def make(player: Player | None = None, **options: Any) -> BrowserContext:
            options = {"viewport": {"width": 1280, "height": 900}, "locale": "en", **options}
            context = chrome.new_context(base_url=live_server.url, **options)
            stack.callback(context.close)
            context.set_default_timeout(SECONDS_TO_WAIT * 1000)
            if player is not None:
                sit_down(context, player, live_server.url)
            return context

        yield make


def sit_down(context: BrowserContext, player: Player, url: str) -> None:
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies(
        [{"name": name, "value": client_of(player).cookies[name].value, "url": url}]
    )


@pytest.fixture
def page(new_context: NewContext) -> Iterator[Page]:
    """A browser in which nobody has been here; whatever it complains of fails the test."""
    page = new_context().new_page()
    with no_complaints(page):
        yield page


class no_complaints:  # noqa: N801  reads as a sentence where it is used
    """Fails at the end of the block if the page wrote an error to its console or raised one."""

    def __init__(self, page: Page) -> None:
        self.found: list[str] = []
        page.on("pageerror", lambda error: self.found.append(str(error)))
        page.on(
            "console",
            lambda message: self.found.append(message.text) if message.type == "error" else None,
        )

    def __enter__(self) -> None:
        return

    def __exit__(self, *_error: object) -> None:
        assert not self.found


@pytest.fixture
def computer(monkeypatch: pytest.MonkeyPatch, live_server: LiveServer) -> Iterator[None]:
    """A broker and a worker: what is sent runs a moment later in a thread, shortly paused."""
    threads: list[threading.Thread] = []

    def send_task(_name: str, *, args: list[int], countdown: float, **_options: Any) -> None:
        timer = threading.Timer(countdown, work, args)
        threads.append(timer)
        timer.start()

    def work(game_id: int) -> None:
        try:
            tasks.play_computer_turn(game_id)
        finally:
            connections.close_all()

    monkeypatch.setattr("games.dispatch.app.send_task", send_task)
    monkeypatch.setattr("games.services.live.COMPUTER_PAUSE", timedelta(milliseconds=100))
    yield
    for thread in threads:
        thread.join(SECONDS_TO_WAIT)

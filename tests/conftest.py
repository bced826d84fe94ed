"""What every test may ask for. Fakes stand for the outside: time, chance, mail server, broker."""

import os
import random
import string
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from types import SimpleNamespace
from urllib.parse import urlsplit

import hypothesis
import pytest
from celery import Celery
from django.conf import settings
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.services import chromium, debian, redis

hypothesis.settings.register_profile("quick", max_examples=20, deadline=None, derandomize=True)
hypothesis.settings.register_profile(
    "full", max_examples=100, deadline=None, derandomize=debian.is_ci()
)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "full"))

UseBroker = Callable[[str], Celery]
Build = Callable[[], AbstractContextManager[None]]

# Tests that share something beyond a database take turns: on several cores, one group one core.
TAKING_TURNS = ("browser", "run")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--only-database",
        action="store_true",
        help="only tests that need the database or the broker, for a second run elsewhere",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        for name in TAKING_TURNS:
            if item.get_closest_marker(name):
                item.add_marker(pytest.mark.xdist_group(name))
    if config.getoption("--only-database"):
        others = [item for item in items if not needs_services(item)]
        items[:] = [item for item in items if needs_services(item)]
        config.hook.pytest_deselected(items=others)


def needs_services(item: pytest.Item) -> bool:
    if item.get_closest_marker("browser"):
        return False
    wanted = {"db", "transactional_db", "broker"} & set(getattr(item, "fixturenames", ()))
    return bool(wanted) or item.get_closest_marker("django_db") is not None


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("browser") and chromium.find() is None:
        if debian.is_ci():
            pytest.fail(chromium.ADVICE, pytrace=False)
        pytest.skip(chromium.ADVICE)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """SQLite in a file, not in memory: threads and servers of a test must see the same database."""
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        folder = tmp_path_factory.mktemp("database")
        database.setdefault("TEST", {})["NAME"] = str(folder / "test.sqlite3")


@pytest.fixture(scope="session")
def broker_server(worker_id: str) -> Iterator[str]:
    given = os.environ.get("REDIS_URL")
    if given:
        number = "".join(filter(str.isdigit, worker_id)) or "0"
        yield urlsplit(given)._replace(path=f"/{number}").geturl()
        return
    with redis.embedded() as url:
        yield url


@pytest.fixture
def broker(broker_server: str) -> str:
    """REDIS_URL of an empty broker: the one named by the environment, else an embedded Valkey."""
    redis.empty(broker_server)
    return broker_server


@pytest.fixture
def use_broker(monkeypatch: pytest.MonkeyPatch) -> UseBroker:
    """Publishes to the broker at an address from now on, with the settings of the site."""

    def use(address: str) -> Celery:
        app = Celery("basra_site", set_as_current=False)
        app.config_from_object("django.conf:settings", namespace="CELERY")
        app.conf.broker_url = address.replace("unix://", "redis+socket://", 1)
        monkeypatch.setattr("games.dispatch.app", app)
        return app

    monkeypatch.setattr("games.dispatch._silent_until", 0.0)
    return use


@pytest.fixture
def silent_broker() -> Iterator[str]:
    """REDIS_URL of a broker that accepts and never answers."""
    with redis.silent() as url:
        yield url


@pytest.fixture
def stopped_broker() -> str:
    """REDIS_URL of a broker that is not there."""
    return f"redis://127.0.0.1:{redis.free_port()}/0"


@pytest.fixture(scope="module")
def building(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Build]:
    """`with building(): ...` makes rows once for all tests of a module.

    What a test does to them is taken back after it; they themselves, after the module's last.
    Not for tests of transactions, whose threads would wait for them.
    """

    @contextmanager
    def build() -> Iterator[None]:
        with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch:
            know_chance(patch, request.node.nodeid)
            yield

    with django_db_blocker.unblock(), transaction.atomic():
        with django_db_blocker.block():
            yield build
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def _known_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has shuffles and public ids of its own, the same in every run."""
    know_chance(monkeypatch, request.node.nodeid)


def know_chance(patch: pytest.MonkeyPatch, name: str) -> None:
    chance = random.Random(name)
    letters = string.ascii_letters + string.digits
    patch.setattr("games.services.deal.secrets", SimpleNamespace(token_bytes=chance.randbytes))
    patch.setattr(
        "games.models.game.get_random_string",
        lambda length: "".join(chance.choices(letters, k=length)),
    )

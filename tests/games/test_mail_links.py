"""No link in any mail does anything but open a page, whoever follows it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from games.mail.compose import compose
from games.models import Notice
from games.services.mailboxes import Mailbox
from tests.games.letters import make_every_kind
from tests.games.visitors import client_of

pytestmark = pytest.mark.django_db

BOX = Mailbox("reader@example.com", "en", "UTC")
SITE = "http://127.0.0.1:8000"
# What looking at a page leaves behind: when one was here, what one has seen, and the session.
FOOTPRINTS = {"last_seen_at", "seen_version"}
NOT_OURS = {"Session", "LogEntry"}


@pytest.fixture
def notices(db: None) -> dict[str, Notice]:
    return make_every_kind()


def paths_in(notice: Notice) -> list[str]:
    mail = compose(notice, BOX)
    links = re.findall(rf"{SITE}(/\S*)", mail.text)
    assert links
    return [link.partition("#")[0] for link in links]


def rows() -> dict[str, list[dict[str, Any]]]:
    """Everything that is stored, but for what looking leaves behind."""
    models = [model for model in apps.get_models() if model.__name__ not in NOT_OURS]
    return {model.__name__: [_steps(row) for row in _values(model)] for model in models}


def _values(model: Any) -> Iterator[dict[str, Any]]:
    return iter(model._default_manager.order_by("pk").values())


def _steps(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in FOOTPRINTS}


@pytest.mark.parametrize("method", ["get", "head"])
@pytest.mark.parametrize("who", ["nobody", "reader"])
def test_following_every_link_changes_nothing(
    notices: dict[str, Notice], method: str, who: str
) -> None:
    before = rows()
    for kind, notice in notices.items():
        client = client_of(notice.reader) if who == "reader" else Client()
        before = rows() if who == "reader" else before
        for path in paths_in(notice):
            status = getattr(client, method)(path).status_code
            assert status < 500, (kind, path)
        assert rows() == before, kind


def test_every_link_leads_its_reader_to_a_page(notices: dict[str, Notice]) -> None:
    for kind, notice in notices.items():
        client = client_of(notice.reader)
        statuses = [client.get(path, follow=True).status_code for path in paths_in(notice)]
        assert set(statuses) == {200}, kind

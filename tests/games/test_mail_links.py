"""No link in any mail does anything but open a page, whoever follows it."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from django.apps import apps
from django.core import mail
from django.test import Client
from django.urls import reverse

from games.mail.compose import compose
from games.models import MailSettings, Notice, TurnMails
from games.services.facts import find_person
from games.services.mailboxes import Mailbox
from tests.accounts.conftest import code_in
from tests.games.factories import play
from tests.games.letters import make_every_kind, make_reader, start_game
from tests.games.visitors import client_of

pytestmark = pytest.mark.django_db

BOX = Mailbox("reader@example.com", "en", "UTC", link_generation=0)
SITE = "http://127.0.0.1:8000"
# What looking at a page leaves behind: when one was here, what one has seen, and the session.
FOOTPRINTS = {"last_seen_at", "seen_version"}
NOT_OURS = {"Session", "LogEntry"}


@pytest.fixture
def notices(db: None) -> dict[str, Notice]:
    """All of their readers play from their mails."""
    found = make_every_kind()
    let_all_play_from_mail(found.values())
    return found


def let_all_play_from_mail(notices: Iterable[Notice]) -> None:
    """So that the mails hold links that play."""
    for reader in {find_person(notice) for notice in notices} - {None}:
        assert reader is not None
        MailSettings.objects.create(plays_from_mail=True, **reader.columns)


def paths_in(notice: Notice) -> list[str]:
    mail = compose(notice, BOX)
    links = re.findall(rf"{SITE}(/\S*)", mail.text)
    assert links
    return [link.partition("#")[0] for link in links]


def open_browser(notice: Notice) -> Client:
    """The reader's own; of whoever is invited by address, we know no more than that."""
    reader = find_person(notice)
    return client_of(reader) if reader else Client()


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
        client = open_browser(notice) if who == "reader" else Client()
        before = rows() if who == "reader" else before
        for path in paths_in(notice):
            status = getattr(client, method)(path).status_code
            assert status < 500, (kind, path)
        assert rows() == before, kind


def test_every_link_leads_its_reader_to_a_page(notices: dict[str, Notice]) -> None:
    for kind, notice in notices.items():
        client = open_browser(notice)
        statuses = [client.get(path, follow=True).status_code for path in paths_in(notice)]
        assert set(statuses) == {200}, kind


PASSWORD = "five-teas-and-a-jack"


def sign_in_by_password(client: Client, page: str, address: str) -> str:
    return str(client.post(page, {"login": address, "password": PASSWORD}).url)


def sign_in_by_code(client: Client, page: str, address: str) -> str:
    asked = urlsplit(page).query
    sent = client.post(f"{reverse('account_request_login_code')}?{asked}", {"email": address})
    return str(client.post(sent.url, {"code": code_in(mail.outbox[-1])}).url)


@pytest.mark.parametrize("sign_in", [sign_in_by_password, sign_in_by_code])
def test_button_of_a_turn_mail_leads_to_the_game_by_way_of_the_sign_in(
    notices: dict[str, Notice], sign_in: Callable[[Client, str, str], str]
) -> None:
    notice, client = notices["turn"], Client()
    assert notice.user is not None
    assert notice.game is not None
    notice.user.set_password(PASSWORD)
    notice.user.save()
    path = f"{notice.game.get_absolute_url()}?turn=2"
    assert path in paths_in(notice)
    (page,) = re.findall(r'btn--brass[^>]+href="([^"]+)"', client.get(path).content.decode())
    landed = sign_in(client, page, notice.user.email)
    assert landed == path
    assert client.get(landed).status_code == 200


def find_button(notice: Notice, *, turns: str = TurnMails.ONE) -> str:
    """The path behind the button of the mail, which is its first link."""
    composed = compose(notice, replace(BOX, link_generation=None, turns=turns))
    return str(re.findall(rf"^  {SITE}(/\S*)$", composed.text, re.MULTILINE)[0])


def leads_to_sign_in(path: str) -> bool:
    """Whether who is signed out finds the way to sign in there, and from it back to the path."""
    page = Client().get(path)
    led_to = page.headers.get("Location") or page.content.decode()
    return f"{reverse('account_login')}?next={path}" in unquote(led_to)


OPEN_TO_ALL = {"by address", "over", "decided", "lost on time", "won on time"}
"""What anybody who has the link may see."""


def test_buttons_opened_signed_out_lead_to_sign_in_and_back(notices: dict[str, Notice]) -> None:
    for kind in notices.keys() - OPEN_TO_ALL:
        assert leads_to_sign_in(find_button(notices[kind])), kind


def test_buttons_of_what_all_may_see_lead_there_at_once(notices: dict[str, Notice]) -> None:
    for kind in OPEN_TO_ALL:
        assert Client().get(find_button(notices[kind])).status_code == 200, kind


def test_button_of_the_daily_mail_leads_to_sign_in_and_back() -> None:
    reader = make_reader()
    for _ in range(2):
        play(start_game(make_reader(), reader), "6C", "6D 4S 2H")
    notice = Notice.objects.filter(user=reader.user_id).latest("pk")
    path = find_button(notice, turns=TurnMails.DIGEST)
    assert path == reverse("games:next")
    assert leads_to_sign_in(path)

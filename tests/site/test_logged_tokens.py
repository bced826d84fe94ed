"""No log holds a token that still works."""

import logging

import pytest
from django.conf import settings
from django.core import signing
from django.test import Client

from basra_site.logs import TokenFilter, VisitFilter
from games.mail.refuse_links import make_refuse_token
from games.models.invitation import make_token

TOKEN = "aB3-_x.Zz9"
PATHS = (
    f"/mail/play/{TOKEN}/",
    f"/mail/stop/{TOKEN}/",
    f"/mail/refuse/{TOKEN}/",
    f"/mail/address/{TOKEN}/",
    f"/invitations/{TOKEN}/",
    f"/invitations/{TOKEN}/accept/",
)
LOGGED = {
    "django.request": ("%s: %s", lambda path: ("Not Found", path)),
    "uvicorn.access": (
        '%s - "%s %s HTTP/%s" %d',
        lambda path: ("127.0.0.1", "GET", path, "1.1", 200),
    ),
    "gunicorn.access": (
        '%(h)s "%(r)s" %(s)s',
        lambda path: ({"h": "127.0.0.1", "r": f"GET {path}?{TOKEN} HTTP/1.1", "s": "200"},),
    ),
}


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("name", LOGGED)
def test_token_in_an_address_is_not_logged(name: str, path: str) -> None:
    text, arguments = LOGGED[name]
    record = logging.LogRecord(name, logging.INFO, "", 0, text, arguments(path), None)
    assert VisitFilter().filter(record)
    assert TokenFilter().filter(record)
    assert TOKEN not in record.getMessage()
    assert path.partition(TOKEN)[0] in record.getMessage()


SPELT = (
    "/mail/play//{}/",
    "//mail//play/{}/",
    "/MAIL/Play/{}/",
    "/Invitations//{}",
    "/mail/{}",
    "/mail/pl%61y/{}/",
    "/{}/",
    "/mail/play/x/{}.txt",
)


@pytest.mark.parametrize("spelt", SPELT)
@pytest.mark.parametrize("name", LOGGED)
def test_token_in_an_address_of_no_page_is_not_logged(name: str, spelt: str) -> None:
    tokens = [make_token(), make_refuse_token("mona@example.com"), signing.dumps([1, 2])]
    text, arguments = LOGGED[name]
    for token in tokens:
        path = spelt.format(token)
        record = logging.LogRecord(name, logging.INFO, "", 0, text, arguments(path), None)
        assert TokenFilter().filter(record)
        assert token[:12] not in record.getMessage()


@pytest.mark.django_db
@pytest.mark.parametrize("spelt", SPELT)
def test_token_of_no_page_is_in_no_line_of_the_site(
    spelt: str, client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    token, lines = make_token(), logging.getLogger("django")
    caplog.handler.addFilter(TokenFilter())
    lines.addHandler(caplog.handler)
    try:
        assert client.get(spelt.format(token)).status_code == 404
    finally:
        lines.removeHandler(caplog.handler)
        caplog.handler.filters.clear()
    assert caplog.messages
    assert token not in caplog.text


@pytest.mark.parametrize(
    "path",
    [
        "/games/Ab3dE6gH9jKlMn3pQ6sT9v/play/",
        "/people/Ab3dE6gH9jKlMn3pQ6sT9v/block/",
        "/accounts/password/reset/",
        "/rules/",
    ],
)
def test_address_without_a_token_is_logged_whole(path: str) -> None:
    record = logging.LogRecord("django.request", logging.INFO, "", 0, "%s", (path,), None)
    TokenFilter().filter(record)
    assert record.getMessage() == path


def test_every_handler_takes_tokens_out() -> None:
    handlers = settings.LOGGING["handlers"]
    assert all("tokens" in handler["filters"] for handler in handlers.values())


@pytest.mark.parametrize("name", ["uvicorn.access", "gunicorn.access"])
def test_servers_write_through_our_handlers(name: str) -> None:
    assert settings.LOGGING["loggers"][name] == {"handlers": ["visits"], "propagate": False}

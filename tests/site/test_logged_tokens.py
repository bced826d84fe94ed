"""No log holds a token that still works."""

import logging

import pytest
from django.conf import settings

from basra_site.logs import TokenFilter, VisitFilter

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


def test_every_handler_takes_tokens_out() -> None:
    handlers = settings.LOGGING["handlers"]
    assert all("tokens" in handler["filters"] for handler in handlers.values())


@pytest.mark.parametrize("name", ["uvicorn.access", "gunicorn.access"])
def test_servers_write_through_our_handlers(name: str) -> None:
    assert settings.LOGGING["loggers"][name] == {"handlers": ["visits"], "propagate": False}

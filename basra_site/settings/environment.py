"""Reads environment variables; each mistake is one sentence that names the variable."""

import re
from contextlib import suppress
from email.utils import getaddresses
from typing import Any
from urllib.parse import SplitResult, parse_qsl, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.validators import validate_email

env = environ.Env()

DATABASE_SCHEMES = ("sqlite", "postgres", "postgresql")
# The others that the library knows send nothing: they print mail, keep it, or throw it away.
MAIL_SCHEMES = ("smtp", "smtps", "smtp+tls", "smtp+ssl")
LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
WEB_ADDRESS = re.compile(
    rf"https?://({LABEL}(\.{LABEL})*|\[[0-9a-f:.]+\])(:[0-9]+)?(/[\w.~%-]+)*/?",
    re.IGNORECASE | re.ASCII,
)
SHORTEST_KEY = 50
FEWEST_SIGNS = 5
# What the broker's library understands after the question mark, by scheme: names and their values.
REDIS_QUERIES: dict[str, dict[str, str]] = {
    "redis": {},
    "rediss": {
        "ssl_cert_reqs": "CERT_(REQUIRED|OPTIONAL|NONE)|required|optional|none",
        "ssl_ca_certs": ".+",
        "ssl_certfile": ".+",
        "ssl_keyfile": ".+",
    },
    "unix": {"virtual_host": "[0-9]+"},
}


def get_required(name: str, *, meaning: str) -> str:
    """The variable's text; raises ImproperlyConfigured when it is missing or empty."""
    value = str(env.str(name, default="")).strip()
    if not value:
        raise ImproperlyConfigured(f"{name} is not set: {meaning}.")
    return value


def get_key(name: str, *, meaning: str) -> str:
    """The variable's text, one that nobody guesses: as long and mixed as Django wants its key."""
    key = get_required(name, meaning=meaning)
    if len(key) < SHORTEST_KEY or len(set(key)) < FEWEST_SIGNS:
        raise ImproperlyConfigured(
            f"{name} could be guessed: write {meaning}, {SHORTEST_KEY} signs at least."
        )
    return key


def get_number(name: str, *, default: int, least: int, most: int) -> int:
    """The variable as a number; unset or empty it is the default."""
    text = str(env.str(name, default="")) or str(default)
    if not (text.isascii() and text.isdigit() and least <= int(text[:20]) <= most):
        raise ImproperlyConfigured(f"{name} must be a number from {least} to {most}, not {text!r}.")
    return int(text)


def get_choice(name: str, *choices: str) -> str:
    """The variable, one of the choices; unset or empty it is the first of them."""
    text = str(env.str(name, default="")).strip() or choices[0]
    if text not in choices:
        raise ImproperlyConfigured(f"{name} must be {' or '.join(choices)}, not {text!r}.")
    return text


def get_database(default: str) -> dict[str, Any]:
    """The database of DATABASE_URL: SQLite or PostgreSQL."""
    url = env.str("DATABASE_URL", default=default) or default
    config: dict[str, Any] = {}
    if url.partition("://")[0] in DATABASE_SCHEMES:
        with suppress(ValueError, ImproperlyConfigured):
            config = env.db_url_config(url)
    if not config.get("NAME"):
        raise ImproperlyConfigured(
            "DATABASE_URL is not understood: write sqlite:////path/to/file.sqlite3 "
            "or postgres://user:password@host:5432/name."
        )
    return config


def get_redis_url(default: str) -> str:
    """The broker's address: redis://, rediss:// or, for a socket, unix://."""
    url = env.str("REDIS_URL", default=default) or default
    parts = split_address(url)
    if parts is None or not is_redis_address(parts):
        raise ImproperlyConfigured(
            "REDIS_URL is not understood: write redis://127.0.0.1:6379/0 or unix:///path/to/socket."
        )
    return url


def is_redis_address(parts: SplitResult) -> bool:
    """Whether it names a place, a database by its number or none, and nothing unknown."""
    if parts.scheme not in REDIS_QUERIES or parts.fragment:
        return False
    known = REDIS_QUERIES[parts.scheme]
    for name, value in parse_qsl(parts.query, keep_blank_values=True):
        if name not in known or not re.fullmatch(known[name], value):
            return False
    if parts.scheme == "unix":
        return bool(parts.path) and not parts.hostname
    return bool(parts.hostname) and bool(re.fullmatch("/?[0-9]*", parts.path))


def split_address(url: str) -> SplitResult | None:
    """The parts of an address; None where it has none, or a port that is no port."""
    try:
        parts = urlsplit(url)
        return None if parts.port == 0 else parts
    except ValueError:
        return None


def split_web_address(url: str) -> SplitResult | None:
    """As `split_address`, of a page on the web: a host that could be looked up, and a plain path.

    Such addresses are printed into headers and mails. None for what has a name and password, a
    query or a fragment; hosts in other scripts are written as xn--....
    """
    parts = split_address(url)
    return parts if parts and WEB_ADDRESS.fullmatch(url) and len(parts.netloc) <= 253 else None


def get_mail_server() -> dict[str, Any]:
    """Django's EMAIL_... settings from EMAIL_URL: a server that delivers what it is given."""
    meaning = "the mail server, such as smtp+tls://user:password@host:587"
    url = get_required("EMAIL_URL", meaning=meaning)
    parts = split_address(url)
    is_server = parts is not None and parts.scheme in MAIL_SCHEMES and bool(parts.hostname)
    if parts is None or not is_server or parts.path.strip("/") or parts.query or parts.fragment:
        raise ImproperlyConfigured(f"EMAIL_URL is not understood: write {meaning}.")
    return dict(env.email_url_config(url))


def get_sender(default: str) -> str:
    """DEFAULT_FROM_EMAIL: one address, with or without a name before it."""
    text = str(env.str("DEFAULT_FROM_EMAIL", default="")).strip() or default
    found = [address for _, address in getaddresses([text])]
    try:
        validate_email(found[0])
        understood = len(found) == 1 and text.isprintable() and is_written(found[0], within=text)
    except ValidationError:
        understood = False
    if not understood:
        raise ImproperlyConfigured(
            "DEFAULT_FROM_EMAIL must be an address such as Basra <basra@basra.example>, "
            f"not {text!r}."
        )
    return text


def get_contact_address(default: str) -> str:
    """CONTACT_ADDRESS, a bare address; unset, it is the one in `default`, a sender's."""
    text = str(env.str("CONTACT_ADDRESS", default="")).strip()
    if not text:
        return getaddresses([default])[0][1]
    try:
        validate_email(text)
    except ValidationError:
        raise ImproperlyConfigured(
            f"CONTACT_ADDRESS must be an address such as hello@basra.example, not {text!r}."
        ) from None
    return text


def is_written(address: str, *, within: str) -> bool:
    """Whether the address stands there as it is: readers of addresses mend what is none."""
    return within == address or within.endswith(f"<{address}>")


def get_port() -> int:
    """PORT, on which `make run` listens."""
    return get_number("PORT", default=8000, least=1, most=65535)


def get_site_address() -> str:
    """SITE_ADDRESS without its last slash; unset, it is where `make run` listens."""
    address = str(env.str("SITE_ADDRESS", default="")).strip()
    return check_site_address(address or f"http://127.0.0.1:{get_port()}")


def check_site_address(address: str) -> str:
    """The address without its last slash; mails and links are built on it."""
    parts = split_web_address(address)
    if parts is None or parts.path.strip("/"):
        raise ImproperlyConfigured(
            f"SITE_ADDRESS must be an address such as https://basra.example, not {address!r}."
        )
    return address.rstrip("/")

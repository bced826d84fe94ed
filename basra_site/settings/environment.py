"""Reads environment variables; each mistake is one sentence that names the variable."""

from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

env = environ.Env()

DATABASE_SCHEMES = ("sqlite", "postgres", "postgresql")


def get_required(name: str, *, meaning: str) -> str:
    """The variable's text; raises ImproperlyConfigured when it is missing or empty."""
    value = str(env.str(name, default="")).strip()
    if not value:
        raise ImproperlyConfigured(f"{name} is not set: {meaning}.")
    return value


def get_number(name: str, *, default: int, least: int, most: int) -> int:
    """The variable as a number; unset or empty it is the default."""
    text = str(env.str(name, default="")) or str(default)
    if not (text.isascii() and text.isdigit() and least <= int(text[:20]) <= most):
        raise ImproperlyConfigured(f"{name} must be a number from {least} to {most}, not {text!r}.")
    return int(text)


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
    try:
        parts = urlsplit(url)
        has_place = bool(parts.path) if parts.scheme == "unix" else bool(parts.hostname)
        understood = parts.scheme in ("redis", "rediss", "unix") and has_place
        understood = understood and (parts.port is None or parts.port > 0)
    except ValueError:
        understood = False
    if not understood:
        raise ImproperlyConfigured(
            "REDIS_URL is not understood: write redis://127.0.0.1:6379/0 or unix:///path/to/socket."
        )
    return url


def get_mail_server() -> dict[str, Any]:
    """Django's EMAIL_... settings from EMAIL_URL."""
    meaning = "the mail server, such as smtp+tls://user:password@host:587"
    url = get_required("EMAIL_URL", meaning=meaning)
    try:
        return dict(env.email_url_config(url))
    except (ValueError, ImproperlyConfigured):
        raise ImproperlyConfigured(f"EMAIL_URL is not understood: write {meaning}.") from None


def check_site_address(address: str) -> str:
    """The address without its last slash; mails and links are built on it."""
    try:
        parts = urlsplit(address)
        understood = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        understood = False
    if not understood or parts.path.strip("/") or parts.query or parts.fragment:
        raise ImproperlyConfigured(
            f"SITE_ADDRESS must be an address such as https://basra.example, not {address!r}."
        )
    return address.rstrip("/")

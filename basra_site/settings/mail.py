"""How a server sends mail, and who tells it of mails that came back: from the environment."""

import os
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from .environment import FEWEST_SIGNS, env, get_mail_server, get_required

PREFIX = "ANYMAIL_"
SECRET = "ANYMAIL_WEBHOOK_SECRET"  # noqa: S105  the name of it
SHORTEST_SECRET = 16


@dataclass(frozen=True, slots=True)
class Provider:
    """A mail service that the library knows: what it needs to send, and to be believed.

    Some would watch who opens what; `can_be_told` not to, by the library.
    """

    sends_with: tuple[str, ...]
    reports_with: tuple[str, ...] = field(default=())
    can_be_told: bool = True


# Those that tell mail that came back for good from mail that may go through another day.
PROVIDERS = {
    "brevo": Provider(("BREVO_API_KEY",), can_be_told=False),
    "mailersend": Provider(("MAILERSEND_API_TOKEN",), ("MAILERSEND_SIGNING_SECRET",)),
    "mailgun": Provider(("MAILGUN_API_KEY",), ("MAILGUN_WEBHOOK_SIGNING_KEY",)),
    "mailjet": Provider(("MAILJET_API_KEY", "MAILJET_SECRET_KEY")),
    "mailtrap": Provider(("MAILTRAP_API_TOKEN",), can_be_told=False),
    "postmark": Provider(("POSTMARK_SERVER_TOKEN",)),
    "sparkpost": Provider(("SPARKPOST_API_KEY",)),
}


def get_mail() -> dict[str, Any]:
    """Django's settings for mail: by EMAIL_URL, else by the provider's own way.

    With both, mail goes by EMAIL_URL and EMAIL_PROVIDER tells what came back.
    """
    name = get_provider_name()
    if not name:
        check_no_keys()
    by_server = bool(env.str("EMAIL_URL", default="").strip()) or not name
    reports = get_provider(name, sends=not by_server) if name else {}
    if by_server:
        # It tells a mail that was not sent from one of which nobody knows, as Django's does not.
        return get_mail_server() | {"EMAIL_BACKEND": "games.mail.smtp.EmailBackend"} | reports
    return {"EMAIL_BACKEND": f"anymail.backends.{name}.EmailBackend"} | reports


def get_provider_name() -> str:
    """EMAIL_PROVIDER, one that is known; empty where there is none."""
    name = str(env.str("EMAIL_PROVIDER", default="")).strip().lower()
    if name and name not in PROVIDERS:
        raise ImproperlyConfigured(
            f"EMAIL_PROVIDER must be one of {', '.join(PROVIDERS)}, not {name!r}."
        )
    return name


def check_no_keys() -> None:
    """Raises ImproperlyConfigured where a provider's keys are set and nobody says whose."""
    keys = sorted(key for key, value in os.environ.items() if key.startswith(PREFIX) and value)
    if keys:
        raise ImproperlyConfigured(
            f"EMAIL_PROVIDER is not set, and {keys[0]} is: write one of {', '.join(PROVIDERS)}."
        )


def get_provider(name: str, *, sends: bool) -> dict[str, Any]:
    """The library's settings, from the variables that begin with ANYMAIL_ and the provider's name.

    Whoever knows the secret can have any address written to no more: without it nothing starts.
    """
    provider = PROVIDERS[name]
    for key in (*(provider.sends_with if sends else ()), *provider.reports_with):
        get_required(PREFIX + key, meaning=f"a key that {name} gave you")
    given = {key: value for key, value in os.environ.items() if value}
    begin = f"{PREFIX}{name.upper()}_"
    chosen = {key.removeprefix(PREFIX): given[key] for key in given if key.startswith(begin)}
    quiet = {"track_opens": False, "track_clicks": False} if provider.can_be_told else {}
    return {
        "EMAIL_PROVIDER": name,
        "ANYMAIL": {
            **chosen,
            "WEBHOOK_SECRET": get_secret(),
            "SEND_DEFAULTS": quiet,
            "REQUESTS_TIMEOUT": 10,
        },
    }


def get_secret() -> str:
    """ANYMAIL_WEBHOOK_SECRET, with which the provider's reports come."""
    secret = get_required(SECRET, meaning="a name and a long random password, as name:password")
    name, _, password = secret.partition(":")
    if not name or len(password) < SHORTEST_SECRET or len(set(password)) < FEWEST_SIGNS:
        raise ImproperlyConfigured(
            f"{SECRET} must be name:password, the password of {SHORTEST_SECRET} signs at least."
        )
    return secret

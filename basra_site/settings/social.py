"""Other sites that people may sign in with: each is there when its keys are."""

import re
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from .environment import env, split_web_address

Sites = dict[str, dict[str, Any]]

GOOGLE = ("GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET")
FACEBOOK = ("FACEBOOK_CLIENT_ID", "FACEBOOK_CLIENT_SECRET")
OPENID_CONNECT = ("OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_SERVER_URL", "OIDC_NAME")
LONGEST_NAME = 200  # what SocialAccount.provider holds
THIS_MACHINE = ("127.0.0.1", "localhost", "::1")
# Where the buttons lead. Facebook sends phones on to an address of their own.
GATES = {
    "google": ["https://accounts.google.com"],
    "facebook": ["https://www.facebook.com", "https://m.facebook.com"],
}


def get_sites() -> Sites:
    """The sites whose keys are set, as the sign-in library wants them.

    Raises ImproperlyConfigured with a sentence for a set of keys that is not whole.
    """
    sites: Sites = {}
    if keys := find_keys(GOOGLE):
        sites["google"] = {
            "APP": make_app(keys),
            "SCOPE": ["profile", "email"],
            "OAUTH_PKCE_ENABLED": True,
        }
    if keys := find_keys(FACEBOOK):
        sites["facebook"] = {
            "APP": make_app(keys),
            "SCOPE": ["email"],
            "FIELDS": ["id", "name", "email"],
            "VERSION": "v24.0",
        }
    if keys := find_keys(OPENID_CONNECT):
        sites["openid_connect"] = {"APP": make_own_app(keys), "OAUTH_PKCE_ENABLED": True}
    return sites


def find_keys(names: tuple[str, ...]) -> list[str] | None:
    """The texts of the variables; None where none of them is set."""
    keys = {name: str(env.str(name, default="")).strip() for name in names}
    given = [name for name in names if keys[name]]
    for name in names if given else ():
        if not keys[name]:
            raise ImproperlyConfigured(f"{name} is not set: {given[0]} is of no use without it.")
    return list(keys.values()) if given else None


def make_app(keys: list[str]) -> dict[str, Any]:
    return {"client_id": keys[0], "secret": keys[1]}


def make_own_app(keys: list[str]) -> dict[str, Any]:
    server = check_server(keys[2])
    return {
        **make_app(keys),
        "provider_id": name_server(server),
        "name": keys[3],
        "settings": {"server_url": server},
    }


def check_server(address: str) -> str:
    """The address without its last slash; what such a server says is believed, so only by https."""
    parts = split_web_address(address)
    if parts is None or not is_safe(parts.scheme, str(parts.hostname)):
        raise ImproperlyConfigured(
            f"OIDC_SERVER_URL must be an address such as https://login.example, not {address!r}."
        )
    if len(name_server(address)) > LONGEST_NAME:
        raise ImproperlyConfigured(
            f"OIDC_SERVER_URL must be shorter, of some {LONGEST_NAME} letters at most."
        )
    return address.rstrip("/")


def is_safe(scheme: str, host: str) -> bool:
    return scheme == "https" or (scheme == "http" and host in THIS_MACHINE)


def name_server(address: str) -> str:
    """What people's links are stored under: another server knows other people by its numbers.

    It begins with a word of its own, or a server at https://google would speak for Google.
    """
    return "oidc-" + re.sub("[^a-z0-9.]+", "-", address.partition("://")[2].rstrip("/").lower())


def list_gates(sites: Sites) -> list[str]:
    """The origins to which a browser is sent from the pages of sign-in."""
    gates = [gate for site in sites for gate in GATES.get(site, [])]
    if own := sites.get("openid_connect"):
        server = urlsplit(own["APP"]["settings"]["server_url"])
        gates.append(f"{server.scheme}://{server.netloc}")
    return gates

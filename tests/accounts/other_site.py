"""Google, Facebook and an OpenID Connect server, as far as a sign-in asks them anything."""

import json
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
import requests
from django.test import Client

from basra_site.settings.social import get_sites

SERVER = "https://login.example/people"
KEYS = {
    "GOOGLE_CLIENT_ID": "google-id",
    "GOOGLE_CLIENT_SECRET": "google-secret",
    "FACEBOOK_CLIENT_ID": "facebook-id",
    "FACEBOOK_CLIENT_SECRET": "facebook-secret",
    "OIDC_CLIENT_ID": "own-id",
    "OIDC_CLIENT_SECRET": "own-secret",
    "OIDC_SERVER_URL": SERVER,
    "OIDC_NAME": "Our club",
}
OWN = "oidc-login.example-people"
PATHS = {
    "google": "/accounts/google",
    "facebook": "/accounts/facebook",
    OWN: f"/accounts/oidc/{OWN}",
}
TOKEN = "key-to-the-other-site"
GOOGLE = "https://accounts.google.com"

SALMA = {
    "sub": "subject-1",
    "email": "salma@example.com",
    "email_verified": True,
    "name": "Salma Hassan",
    "given_name": "Salma",
    "family_name": "Hassan",
}


@dataclass
class OtherSite:
    """Answers what is asked over the network; `person` is who signs in there.

    `identity` is what the token of the OpenID Connect server says of the person, if it gives one.
    `answers` overrides the answer to an address that contains the text: a body, or an error.
    """

    person: dict[str, Any] = field(default_factory=lambda: dict(SALMA))
    identity: dict[str, Any] | None = None
    answers: dict[str, bytes | Exception] = field(default_factory=dict)
    asked: list[requests.PreparedRequest] = field(default_factory=list)

    def send(self, request: requests.PreparedRequest) -> requests.Response:
        self.asked.append(request)
        url = str(request.url)
        given = next((answer for part, answer in self.answers.items() if part in url), None)
        if isinstance(given, Exception):
            raise given
        return make_response(given if given is not None else json.dumps(self.answer(url)).encode())

    def answer(self, url: str) -> dict[str, Any]:
        if url.endswith("/.well-known/openid-configuration"):
            return {
                "issuer": SERVER,
                "authorization_endpoint": f"{SERVER}/authorize",
                "token_endpoint": f"{SERVER}/token",
                "userinfo_endpoint": f"{SERVER}/userinfo",
                "jwks_uri": f"{SERVER}/keys",
            }
        if "graph.facebook.com" in url and "/me" in url:
            return {"id": self.person["sub"], **self.person}
        if url.startswith(f"{SERVER}/userinfo"):
            return self.person
        if url.startswith("https://oauth2.googleapis.com/"):
            return {"access_token": TOKEN, "id_token": id_token(GOOGLE, "google-id", self.person)}
        if url.startswith(f"{SERVER}/token") and self.identity is not None:
            return {"access_token": TOKEN, "id_token": id_token(SERVER, "own-id", self.identity)}
        return {"access_token": TOKEN}


def id_token(issuer: str, reader: str, facts: dict[str, Any]) -> str:
    facts = {"iss": issuer, "aud": reader, "exp": int(time.time()) + 60, **facts}
    with_odd_subjects = jwt.PyJWS()
    return with_odd_subjects.encode(json.dumps(facts).encode(), "x" * 32, algorithm="HS256")


def make_response(body: bytes) -> requests.Response:
    response = requests.Response()
    response.status_code = 200
    response.headers["content-type"] = "application/json"
    response._content = body
    return response


def sites_with_all_keys(monkeypatch: Any) -> dict[str, Any]:
    for name, key in KEYS.items():
        monkeypatch.setenv(name, key)
    return get_sites()


def leave_for(
    client: Client, site: str, *, body: dict[str, str] | None = None, **query: str
) -> dict[str, str]:
    """Press the button of the site; returns what the browser is told to tell there."""
    path = f"{PATHS[site]}/login/?{urlencode(query)}"
    target = client.post(path, body).headers["Location"]
    return {name: values[0] for name, values in parse_qs(urlsplit(target).query).items()}


def come_back(client: Client, site: str, told: dict[str, str], **query: str) -> Any:
    """Arrive from the site, as a browser that it has sent back."""
    query = {"code": "a-code", **query} if "error" not in query else query
    return client.get(f"{PATHS[site]}/login/callback/", {"state": told["state"], **query})


def sign_in(client: Client, site: str = "google", **query: str) -> Any:
    return come_back(client, site, leave_for(client, site, **query))

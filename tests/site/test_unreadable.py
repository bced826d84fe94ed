"""What cannot be decoded is answered with the page of status 400, in development too."""

import asyncio
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from basra_site import asgi

pytestmark = pytest.mark.django_db

MULTIPART = "multipart/form-data; boundary=x"
URLENCODED = "application/x-www-form-urlencoded"
FIELD = b'--x\r\nContent-Disposition: form-data; name="login"\r\n\r\na\r\n--x--\r\n'


@pytest.fixture(params=[False, True], ids=["production", "development"])
def client(request: pytest.FixtureRequest, settings: Any) -> Client:
    settings.DEBUG = request.param
    return Client(raise_request_exception=False)


def post(client: Client, body: bytes, content_type: str) -> HttpResponse:
    """The bytes as they are: `Client.post` would encode them."""
    return client.generic("POST", reverse("account_login"), body, content_type=content_type)


def is_refused(answer: HttpResponse) -> bool:
    return answer.status_code == 400 and "We could not read that" in answer.content.decode()


@pytest.mark.parametrize("name", ["sessionid", "csrftoken", "other"])
def test_cookie_with_a_nul(client: Client, name: str) -> None:
    answer = client.get(reverse("games:home"), headers={"cookie": f'{name}="a\\000b"'})
    assert is_refused(answer)


@pytest.mark.parametrize(
    "address", ["/?a=%00", "/?a%00=1", "/?a=1&a=%00", "/a%00/", "/games/%00/", "/static/%00"]
)
def test_address_with_a_nul(client: Client, address: str) -> None:
    assert is_refused(client.get(address))


def test_address_with_too_many_parameters(client: Client) -> None:
    assert is_refused(client.get("/?" + "a=1&" * 1500))


def test_form_with_too_many_fields(client: Client) -> None:
    assert is_refused(post(client, b"a=1&" * 1500, URLENCODED))


@pytest.mark.parametrize("charset", ["utf-16", "undefined", "rot13", "base64", "idna", "latin1"])
def test_form_in_another_coding(client: Client, charset: str) -> None:
    assert is_refused(post(client, b"a=b", f"{URLENCODED}; charset={charset}"))


@pytest.mark.parametrize("charset", ["undefined", "rot13", "base64", "idna"])
def test_form_in_parts_and_no_coding_of_text(client: Client, charset: str) -> None:
    assert is_refused(post(client, FIELD, f"{MULTIPART}; charset={charset}"))


def test_form_with_its_checks_of_the_token() -> None:
    """Django's own page of status 400 reads the form once more and fails."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    assert is_refused(post(client, b"a=b", f"{URLENCODED}; charset=utf-16"))


@pytest.mark.parametrize("charset", ["utf-8", "UTF-8"])
def test_form_in_the_sites_coding_is_read(client: Client, charset: str) -> None:
    assert post(client, b"login=a", f"{URLENCODED}; charset={charset}").status_code == 200


def ask_server(*, query: bytes = b"", content_type: bytes = b"text/plain") -> tuple[int, bytes]:
    """Status and body, asked as the web server asks."""
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "query_string": query,
        "headers": [(b"host", b"127.0.0.1"), (b"content-type", content_type)],
    }

    async def ask() -> tuple[int, bytes]:
        talk = ApplicationCommunicator(asgi.application, scope)
        await talk.send_input({"type": "http.request"})
        start, body = await talk.receive_output(10), await talk.receive_output(10)
        return start["status"], body["body"]

    return asyncio.run(ask())


@pytest.mark.parametrize(
    "request_parts",
    [
        {"query": b"a=\xff"},
        {"content_type": b"text/plain; charset*=bogus''x"},
        {"content_type": b"text/plain; charset*=undefined''x"},
    ],
)
def test_request_that_cannot_be_made(request_parts: dict[str, bytes]) -> None:
    status, body = ask_server(**request_parts)
    assert status == 400
    assert b"We could not read that" in body

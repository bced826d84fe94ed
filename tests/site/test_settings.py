"""What each environment's settings promise, read by a fresh Python as a server would."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from basra_site.settings.environment import (
    check_site_address,
    get_contact_address,
    get_key,
    get_number,
    get_redis_url,
    get_sender,
)
from basra_site.settings.social import check_server, get_sites, name_server
from tests.accounts.other_site import KEYS

ROOT = Path(__file__).resolve().parents[2]
REQUIRED = (
    "SECRET_KEY",
    "MAIL_LINK_SECRET",
    "ADDRESS_SECRET",
    "SITE_ADDRESS",
    "ALLOWED_HOSTS",
    "DATABASE_URL",
    "REDIS_URL",
)
REQUIRED += ("EMAIL_URL", "DEFAULT_FROM_EMAIL")
ODD_ADDRESSES = [
    "",
    "basra.example",
    "https://",
    "ftp://basra.example",
    "https://basra.example:port",
    "https://basra.example:99999",
    "https://basra.example?a=b",
    "https://basra.example#part",
    "https://me:secret@basra.example",
    "https://me@basra.example",
    "https://basra.example;script-src *",
    "https://basra.example;script-src",
    "https://basra.example, https://evil.example",
    "https://basra.example evil.example",
    "https://basra.example\n",
    "https://basra\t.example",
    " https://basra.example",
    "https://basra.example/a b",
    "https://basra.example/a;b",
    "https://basra.example//evil.example",
    "https://بصرة.example",
    "https://gооgle.com",
    "https://-basra.example",
    "https://basra..example",
    "https://*.example",
    "https://" + "a" * 64 + ".example",
    "https://" + "a." * 130 + "example",
]
QUESTION = """
import json, sys
from django.conf import settings
print(json.dumps([getattr(settings, name, None) for name in sys.argv[1:]], default=str))
"""


def production() -> dict[str, str]:
    lines = (ROOT / "tests" / "production.env").read_text(encoding="utf-8").splitlines()
    given = dict(line.split("=", 1) for line in lines if "=" in line)
    return {"PATH": os.environ["PATH"], **given}


def python(*arguments: str, environment: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, *arguments]
    return subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True)


def read(*names: str, environment: dict[str, str]) -> list[object]:
    answer = python("-c", QUESTION, *names, environment=environment)
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout)


@pytest.mark.parametrize("name", REQUIRED)
def test_production_without_a_variable_names_it_and_refuses(name: str) -> None:
    environment = production()
    del environment[name]

    refused = python("manage.py", "check", environment=environment)

    assert refused.returncode == 1
    assert refused.stderr.startswith(f"{name} is not set: ")
    assert len(refused.stderr.splitlines()) == 1


@pytest.mark.parametrize("value", ["x", "x" * 60, "0123456789" * 4 + "012345678"])
@pytest.mark.parametrize("name", ["SECRET_KEY", "MAIL_LINK_SECRET", "ADDRESS_SECRET"])
def test_key_that_can_be_guessed_is_refused(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured, match=f"^{name} could be guessed: "):
        get_key(name, meaning="a long random text")


@pytest.mark.parametrize("name", ["SECRET_KEY", "MAIL_LINK_SECRET", "ADDRESS_SECRET"])
def test_production_with_a_short_key_refuses(name: str) -> None:
    refused = python("manage.py", "check", environment={**production(), name: "x"})
    assert refused.returncode == 1
    assert refused.stderr.startswith(f"{name} could be guessed: ")
    assert len(refused.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("MAIL_LINK_SECRET", "SECRET_KEY"),
        ("ADDRESS_SECRET", "SECRET_KEY"),
        ("ADDRESS_SECRET", "MAIL_LINK_SECRET"),
    ],
)
def test_production_with_one_key_twice_refuses(name: str, other: str) -> None:
    key = production()[other]
    refused = python("manage.py", "check", environment={**production(), name: key})
    assert refused.stderr.startswith(f"{name} must not be ")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CONTACT_ADDRESS", "Basra <hello@basra.example>"),
        ("CONTACT_ADDRESS", "hello"),
        ("DATABASE_URL", "nonsense"),
        ("DATABASE_URL", "mysql://basra@localhost/basra"),
        ("DATABASE_URL", "postgres://basra@localhost:port/basra"),
        ("REDIS_URL", "localhost"),
        ("REDIS_URL", "redis://localhost:port/0"),
        ("REDIS_URL", "unix://"),
        ("REDIS_URL", "unix://host/path"),
        ("REDIS_URL", "unix:///path?virtual_host=first"),
        ("REDIS_URL", "redis://localhost/first"),
        ("REDIS_URL", "redis://localhost/-1"),
        ("REDIS_URL", "redis://localhost/0?foo=bar"),
        ("REDIS_URL", "rediss://localhost/0?ssl_cert_reqs=perhaps"),
        ("SITE_ADDRESS", "basra.example"),
        ("SITE_ADDRESS", "https://basra.example/path"),
        ("SITE_ADDRESS", "https://basra.example:port"),
        ("EMAIL_URL", "nonsense"),
        ("EMAIL_URL", "smtp://"),
        ("EMAIL_URL", "smtp://basra:1/2@mail.basra.example"),
        ("EMAIL_URL", "smtp://mail.basra.example?tls=yes"),
        ("EMAIL_URL", "dummymail://"),
        ("EMAIL_URL", "consolemail://mail.basra.example"),
        ("EMAIL_URL", "filemail:///folder"),
        ("EMAIL_URL", "memorymail://"),
        ("DEFAULT_FROM_EMAIL", "foo"),
        ("DEFAULT_FROM_EMAIL", "Basra basra@basra.example"),
        ("DEFAULT_FROM_EMAIL", "basra@basra.example, other@basra.example"),
        ("DEFAULT_FROM_EMAIL", "Basra <basra@basra.example>\nBcc: other@basra.example"),
        ("TRUSTED_PROXY_COUNT", "many"),
        ("HSTS_SECONDS", "-1"),
        ("DATABASE_POOL", "0"),
    ],
)
def test_production_with_a_broken_variable_names_it_and_refuses(name: str, value: str) -> None:
    refused = python("manage.py", "check", environment={**production(), name: value})

    assert refused.returncode == 1
    assert refused.stderr.startswith(f"{name} ")
    assert len(refused.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "url",
    [
        "redis://localhost",
        "redis://:secret@localhost:6380/3",
        "rediss://localhost/0?ssl_cert_reqs=CERT_NONE&ssl_ca_certs=/etc/ca.pem",
        "unix:///run/redis.sock?virtual_host=2",
        "unix://:secret@/run/redis.sock",
    ],
)
def test_address_of_a_broker_is_taken_as_it_is(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", url)

    assert get_redis_url("") == url


@pytest.mark.parametrize(
    "sender", ["basra@basra.example", "Basra <basra@localhost>", '"بصرة, Cairo" <b@b.example>']
)
def test_sender_is_taken_as_it_is(sender: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEFAULT_FROM_EMAIL", sender)

    assert get_sender("") == sender


@pytest.mark.parametrize("sender", ["basra@basra.example", "Basra <basra@basra.example>"])
def test_people_write_to_the_sender_unless_told_otherwise(
    sender: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CONTACT_ADDRESS", "")
    assert get_contact_address(sender) == "basra@basra.example"


def test_people_write_to_the_contact_address_where_there_is_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CONTACT_ADDRESS", "hello@basra.example")
    assert get_contact_address("basra@basra.example") == "hello@basra.example"


@pytest.mark.parametrize(
    ("name", "value", "identifier"),
    [
        ("SITE_ADDRESS", "http://basra.example", "basra.W001"),
        ("ALLOWED_HOSTS", "other.example", "basra.W002"),
    ],
)
def test_deploy_check_finds_an_address_that_cannot_work(
    name: str, value: str, identifier: str
) -> None:
    command = ["manage.py", "check", "--deploy", "--fail-level", "WARNING"]

    checked = python(*command, environment={**production(), name: value})

    assert checked.returncode == 1
    assert identifier in checked.stderr


@pytest.mark.parametrize(
    "names",
    [
        ("GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"),
        ("FACEBOOK_CLIENT_ID", "FACEBOOK_CLIENT_SECRET"),
        ("OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_SERVER_URL", "OIDC_NAME"),
    ],
)
def test_production_with_half_a_set_of_keys_names_what_is_missing(names: tuple[str, ...]) -> None:
    for missing in names:
        given = {name: f"https://{name}.example" for name in names if name != missing}

        refused = python("manage.py", "check", environment={**production(), **given})

        assert refused.returncode == 1
        assert refused.stderr.startswith(f"{missing} is not set: ")
        assert len(refused.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "address",
    [*ODD_ADDRESSES, "http://login.example", "http://127.0.0.2", "https://a.example/" + 200 * "b"],
)
def test_server_that_nobody_can_trust_is_named(address: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"^OIDC_SERVER_URL must be .*\.$"):
        check_server(address)


def test_clock_of_a_server_cannot_be_moved_in_earnest() -> None:
    movable = {**production(), "BASRA_MOVABLE_CLOCK": "yes"}

    refused = python("manage.py", "check", environment=movable)

    assert refused.returncode == 1
    assert refused.stderr.startswith("BASRA_MOVABLE_CLOCK would move ")
    assert len(refused.stderr.splitlines()) == 1
    assert read("BASRA_MOVABLE_CLOCK", environment={**movable, "SITE_STAGE": "staging"}) == [True]


@pytest.mark.parametrize("name", ["BASRA_MOVABLE_CLOCK", "SITE_STAGE"])
def test_choice_that_is_none_is_named(name: str) -> None:
    given = {**production(), name: "perhaps"}

    refused = python("manage.py", "check", environment=given)

    assert refused.returncode == 1
    assert refused.stderr.startswith(f"{name} must be ")


@pytest.mark.parametrize(("port", "there"), [("8123", "8123"), ("", "8000")])
def test_links_of_development_lead_to_the_port(port: str, there: str) -> None:
    given = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "basra_site.settings.development",
        "PORT": port,
    }

    assert read("SITE_ADDRESS", environment=given) == [f"http://127.0.0.1:{there}"]


def test_sweeps_by_hand_are_never_so_rare_that_games_wait_for_hours() -> None:
    refused = python("manage.py", "check", environment={**production(), "SWEEP_MINUTES": "31"})

    assert refused.returncode == 1
    assert refused.stderr.startswith("SWEEP_MINUTES must be a number from 0 to 30")


@pytest.mark.parametrize("address", [*ODD_ADDRESSES, "https://basra.example/below"])
def test_site_at_an_odd_address_is_named(address: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"^SITE_ADDRESS must be .*\.$"):
        check_site_address(address)


def test_production_with_a_server_that_nobody_can_trust_says_so_in_a_sentence() -> None:
    given = {**KEYS, "OIDC_SERVER_URL": "https://me:secret@login.example"}

    refused = python("manage.py", "check", environment={**production(), **given})

    assert refused.returncode == 1
    assert refused.stderr.startswith("OIDC_SERVER_URL must be ")
    assert len(refused.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "address",
    [
        "https://login.example",
        "https://LOGIN.example:8443/realms/My_Tea%20-~.1/",
        "https://xn--mgbh0fb.example",
        "https://keycloak",
        "https://192.0.2.7:8443",
        "https://[2001:db8::7]:8443/realms/tea",
        "http://127.0.0.1:9400",
        "http://localhost:9400/",
        "http://[::1]:9400",
    ],
)
def test_server_at_an_ordinary_address_is_taken(address: str) -> None:
    assert check_server(address) == address.rstrip("/")


@pytest.mark.parametrize("site", ["google", "facebook", "openid_connect"])
def test_server_of_the_name_of_another_site_does_not_speak_for_it(site: str) -> None:
    assert name_server(f"https://{site}") != site


def test_forms_lead_to_the_sites_whose_keys_are_set_and_to_no_other() -> None:
    names = ["SOCIALACCOUNT_PROVIDERS", "CONTENT_SECURITY_POLICY"]

    none, alone = read(*names, environment=production())
    every, together = read(*names, environment={**production(), **KEYS})

    assert none == {}
    assert set(every) == {"google", "facebook", "openid_connect"}
    assert alone["DIRECTIVES"]["form-action"] == ["'self'"]
    assert together["DIRECTIVES"]["form-action"] == [
        "'self'",
        "https://accounts.google.com",
        "https://www.facebook.com",
        "https://m.facebook.com",
        "https://login.example",
    ]


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("https://login.example/", "oidc-login.example"),
        ("https://Login.example:8443/realms/tea", "oidc-login.example-8443-realms-tea"),
        ("http://127.0.0.1:9400", "oidc-127.0.0.1-9400"),
    ],
)
def test_people_of_one_server_are_not_those_of_another(
    address: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key, value in {**KEYS, "OIDC_SERVER_URL": address}.items():
        monkeypatch.setenv(key, value)

    assert get_sites()["openid_connect"]["APP"]["provider_id"] == name


def test_production_protects_cookies_and_addresses() -> None:
    names = ["SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "DEBUG"]

    assert read(*names, environment=production()) == [True, True, True, False]


def test_production_believes_no_proxy_unless_told() -> None:
    names = ["SECURE_PROXY_SSL_HEADER", "ALLAUTH_TRUSTED_PROXY_COUNT"]

    assert read(*names, environment=production()) == [None, 0]
    told = {**production(), "TRUSTED_PROXY_COUNT": "1"}
    assert read(*names, environment=told) == [["HTTP_X_FORWARDED_PROTO", "https"], 1]


def test_production_asks_the_staff_for_a_second_factor_whatever_it_is_told() -> None:
    told = {**production(), "STAFF_NEED_SECOND_FACTOR": "False"}
    assert read("STAFF_NEED_SECOND_FACTOR", environment=told) == [True]


def test_production_has_no_mailbox() -> None:
    assert read("HAS_MAILBOX", environment=production()) == [False]


def test_empty_variable_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "")

    assert get_number("PORT", default=8000, least=1, most=65535) == 8000


def test_development_needs_no_variable() -> None:
    environment = {"PATH": os.environ["PATH"]}

    done = python("manage.py", "check", environment=environment)

    assert done.returncode == 0, done.stderr


def test_production_keeps_the_options_of_the_database_address() -> None:
    address = "postgres://basra@/basra?host=/run/elsewhere&sslmode=require"

    [databases] = read("DATABASES", environment={**production(), "DATABASE_URL": address})

    options = databases["default"]["OPTIONS"]
    assert options["host"] == "/run/elsewhere"
    assert options["sslmode"] == "require"
    assert options["pool"]["max_size"] == 16


def test_development_shows_the_sites_own_404() -> None:
    code = (
        "import django; django.setup(); from django.test import Client;"
        "print(Client(SERVER_NAME='localhost').get('/nope/').content.decode())"
    )
    environment = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "basra_site.settings.development",
        "DATABASE_URL": "sqlite://:memory:",
    }

    answer = python("-c", code, environment=environment)

    assert "Nothing on this table" in answer.stdout
    assert "urlpatterns" not in answer.stdout

"""How a server is told to send mail, and whose reports of mails that came back it takes."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from basra_site.settings.mail import PROVIDERS, get_mail, get_provider_name
from tests.site.test_settings import production, python, read

POSTMARK = {
    "EMAIL_URL": "",
    "EMAIL_PROVIDER": "postmark",
    "ANYMAIL_POSTMARK_SERVER_TOKEN": "token",
    "ANYMAIL_WEBHOOK_SECRET": "provider:a-long-random-password",
}


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in POSTMARK.items():
        monkeypatch.setenv(name, value)


def test_mail_goes_by_the_server_where_only_that_is_set() -> None:
    names = ["EMAIL_BACKEND", "EMAIL_HOST", "EMAIL_PROVIDER"]
    expected = ["games.mail.smtp.EmailBackend", "mail.basra.example", ""]
    assert read(*names, environment=production()) == expected


def test_mail_goes_by_the_provider_where_only_that_is_set() -> None:
    names = ["EMAIL_BACKEND", "EMAIL_PROVIDER"]
    expected = ["anymail.backends.postmark.EmailBackend", "postmark"]
    assert read(*names, environment={**production(), **POSTMARK}) == expected


def test_mail_goes_by_the_server_and_the_provider_reports_where_both_are_set(
    given: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EMAIL_URL", "smtp+tls://me:secret@smtp.provider.example:587")
    monkeypatch.delenv("ANYMAIL_POSTMARK_SERVER_TOKEN")
    found = get_mail()
    assert found["EMAIL_BACKEND"] == "games.mail.smtp.EmailBackend"
    assert found["EMAIL_PROVIDER"] == "postmark"


@pytest.mark.parametrize("name", ["ANYMAIL_POSTMARK_SERVER_TOKEN", "ANYMAIL_WEBHOOK_SECRET"])
def test_provider_without_a_key_is_refused_by_its_name(name: str) -> None:
    refused = python("manage.py", "check", environment={**production(), **POSTMARK, name: ""})
    assert refused.returncode == 1
    assert refused.stderr.startswith(f"{name} is not set: ")
    assert len(refused.stderr.splitlines()) == 1


def test_keys_of_a_provider_that_nobody_names_are_refused() -> None:
    given = {**production(), **POSTMARK, "EMAIL_PROVIDER": "", "EMAIL_URL": "smtp://mail.example"}
    refused = python("manage.py", "check", environment=given)
    assert refused.returncode == 1
    assert refused.stderr.startswith("EMAIL_PROVIDER is not set, and ANYMAIL_")
    assert len(refused.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "secret", ["password", "name:short", "name:" + "ab" * 20, ":a-long-random-password"]
)
def test_secret_that_can_be_guessed_is_refused(
    secret: str, given: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANYMAIL_WEBHOOK_SECRET", secret)
    with pytest.raises(ImproperlyConfigured, match=r"^ANYMAIL_WEBHOOK_SECRET must be "):
        get_mail()


def test_unknown_provider_is_refused(given: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMAIL_PROVIDER", "pigeon")
    with pytest.raises(ImproperlyConfigured, match=r"^EMAIL_PROVIDER must be one of "):
        get_provider_name()


def test_library_gets_the_providers_own_variables_and_no_others(
    given: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANYMAIL_POSTMARK_MESSAGE_STREAM", "games")
    monkeypatch.setenv("ANYMAIL_DEBUG_API_REQUESTS", "1")
    found = get_mail()["ANYMAIL"]
    assert found["POSTMARK_SERVER_TOKEN"] == "token"
    assert found["POSTMARK_MESSAGE_STREAM"] == "games"
    assert "DEBUG_API_REQUESTS" not in found


def test_nobody_watches_who_opens_a_mail(given: None) -> None:
    assert get_mail()["ANYMAIL"]["SEND_DEFAULTS"] == {"track_opens": False, "track_clicks": False}


@pytest.mark.parametrize("name", PROVIDERS)
def test_every_provider_can_be_sent_by(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    needed = (*PROVIDERS[name].sends_with, *PROVIDERS[name].reports_with)
    keys = {f"ANYMAIL_{key}": "key" for key in needed}
    chosen = {**production(), **POSTMARK, **keys, "EMAIL_PROVIDER": name}
    code = "import django; django.setup(); from django.core.mail import get_connection as g; g()"
    done = python("-W", "error", "-c", code, environment=chosen)
    assert done.returncode == 0, done.stderr

"""The mailbox of development: reads every mail, shows it safely, and exists nowhere else."""

from pathlib import Path

import pytest
from django.core.mail import EmailMultiAlternatives, get_connection
from django.test import Client
from django.urls import clear_url_caches, include, path

from basra_site import urls as site_urls
from basra_site.mailbox.letters import list_letters

SCRIPT = "<script>alert(1)</script>"

urlpatterns = [*site_urls.urlpatterns, path("mailbox/", include("basra_site.mailbox.urls"))]


@pytest.fixture
def folder(tmp_path: Path, settings) -> Path:
    settings.EMAIL_FILE_PATH = tmp_path / "mail"
    settings.ROOT_URLCONF = __name__
    clear_url_caches()
    return settings.EMAIL_FILE_PATH


def send(folder: Path, *subjects: str, html: str = "") -> None:
    """Sends mails over one connection, as a task with several recipients does."""
    backend = "django.core.mail.backends.filebased.EmailBackend"
    connection = get_connection(backend, file_path=folder)
    mails = []
    for subject in subjects:
        mail = EmailMultiAlternatives(
            subject, f"Hello {SCRIPT} دوبلو", "a@b.example", ["c@d.example"]
        )
        if html:
            mail.attach_alternative(html, "text/html")
        mails.append(mail)
    connection.send_messages(mails)


def only_id(folder: Path) -> str:
    (letter,) = list_letters(folder)
    return letter.id


@pytest.mark.django_db
def test_mailbox_without_a_folder_is_empty(folder, client: Client) -> None:
    assert "No mail yet" in client.get("/mailbox/").content.decode()


@pytest.mark.django_db
def test_mailbox_lists_every_mail_of_a_file(folder, client: Client) -> None:
    send(folder, "First", "Second")

    page = client.get("/mailbox/").content.decode()

    assert "First" in page
    assert "Second" in page


@pytest.mark.django_db
def test_letter_shows_text_and_headers_escaped(folder, client: Client) -> None:
    send(folder, "<b>Subject</b>")

    page = client.get(f"/mailbox/{only_id(folder)}/").content.decode()

    assert "&lt;script&gt;" in page
    assert "دوبلو" in page
    assert "c@d.example" in page
    assert SCRIPT not in page
    assert "<b>Subject</b>" not in page


@pytest.mark.django_db
def test_letter_with_html_frames_it_in_a_sandbox(folder, client: Client) -> None:
    send(folder, "Styled", html="<p>Rich</p>")
    letter_id = only_id(folder)

    page = client.get(f"/mailbox/{letter_id}/").content.decode()

    assert f'src="/mailbox/{letter_id}/html/"' in page
    assert "sandbox></iframe>" in page
    assert "<p>Rich</p>" not in page


def test_letter_html_is_served_under_a_policy_of_its_own(folder, client: Client) -> None:
    send(folder, "Styled", html=f"<p>Rich</p>{SCRIPT}")

    response = client.get(f"/mailbox/{only_id(folder)}/html/")

    policy = response["Content-Security-Policy"]
    assert "<p>Rich</p>" in response.content.decode()
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    assert policy.endswith("; sandbox")
    assert response["X-Frame-Options"] == "SAMEORIGIN"


@pytest.mark.parametrize(
    "letter_id",
    ["unknown", "..", "..%2F..%2Fmanage", "%2Fetc%2Fpasswd", "20260101-000000-1-0.log", "*"],
)
@pytest.mark.django_db
def test_letter_of_another_id_is_not_found(folder, client: Client, letter_id: str) -> None:
    send(folder, "Mine")

    assert client.get(f"/mailbox/{letter_id}/").status_code == 404
    assert client.get(f"/mailbox/{letter_id}/html/").status_code == 404


@pytest.mark.django_db
def test_mailbox_is_read_only(folder, client: Client) -> None:
    assert client.post("/mailbox/").status_code == 405


@pytest.mark.django_db
def test_mailbox_has_no_address_outside_development(client: Client) -> None:
    assert client.get("/mailbox/").status_code == 404

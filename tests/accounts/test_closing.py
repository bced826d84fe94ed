"""Closing an account: what goes, what stays, and who may not."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.core import mail
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from accounts.closing import close_account, foresee_closing
from accounts.errors import AlreadyClosed, LastSuperuser
from accounts.models import User
from accounts.names import clean_name
from accounts.signals import asked_before_closing, closing
from tests.accounts.conftest import ADDRESS, PASSWORD, SIGNUP, Member, code_in, confirm_password

pytestmark = pytest.mark.django_db

CLOSE = "/accounts/close/"
CaptureCommit = Any


def close(user: User, **by: Any) -> User:
    close_account(user, **by)
    return User.objects.get(pk=user.pk)


def test_closed_account_forgets_name_address_and_habits(make_member: Member) -> None:
    user = make_member(language="ar", time_zone="Africa/Cairo")
    old = user.public_id
    closed = close(user)
    assert (closed.is_active, closed.closed_at is None) == (False, False)
    assert closed.email.endswith(".invalid")
    assert closed.name.startswith("Former player ")
    assert closed.name_key == closed.name.casefold()
    assert (closed.language, closed.time_zone) == ("en", "UTC")
    assert (closed.last_login, closed.last_seen_at) == (None, None)
    assert closed.public_id != old


def test_closed_account_has_no_way_in_left(member: User) -> None:
    SocialAccount.objects.create(user=member, provider="google", uid="1", extra_data={"a": 1})
    Authenticator.objects.create(user=member, type="totp", data={"secret": "x"})
    closed = close(member)
    assert not closed.has_usable_password()
    assert not EmailAddress.objects.exists()
    assert not SocialAccount.objects.exists()
    assert not Authenticator.objects.exists()


def test_closed_account_of_staff_has_no_powers(make_member: Member) -> None:
    make_member("Boss", "boss@example.com", is_staff=True, is_superuser=True)
    clerk = make_member(is_staff=True, is_superuser=True)
    clerk.groups.add(Group.objects.create(name="helpers"))
    closed = close(clerk)
    assert (closed.is_staff, closed.is_superuser, closed.groups.count()) == (False, False, 0)


def test_closed_account_is_not_named_in_the_desks_history(member: User) -> None:
    LogEntry.objects.create(
        user=member,
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(member.pk),
        object_repr="Salma",
        action_flag=CHANGE,
    )
    closed = close(member)
    assert LogEntry.objects.get().object_repr == closed.name


def test_closing_ends_every_session(member: User, member_client: Client) -> None:
    close(member)
    assert member_client.get("/accounts/settings/").status_code == 302


def test_closing_frees_name_and_address_at_once(member: User, client: Client) -> None:
    close(member)
    client.post(reverse("account_signup"), SIGNUP)
    confirm = reverse("account_email_verification_sent")
    client.post(confirm, {"code": code_in(mail.outbox[-1])})
    newcomer = User.objects.get(email=ADDRESS)
    assert (newcomer.name, newcomer.pk == member.pk) == ("Salma", False)
    assert client.session["_auth_user_id"] == str(newcomer.pk)


@pytest.mark.parametrize(
    "name", ["Former player", "Former player 123456", "FORMER  PLAYER 1", "F0rmer Player 7"]
)
def test_name_of_a_former_player_cannot_be_chosen(name: str) -> None:
    with pytest.raises(ValidationError, match="kept for the site"):
        clean_name(name)


@pytest.mark.parametrize("name", ["Former Champion", "Player One"])
def test_name_that_only_resembles_it_can(name: str) -> None:
    assert clean_name(name) == name


def test_two_closed_accounts_have_two_names(
    make_member: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = iter([5, 5, 6])
    monkeypatch.setattr("accounts.closing.secrets.randbelow", lambda _most: next(numbers))
    first, second = make_member(), make_member("Nadia", "nadia@example.com")
    names = [close(first).name, close(second).name]
    assert names == ["Former player 100005", "Former player 100006"]


def test_closing_twice_is_refused(member: User) -> None:
    close(member)
    with pytest.raises(AlreadyClosed):
        close_account(member)


def test_closing_the_last_superuser_is_refused_and_changes_nothing(make_member: Member) -> None:
    boss = make_member("Boss", "boss@example.com", is_staff=True, is_superuser=True)
    make_member("Gone", "gone@example.com", is_superuser=True, is_active=False)
    with pytest.raises(LastSuperuser):
        close_account(boss)
    boss.refresh_from_db()
    assert (boss.is_active, boss.name) == (True, "Boss")


def test_closing_stops_where_another_room_fails(member: User) -> None:
    def fail(**_kwargs: Any) -> None:
        raise RuntimeError("a table does not let go")

    closing.connect(fail)
    try:
        with pytest.raises(RuntimeError):
            close_account(member)
    finally:
        closing.disconnect(fail)
    member.refresh_from_db()
    assert member.is_active


def test_last_mail_goes_to_the_old_address_after_the_commit(
    member: User, django_capture_on_commit_callbacks: CaptureCommit
) -> None:
    with django_capture_on_commit_callbacks() as callbacks:
        close(member)
    assert not mail.outbox
    for callback in callbacks:
        callback()
    (last,) = mail.outbox
    assert last.to == [ADDRESS]
    assert "Salma" in last.body
    assert "as you asked" in last.body


def test_last_mail_says_when_the_staff_did_it(
    member: User, make_member: Member, django_capture_on_commit_callbacks: CaptureCommit
) -> None:
    clerk = make_member("Nadia", "nadia@example.com")
    with django_capture_on_commit_callbacks(execute=True):
        close(member, by=clerk)
    assert "Our staff have closed your account" in mail.outbox[0].body


def test_last_mail_goes_to_no_address_that_is_not_proven(
    member: User, django_capture_on_commit_callbacks: CaptureCommit
) -> None:
    EmailAddress.objects.update(verified=False)
    with django_capture_on_commit_callbacks(execute=True):
        close(member)
    assert not mail.outbox


def test_mail_that_cannot_be_sent_keeps_nobody_here(
    member: User, settings: Any, django_capture_on_commit_callbacks: CaptureCommit
) -> None:
    settings.EMAIL_BACKEND = "tests.accounts.test_mail.BrokenBackend"
    with django_capture_on_commit_callbacks(execute=True):
        closed = close(member)
    assert not closed.is_active


def test_foresight_collects_the_sentences_of_other_rooms(member: User) -> None:
    def answer(user: User, **_kwargs: Any) -> list[str]:
        return [f"{user} loses a hat."]

    asked_before_closing.connect(answer)
    try:
        assert "Salma loses a hat." in foresee_closing(member)
    finally:
        asked_before_closing.disconnect(answer)


def test_page_asks_for_the_password_first(member_client: Client, member: User) -> None:
    for answer in (member_client.get(CLOSE), member_client.post(CLOSE)):
        assert answer.url.startswith(reverse("account_reauthenticate"))
    member.refresh_from_db()
    assert member.is_active


def test_page_by_get_closes_nothing(member_client: Client, member: User) -> None:
    confirm_password(member_client)
    answer = member_client.get(CLOSE)
    member.refresh_from_db()
    assert "Close your account?" in answer.content.decode()
    assert member.is_active


def test_page_closes_and_leads_to_the_door(member_client: Client, member: User) -> None:
    confirm_password(member_client)
    page = member_client.post(CLOSE, follow=True)
    member.refresh_from_db()
    assert not member.is_active
    assert page.redirect_chain == [("/", 302)]
    assert "Your account is closed" in page.content.decode()
    assert "_auth_user_id" not in member_client.session


def test_page_tells_the_last_superuser_why_not(make_member: Member) -> None:
    boss = make_member(is_staff=True, is_superuser=True)
    browser = Client()
    browser.force_login(boss)
    confirm_password(browser)
    answer = browser.post(CLOSE)
    assert answer.status_code == 409
    assert "only account that may do everything" in answer.content.decode()


def test_password_of_a_closed_account_opens_nothing(member: User, client: Client) -> None:
    close(member)
    client.post(reverse("account_login"), {"login": ADDRESS, "password": PASSWORD})
    assert "_auth_user_id" not in client.session

"""Keeping somebody out for a while."""

from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.closing import close_account
from accounts.errors import AlreadyClosed, AlreadySuspended, LastSuperuser, NotSuspended
from accounts.letters import can_write_to
from accounts.models import User
from accounts.suspending import restore, suspend
from tests.accounts.conftest import ADDRESS, PASSWORD, Member, code_in

pytestmark = pytest.mark.django_db


def test_suspended_person_is_signed_out_at_once(member: User, member_client: Client) -> None:
    suspend(member)
    assert member_client.get("/accounts/settings/").status_code == 302


def test_suspended_person_is_told_at_sign_in_and_how_to_reach_us(
    member: User, client: Client
) -> None:
    suspend(member)
    page = client.post(
        reverse("account_login"), {"login": ADDRESS, "password": PASSWORD}, follow=True
    )
    assert page.redirect_chain[-1][0] == reverse("account_inactive")
    assert "Your account is suspended" in page.content.decode()
    assert reverse("contact") in page.content.decode()
    assert "_auth_user_id" not in client.session


def test_suspended_person_reads_why_and_how_to_reach_us(
    member: User, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        suspend(member, why="You have insulted three people.")
    (told,) = mail.outbox
    assert (told.to, told.subject) == ([ADDRESS], "Your account is suspended")
    assert "You have insulted three people." in told.body
    assert f"http://127.0.0.1:8000{reverse('contact')}" in told.body


def test_restored_person_is_told(member: User, django_capture_on_commit_callbacks: Any) -> None:
    suspend(member)
    with django_capture_on_commit_callbacks(execute=True):
        restore(member)
    assert [told.subject for told in mail.outbox] == ["Your account is yours again"]


@pytest.mark.parametrize("act", [suspend, restore, close_account])
def test_who_has_proven_no_address_gets_no_mail(
    member: User, act: Any, django_capture_on_commit_callbacks: Any
) -> None:
    member.emailaddress_set.update(verified=False)
    if act is restore:
        suspend(member)
    with django_capture_on_commit_callbacks(execute=True):
        act(member)
    assert not mail.outbox
    assert not can_write_to(member)


def test_mail_that_cannot_be_sent_stops_no_suspension(
    member: User, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    settings.EMAIL_BACKEND = "tests.accounts.test_mail.BrokenBackend"
    with django_capture_on_commit_callbacks(execute=True):
        suspend(member)
    member.refresh_from_db()
    assert member.suspended_at is not None


def test_restored_person_signs_in_again(member: User, client: Client) -> None:
    suspend(member)
    restore(member)
    client.post(reverse("account_login"), {"login": ADDRESS, "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(member.pk)


def test_restored_person_has_to_sign_in_again(member: User, member_client: Client) -> None:
    suspend(member)
    restore(member)
    assert member_client.get("/accounts/settings/").status_code == 302


def test_code_for_a_suspended_person_opens_nothing(member: User, client: Client) -> None:
    answer = client.post(reverse("account_request_login_code"), {"email": ADDRESS})
    suspend(member)
    client.post(answer.url, {"code": code_in(mail.outbox[0])})
    assert "_auth_user_id" not in client.session


def test_suspending_twice_is_refused(member: User) -> None:
    suspend(member)
    with pytest.raises(AlreadySuspended):
        suspend(member)


def test_restoring_who_is_not_suspended_is_refused(member: User) -> None:
    with pytest.raises(NotSuspended):
        restore(member)


def test_suspending_the_last_superuser_is_refused(make_member: Member) -> None:
    boss = make_member(is_superuser=True)
    with pytest.raises(LastSuperuser):
        suspend(boss)


def test_closed_account_is_neither_suspended_nor_restored(member: User) -> None:
    suspend(member)
    close_account(member)
    for act in (suspend, restore):
        with pytest.raises(AlreadyClosed):
            act(member)

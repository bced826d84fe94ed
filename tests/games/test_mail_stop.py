"""Stopping mails from within a mail, and choosing them in the settings."""

import pytest
from django.test import Client

from games.mail.links import make_stop_token
from games.models import Guest, MailClass, MailStop, Notice
from games.services.guests import claim_guest
from tests.games.factories import make_guest, make_member
from tests.games.letters import make_every_kind, start_game

pytestmark = pytest.mark.django_db

ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture
def notice() -> Notice:
    return make_every_kind()["turn"]


def address(notice: Notice, mail_class: MailClass = MailClass.TURNS) -> str:
    return f"/mail/stop/{make_stop_token(notice, mail_class)}/"


def stopped() -> list[tuple[int | None, str]]:
    return list(MailStop.objects.values_list("user_id", "mail_class"))


def bare() -> Client:
    """A mail program: no cookie, no token, no page before it."""
    return Client(enforce_csrf_checks=True)


def test_bare_post_stops_this_class_of_this_person(notice: Notice) -> None:
    answer = bare().post(address(notice), ONE_CLICK)
    assert answer.status_code == 200
    assert stopped() == [(notice.user_id, "turns")]


def test_bare_post_opens_no_session(notice: Notice) -> None:
    answer = bare().post(address(notice), ONE_CLICK)
    assert not answer.cookies


def test_post_without_a_body_stops_too(notice: Notice) -> None:
    assert bare().post(address(notice), b"", content_type="text/plain").status_code == 200
    assert stopped() == [(notice.user_id, "turns")]


def test_twice_is_as_once(notice: Notice) -> None:
    for _ in range(2):
        assert bare().post(address(notice), ONE_CLICK).status_code == 200
    assert len(stopped()) == 1


@pytest.mark.parametrize("method", ["get", "head"])
def test_looking_changes_nothing(notice: Notice, method: str) -> None:
    assert getattr(bare(), method)(address(notice)).status_code == 200
    assert stopped() == []


def test_button_starts_the_mails_again(notice: Notice) -> None:
    bare().post(address(notice), ONE_CLICK)
    answer = bare().post(address(notice), {"do": "start"})
    page = answer.content.decode()
    assert "We write to you again" in page
    assert stopped() == []
    assert "Stop these mails" in page
    assert "btn--brass" not in page


def test_stopping_is_the_act_of_who_has_not_answered(notice: Notice) -> None:
    assert bare().get(address(notice)).content.decode().count("btn--brass") == 1


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("token", ["x", "u1-turns", "u1-turns.AAAA", "g1-turns.AAAA"])
def test_token_that_is_not_ours_is_a_page_that_says_so(db: None, method: str, token: str) -> None:
    answer = getattr(bare(), method)(f"/mail/stop/{token}/")
    assert answer.status_code == 404
    assert "This link is not whole" in answer.content.decode()


def test_token_outlives_its_notice(notice: Notice) -> None:
    path = address(notice)
    Notice.objects.all().delete()
    assert bare().post(path, ONE_CLICK).status_code == 200
    assert stopped() == [(notice.user_id, "turns")]


def guests_notice() -> Notice:
    guest = make_guest()
    Guest.objects.update(email="guest@example.com")
    game = start_game(make_member(), guest)
    return Notice(guest_id=guest.key, game=game)


def test_guest_can_stop_them_too() -> None:
    notice = guests_notice()
    bare().post(address(notice), ONE_CLICK)
    assert MailStop.objects.get().guest_id == notice.guest_id


def test_link_of_a_guest_stops_the_mails_of_the_account_that_the_guest_became() -> None:
    notice, member = guests_notice(), make_member()
    claim_guest(guest_id=notice.guest_id or 0, user_id=member.key)
    bare().post(address(notice), ONE_CLICK)
    assert stopped() == [(member.key, "turns")]


def test_what_a_guest_stopped_stays_stopped_for_the_account() -> None:
    notice, member = guests_notice(), make_member()
    bare().post(address(notice), ONE_CLICK)
    claim_guest(guest_id=notice.guest_id or 0, user_id=member.key)
    assert stopped() == [(member.key, "turns")]

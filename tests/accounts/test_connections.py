"""The sites that let a person in: connecting one more, removing one, never the last way in."""

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.core import mail
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from tests.accounts.conftest import PASSWORD, Member
from tests.accounts.other_site import OtherSite, sign_in

pytestmark = pytest.mark.django_db

PAGE = "/accounts/3rdparty/"
AGAIN = "/accounts/reauthenticate/"
SESSION_AND_USER = 2


def make_link(user: User, site: str = "google", subject: str = "subject-1") -> SocialAccount:
    data = {"email": "salma@gmail.example"}
    return SocialAccount.objects.create(user=user, provider=site, uid=subject, extra_data=data)


@pytest.fixture
def sure_client(member_client: Client) -> Client:
    """A browser in which the member has just typed the password again."""
    member_client.post(AGAIN, {"password": PASSWORD})
    return member_client


def test_page_lists_the_persons_links_only(
    member_client: Client, member: User, make_member: Member, other_site: OtherSite
) -> None:
    make_link(member)
    make_link(make_member("Nadia", "nadia@example.com"), "facebook")
    page = member_client.get(PAGE).content.decode()
    assert "salma@gmail.example" in page
    assert "Remove Google" in page
    assert "Remove Facebook" not in page


@pytest.mark.parametrize("links", [1, 20])
def test_page_asks_for_all_links_at_once(
    member_client: Client,
    member: User,
    other_site: OtherSite,
    django_assert_max_num_queries: DjangoAssertNumQueries,
    links: int,
) -> None:
    for number in range(links):
        make_link(member, subject=f"subject-{number}")
    member_client.get(PAGE)
    # Beside these two: the next game, a vacation, the links.
    with django_assert_max_num_queries(SESSION_AND_USER + 3):
        member_client.get(PAGE)


@pytest.mark.parametrize("page", ["/accounts/login/", "/accounts/signup/"])
def test_buttons_ask_the_database_nothing(
    client: Client,
    other_site: OtherSite,
    django_assert_max_num_queries: DjangoAssertNumQueries,
    page: str,
) -> None:
    with django_assert_max_num_queries(0):
        client.get(page)


def test_page_to_a_stranger_leads_to_the_sign_in(client: Client) -> None:
    assert client.get(PAGE).url.startswith("/accounts/login/")


def test_connecting_a_site_whose_address_differs_is_told_by_mail(
    sure_client: Client, member: User, other_site: OtherSite
) -> None:
    other_site.person |= {"email": "other@example.com", "email_verified": False}
    assert sign_in(sure_client, "facebook", process="connect").url == PAGE
    link = SocialAccount.objects.get()
    member.refresh_from_db()
    assert (link.user, link.provider, link.uid) == (member, "facebook", "subject-1")
    assert member.email == "salma@example.com"
    assert mail.outbox[0].to == [member.email]
    assert "Facebook lets you in" in mail.outbox[0].subject


def test_connected_site_signs_in(
    sure_client: Client, client: Client, member: User, other_site: OtherSite
) -> None:
    sign_in(sure_client, "facebook", process="connect")
    sign_in(client, "facebook")
    assert client.session["_auth_user_id"] == str(member.pk)


def test_connecting_asks_who_it_is_first(
    member_client: Client, member: User, other_site: OtherSite
) -> None:
    response = sign_in(member_client, process="connect")
    assert response.url.startswith(AGAIN)
    assert not SocialAccount.objects.exists()
    member_client.post(AGAIN, {"password": PASSWORD})
    assert SocialAccount.objects.get().user == member


def test_connecting_what_belongs_to_another_is_refused_in_words(
    sure_client: Client, make_member: Member, other_site: OtherSite
) -> None:
    nadia = make_member("Nadia", "nadia@example.com")
    make_link(nadia)
    sign_in(sure_client, process="connect")
    assert "belongs to somebody else" in sure_client.get(PAGE).content.decode()
    assert SocialAccount.objects.get().user == nadia


def test_removing_asks_who_it_is_first(member_client: Client, member: User) -> None:
    link = make_link(member)
    response = member_client.post(PAGE, {"connection": link.pk})
    assert response.url.startswith(AGAIN)
    assert SocialAccount.objects.exists()
    member_client.post(response.url, {"password": PASSWORD, "next": PAGE})
    assert not SocialAccount.objects.exists()


def test_removed_link_no_longer_signs_in_and_is_told_by_mail(
    sure_client: Client, client: Client, member: User, other_site: OtherSite
) -> None:
    link = make_link(member)
    other_site.person["email"] = "other@example.com"
    sure_client.post(PAGE, {"connection": link.pk})
    assert "Google no longer lets you in" in mail.outbox[0].subject
    sign_in(client)
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("key", ["", "x", "-1", "9" * 50, "\x00"])
def test_removing_what_is_not_there_is_refused(sure_client: Client, member: User, key: str) -> None:
    make_link(member)
    assert sure_client.post(PAGE, {"connection": key}).status_code == 404


def test_removing_the_link_of_another_is_refused(sure_client: Client, make_member: Member) -> None:
    link = make_link(make_member("Nadia", "nadia@example.com"))
    assert sure_client.post(PAGE, {"connection": link.pk}).status_code == 404
    assert SocialAccount.objects.exists()


def without_password(user: User, client: Client) -> None:
    user.set_unusable_password()
    user.save()
    client.force_login(user)


def remove_surely(client: Client, link: SocialAccount, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(
        "allauth.account.internal.flows.reauthentication.did_recently_reauthenticate",
        lambda _request: True,
    )
    return client.post(PAGE, {"connection": link.pk}, follow=True).content.decode()


def test_last_way_in_stays(
    client: Client, member: User, other_site: OtherSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = make_link(member)
    EmailAddress.objects.update(verified=False)
    without_password(member, client)
    page = remove_surely(client, link, monkeypatch)
    assert "This is your only way in" in page
    assert SocialAccount.objects.exists()


def test_link_goes_where_a_code_by_mail_lets_in(
    client: Client, member: User, other_site: OtherSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = make_link(member)
    without_password(member, client)
    remove_surely(client, link, monkeypatch)
    assert not SocialAccount.objects.exists()


def test_link_goes_where_a_password_lets_in(
    client: Client, member: User, other_site: OtherSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = make_link(member)
    EmailAddress.objects.update(verified=False)
    client.force_login(member)
    remove_surely(client, link, monkeypatch)
    assert not SocialAccount.objects.exists()


@pytest.mark.parametrize(
    ("other", "left"), [("facebook", ["facebook"]), ("gone", ["gone", "google"])]
)
def test_link_goes_where_another_lets_in_that_is_still_there(
    client: Client,
    member: User,
    other_site: OtherSite,
    monkeypatch: pytest.MonkeyPatch,
    other: str,
    left: list[str],
) -> None:
    link = make_link(member)
    make_link(member, other)
    EmailAddress.objects.update(verified=False)
    without_password(member, client)
    remove_surely(client, link, monkeypatch)
    assert sorted(SocialAccount.objects.values_list("provider", flat=True)) == left


def test_link_to_a_site_whose_keys_are_gone_can_be_removed(
    sure_client: Client, member: User
) -> None:
    link = make_link(member, "login.example")
    assert "login.example" in sure_client.get(PAGE).content.decode()
    sure_client.post(PAGE, {"connection": link.pk})
    assert not SocialAccount.objects.exists()

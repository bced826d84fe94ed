"""Signing in with another site: joining, returning, and when an account is not joined."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount, SocialToken
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.forms import SocialSignupForm
from accounts.models import User
from accounts.signals import joined
from tests.accounts.conftest import ADDRESS, PASSWORD, SIGNUP, Member, code_in
from tests.accounts.other_site import OWN, PATHS, TOKEN, OtherSite, leave_for, sign_in

pytestmark = pytest.mark.django_db

JOIN = "/accounts/3rdparty/signup/"
CONFIRM = "/accounts/confirm-email/"
SITES = list(PATHS)
VOUCHING = ["google", OWN]
CHOICE = {"name": "Salma", "time_zone": "Africa/Cairo"}


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def make_link(user: User, site: str = "google", subject: str = "subject-1") -> SocialAccount:
    return SocialAccount.objects.create(user=user, provider=site, uid=subject)


@pytest.mark.parametrize("site", VOUCHING)
def test_new_person_with_a_proven_address_chooses_a_name_and_is_in(
    client: Client, other_site: OtherSite, site: str
) -> None:
    assert sign_in(client, site).url == JOIN
    response = client.post(JOIN, CHOICE)
    user = User.objects.get()
    assert response.url == reverse("games:home")
    assert is_signed_in(client)
    assert (user.name, user.email, user.time_zone) == ("Salma", ADDRESS, "Africa/Cairo")
    assert not user.has_usable_password()
    assert EmailAddress.objects.get().verified
    assert not [message for message in mail.outbox if "code" in message.subject]


def test_new_person_in_arabic_keeps_the_language(client: Client, other_site: OtherSite) -> None:
    sign_in(client)
    client.post(JOIN, CHOICE, headers={"accept-language": "ar"})
    assert User.objects.get().language == "ar"


def test_new_person_cannot_write_another_address_over_the_proven_one(
    client: Client, other_site: OtherSite
) -> None:
    sign_in(client)
    client.post(JOIN, {**CHOICE, "email": "boss@example.com"})
    assert User.objects.get().email == ADDRESS


@pytest.mark.parametrize("site", SITES)
def test_new_person_with_an_unproven_address_proves_it_by_code(
    client: Client, other_site: OtherSite, site: str
) -> None:
    other_site.person["email_verified"] = site == "facebook"  # whatever it says, it is not believed
    sign_in(client, site, next="/rules/")
    assert client.post(JOIN, {**CHOICE, "email": ADDRESS}).url == CONFIRM
    assert not is_signed_in(client)
    assert client.post(CONFIRM, {"code": code_in(mail.outbox[0])}).url == "/rules/"
    assert is_signed_in(client)


@pytest.mark.parametrize("site", SITES)
def test_new_person_without_an_address_is_asked_for_one(
    client: Client, other_site: OtherSite, site: str
) -> None:
    del other_site.person["email"]
    sign_in(client, site)
    assert client.post(JOIN, CHOICE).context["form"].errors["email"]
    client.post(JOIN, {**CHOICE, "email": ADDRESS})
    client.post(CONFIRM, {"code": code_in(mail.outbox[0])})
    assert is_signed_in(client)
    assert User.objects.get().email == ADDRESS


def test_new_person_who_prefers_another_address_has_only_that_one(
    client: Client, other_site: OtherSite
) -> None:
    other_site.person["email_verified"] = False
    sign_in(client)
    client.post(JOIN, {**CHOICE, "email": "other@example.com"})
    assert [address.email for address in EmailAddress.objects.all()] == ["other@example.com"]
    assert mail.outbox[0].to == ["other@example.com"]


@pytest.mark.parametrize("site", SITES)
def test_name_is_suggested_where_it_may_be_one(
    client: Client, other_site: OtherSite, site: str
) -> None:
    sign_in(client, site)
    assert client.get(JOIN).context["form"]["name"].value() == "Salma Hassan"


@pytest.mark.parametrize("name", ["Admin", "<b>Salma</b>", "x" * 500, "S", "NADIA Youssef"])
def test_name_that_may_not_be_one_is_not_suggested(
    client: Client, other_site: OtherSite, make_member: Member, name: str
) -> None:
    make_member("Nadia Youssef", "nadia@example.com")
    other_site.person["name"] = name
    sign_in(client, OWN)
    assert client.get(JOIN).context["form"]["name"].value() == ""


@pytest.mark.parametrize("name", ["", "ab", "Guest 7", "NADIA"])
def test_name_that_may_not_be_one_is_refused_in_words(
    client: Client, other_site: OtherSite, make_member: Member, name: str
) -> None:
    make_member("Nadia", "nadia@example.com")
    sign_in(client)
    assert client.post(JOIN, {**CHOICE, "name": name}).context["form"].errors["name"]
    assert User.objects.count() == 1


def test_name_taken_meanwhile_says_so_and_asks_again(
    client: Client, other_site: OtherSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SocialSignupForm._store

    def store_after_rival(form: SocialSignupForm, request: Any) -> User | None:
        User.objects.create_user("other@example.com", PASSWORD, name="sALMA")
        return store(form, request)

    monkeypatch.setattr(SocialSignupForm, "_store", store_after_rival)
    sign_in(client)
    response = client.post(JOIN, CHOICE)
    monkeypatch.undo()
    assert "taken" in response.context["form"].errors["name"][0]
    client.post(JOIN, {**CHOICE, "name": "Salma the Second"})
    assert User.objects.get(email=ADDRESS).name == "Salma the Second"


def test_joining_twice_from_two_windows_stores_one_person(
    client: Client, other_site: OtherSite
) -> None:
    del other_site.person["email"]
    second = Client()
    for window in (client, second):
        sign_in(window)
    client.post(JOIN, {**CHOICE, "email": ADDRESS})
    response = second.post(JOIN, {"name": "Salma again", "email": "again@example.com"})
    assert response.status_code == 401
    assert [user.name for user in User.objects.all()] == ["Salma"]


def test_address_taken_meanwhile_answers_like_any_sign_up(
    client: Client, other_site: OtherSite, make_member: Member
) -> None:
    sign_in(client)
    make_member("Nadia")
    assert client.post(JOIN, CHOICE).url == CONFIRM
    assert [user.name for user in User.objects.all()] == ["Nadia"]


def test_typed_address_with_an_account_answers_like_one_without(
    client: Client, other_site: OtherSite, make_member: Member
) -> None:
    make_member("Nadia", "nadia@example.com")
    del other_site.person["email"]
    sign_in(client)
    assert client.post(JOIN, {**CHOICE, "email": "nadia@example.com"}).url == CONFIRM
    assert "You have an account" in mail.outbox[0].subject
    assert not is_signed_in(client)


@pytest.mark.parametrize("site", SITES)
def test_returning_person_is_in_and_lands_where_the_link_meant(
    client: Client, other_site: OtherSite, member: User, site: str
) -> None:
    make_link(member, site)
    assert sign_in(client, site, next="/rules/").url == "/rules/"
    assert client.session["_auth_user_id"] == str(member.pk)


def test_returning_person_is_known_by_subject_whatever_the_address(
    client: Client, other_site: OtherSite, member: User, make_member: Member
) -> None:
    nadia = make_member("Nadia", "nadia@example.com")
    make_link(member)
    other_site.person["email"] = nadia.email
    sign_in(client)
    member.refresh_from_db()
    assert client.session["_auth_user_id"] == str(member.pk)
    assert member.email == ADDRESS
    assert [address.email for address in EmailAddress.objects.filter(user=member)] == [ADDRESS]


def test_same_subject_at_another_site_is_another_person(
    client: Client, other_site: OtherSite, member: User
) -> None:
    make_link(member, "facebook")
    other_site.person["email"] = "other@example.com"
    assert sign_in(client, "google").url == JOIN


@pytest.mark.parametrize("site", VOUCHING)
def test_account_with_an_address_proven_on_both_sides_is_joined(
    client: Client, other_site: OtherSite, member: User, site: str
) -> None:
    other_site.person["email"] = "Salma@Example.com"
    sign_in(client, site, next="/rules/")
    link = SocialAccount.objects.get()
    assert client.session["_auth_user_id"] == str(member.pk)
    assert (link.user, link.provider, link.uid) == (member, site, "subject-1")
    assert "lets you in" in mail.outbox[0].subject
    member.refresh_from_db()
    assert member.check_password(PASSWORD)


@pytest.mark.parametrize("vouches", [False, None, "perhaps", 1])
@pytest.mark.parametrize("site", VOUCHING)
def test_account_is_not_joined_on_the_word_of_a_site_that_does_not_vouch(
    client: Client, other_site: OtherSite, member: User, site: str, vouches: object
) -> None:
    other_site.person["email_verified"] = vouches
    assert sign_in(client, site).url == JOIN
    assert_told_of_account(client)


def test_account_is_not_joined_on_the_word_of_facebook(
    client: Client, other_site: OtherSite, member: User
) -> None:
    other_site.person |= {"verified": True, "email_verified": True}
    assert sign_in(client, "facebook").url == JOIN
    assert_told_of_account(client)


@pytest.mark.parametrize("site", VOUCHING)
def test_account_whose_address_is_unproven_here_is_not_joined(
    client: Client, other_site: OtherSite, site: str
) -> None:
    Client().post(reverse("account_signup"), SIGNUP)
    assert sign_in(client, site).url == JOIN
    assert_told_of_account(client)


def assert_told_of_account(client: Client) -> None:
    page = client.get(JOIN).content.decode()
    assert "There is an account" in page
    assert "sign in to it first" in page
    assert not is_signed_in(client)
    assert not SocialAccount.objects.exists()


def test_account_that_is_not_joined_is_signed_in_to_on_the_way_to_the_game(
    client: Client, other_site: OtherSite, member: User
) -> None:
    sign_in(client, "facebook", next="/rules/")
    page = client.get(JOIN).content.decode()
    way = f"{reverse('account_request_login_code')}?next=/rules/"
    assert f'href="{way}"' in page
    client.post(way, {"email": ADDRESS})
    path = reverse("account_confirm_login_code")
    assert client.post(path, {"code": code_in(mail.outbox[0])}).url == "/rules/"


def test_owner_who_proves_an_address_voids_the_link_of_whoever_joined_with_it(
    client: Client, other_site: OtherSite
) -> None:
    stranger = Client()
    del other_site.person["email"]
    sign_in(stranger, "facebook")
    stranger.post(JOIN, {**CHOICE, "email": ADDRESS})
    response = client.post(reverse("account_request_login_code"), {"email": ADDRESS})
    client.post(response.url, {"code": code_in(mail.outbox[-1])})
    assert is_signed_in(client)
    assert not SocialAccount.objects.exists()


@pytest.mark.parametrize("linked", [True, False])
def test_suspended_person_sees_so_and_nothing_is_linked(
    client: Client, other_site: OtherSite, make_member: Member, linked: bool
) -> None:
    member = make_member(is_active=False)
    if linked:
        make_link(member)
    assert sign_in(client).url == reverse("account_inactive")
    assert not is_signed_in(client)
    assert SocialAccount.objects.count() == linked


def test_joined_is_announced_once_with_the_guests_session(
    client: Client, other_site: OtherSite
) -> None:
    heard: list[tuple[User, str]] = []

    def listen(user: User, request: Any, **_kwargs: Any) -> None:
        heard.append((user, request.session["kept"]))

    session = client.session
    session["kept"] = "g-1"
    session.save()
    joined.connect(listen)
    try:
        sign_in(client)
        assert not heard
        client.post(JOIN, CHOICE)
    finally:
        joined.disconnect(listen)
    assert heard == [(User.objects.get(), "g-1")]


@pytest.mark.parametrize("site", SITES)
def test_nothing_but_subject_and_address_is_kept(
    client: Client, other_site: OtherSite, site: str
) -> None:
    other_site.person |= {"picture": "https://example.com/salma.jpg", "locale": "ar"}
    sign_in(client, site)
    waiting = [row.get_decoded() for row in Session.objects.all()]
    assert TOKEN not in str(waiting)
    client.post(JOIN, {**CHOICE, "email": ADDRESS})
    assert SocialAccount.objects.get().extra_data == {"email": ADDRESS}
    assert not SocialToken.objects.exists()


@pytest.mark.parametrize(
    ("site", "scopes"),
    [
        ("google", {"email", "profile"}),
        ("facebook", {"email"}),
        (OWN, {"openid", "email", "profile"}),
    ],
)
def test_button_asks_for_little_and_proves_itself(
    client: Client, other_site: OtherSite, site: str, scopes: set[str]
) -> None:
    told = leave_for(client, site)
    assert set(told["scope"].replace(",", " ").split()) == scopes
    assert (told.get("code_challenge_method") == "S256") == (site != "facebook")
    assert told["redirect_uri"] == f"http://testserver{PATHS[site]}/login/callback/"


@pytest.mark.parametrize("site", VOUCHING)
def test_proof_key_goes_with_the_code(client: Client, other_site: OtherSite, site: str) -> None:
    sign_in(client, site)
    assert "code_verifier=" in "".join(str(request.body) for request in other_site.asked)


@pytest.mark.parametrize("site", SITES)
def test_opening_the_address_of_a_button_only_asks(
    client: Client, other_site: OtherSite, site: str
) -> None:
    response = client.get(f"{PATHS[site]}/login/")
    assert response.status_code == 200
    assert b"btn--brass" in response.content
    assert not other_site.asked


@pytest.mark.parametrize("name", ["account_login", "account_signup"])
def test_buttons_are_there_with_keys_and_carry_the_way(
    client: Client, other_site: OtherSite, name: str
) -> None:
    page = client.get(reverse(name), {"next": "/rules/"}).content.decode()
    for words in ("Google", "Facebook", "Our club"):
        assert f"Continue with {words}" in page
    assert page.count("next=%2Frules%2F") >= 3


@pytest.mark.parametrize("name", ["account_login", "account_signup"])
def test_buttons_are_away_without_keys(client: Client, name: str) -> None:
    assert "Continue with" not in client.get(reverse(name)).content.decode()


@pytest.mark.parametrize("site", SITES)
def test_site_without_keys_is_not_there(client: Client, site: str) -> None:
    assert client.post(f"{PATHS[site]}/login/").status_code == 404
    assert client.get(f"{PATHS[site]}/login/callback/").status_code == 404


@pytest.mark.parametrize("site", ["google", "facebook"])
def test_sign_in_by_a_scripts_token_is_closed(
    client: Client, other_site: OtherSite, site: str
) -> None:
    path = f"{PATHS[site]}/login/token/"
    assert client.post(path, {"access_token": "x", "credential": "x"}).status_code == 404

"""One spelling of every address."""

import pytest
from django.core import mail
from django.core.exceptions import ValidationError
from django.core.mail.message import sanitize_address
from django.test import Client

from accounts.addresses import clean_address, drop_tag, fold_address
from accounts.models import User
from tests.accounts.conftest import ADDRESS, PASSWORD, SIGNUP, Member

BOB = "bob@example.com"
ABROAD = "bob@xn--bcher-kva.example"
SPELT = [BOB, "BOB@Example.COM", '"bob"@example.com', r'"b\ob"@example.com', ' "BOB"@example.com. ']
SPELT_ABROAD = [ABROAD, "bob@bücher.example", "Bob@BÜCHER.example", "bob@XN--BCHER-KVA.example"]


@pytest.mark.parametrize("spelt", SPELT)
def test_address_has_one_spelling(spelt: str) -> None:
    assert clean_address(spelt) == BOB


@pytest.mark.parametrize("spelt", SPELT_ABROAD)
def test_domain_in_any_script_has_one_spelling(spelt: str) -> None:
    assert clean_address(spelt) == ABROAD


@pytest.mark.parametrize("spelt", [*SPELT[:4], *SPELT_ABROAD])
def test_mail_goes_where_it_would_have_gone(spelt: str) -> None:
    sent_to = sanitize_address(spelt, "utf-8").replace('"', "").replace("\\", "").lower()
    assert sanitize_address(clean_address(spelt), "utf-8") == sent_to


@pytest.mark.parametrize(
    "spelt",
    [
        '"a b"@example.com',
        '"a@b"@example.com',
        '"a..b"@example.com',
        '""@example.com',
        "bob@[127.0.0.1]",
        "bo\u212a@example.com",  # the sign of Kelvin, a K to whoever looks away
        "bob@" + "a" * 64 + ".example",
        "bob@..example",
        "bob",
        "",
    ],
)
def test_what_has_no_one_spelling_is_refused(spelt: str) -> None:
    with pytest.raises(ValidationError):
        clean_address(spelt)


@pytest.mark.parametrize(
    "spelt", [*SPELT, *SPELT_ABROAD, '"a B"@example.com', "bob", "", "\ud800@x"]
)
def test_folding_twice_is_as_once(spelt: str) -> None:
    folded = fold_address(spelt)
    assert fold_address(folded) == folded


@pytest.mark.parametrize("spelt", ["bob+1@example.com", '"bob+a+b"@EXAMPLE.com', BOB])
def test_tag_is_dropped(spelt: str) -> None:
    assert drop_tag(spelt) == BOB


def test_what_is_all_tag_stays() -> None:
    assert drop_tag("+bob@example.com") == "+bob@example.com"


@pytest.mark.django_db
@pytest.mark.parametrize("spelt", ['"salma"@example.com', "SALMA@EXAMPLE.com"])
def test_second_spelling_makes_no_second_account(member: User, client: Client, spelt: str) -> None:
    client.post("/accounts/signup/", {**SIGNUP, "email": spelt, "name": "Other"})
    assert User.objects.get().email == ADDRESS
    assert [letter.to for letter in mail.outbox] == [[ADDRESS]]


@pytest.mark.django_db
def test_signing_up_with_needed_quotes_says_so(client: Client) -> None:
    answer = client.post("/accounts/signup/", {**SIGNUP, "email": '"a(b"@example.com'})
    assert "We cannot write to an address of this kind." in answer.content.decode()
    assert not User.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("spelt", SPELT_ABROAD[1:3])
def test_address_in_another_script_signs_up_in_the_one_spelling(client: Client, spelt: str) -> None:
    client.post("/accounts/signup/", {**SIGNUP, "email": spelt})
    assert User.objects.get().email == ABROAD


@pytest.mark.django_db
@pytest.mark.parametrize("spelt", SPELT_ABROAD)
def test_address_in_another_script_signs_in(
    make_member: Member, client: Client, spelt: str
) -> None:
    make_member(email=ABROAD)
    assert (
        client.post("/accounts/login/", {"login": spelt, "password": PASSWORD}).status_code == 302
    )


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/accounts/login/code/", "/accounts/password/reset/"])
def test_code_is_asked_for_in_any_spelling(member: User, client: Client, page: str) -> None:
    client.post(page, {"email": '"salma"@example.com'})
    assert [letter.to for letter in mail.outbox] == [[ADDRESS]]

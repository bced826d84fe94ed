"""Everything the site knows of a person, as a file."""

import json
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.test import Client
from django.urls import reverse

from accounts.audit import record
from accounts.export import export
from accounts.models import User
from accounts.signals import export_asked
from tests.accounts.conftest import ADDRESS, Member, confirm_password

pytestmark = pytest.mark.django_db

EXPORT = "/accounts/export/"


def test_export_knows_the_person_and_the_address(member: User) -> None:
    known = export(member)
    assert (known["account"]["name"], known["account"]["has_password"]) == ("Salma", True)
    assert known["addresses"] == [{"email": ADDRESS, "is_proven": True, "is_primary": True}]


def test_export_knows_other_sites_and_what_they_told(member: User) -> None:
    told = {"name": "Salma B."}
    SocialAccount.objects.create(user=member, provider="google", uid="17", extra_data=told)
    (site,) = export(member)["other_sites"]
    assert (site["site"], site["number_there"], site["told"]) == ("google", "17", told)


def test_export_holds_no_secret(member: User) -> None:
    Authenticator.objects.create(user=member, type="totp", data={"secret": "JBSWY3DP"})
    known = str(export(member))
    assert "totp" in known
    assert "JBSWY3DP" not in known
    assert member.password not in known


def test_export_tells_what_the_staff_did_but_not_who(member: User, make_member: Member) -> None:
    clerk = make_member("Nadia", "nadia@example.com")
    record(clerk, "user.suspend", member, reason="Shouting at a guest")
    record(clerk, "user.suspend", clerk)
    known = export(member)
    assert [act["act"] for act in known["acts_of_the_staff"]] == ["user.suspend"]
    assert "Nadia" not in str(known)


def test_export_is_of_nobody_else(member: User, make_member: Member) -> None:
    make_member("Nadia", "nadia@example.com")
    assert "nadia" not in str(export(member)).lower()


def test_export_takes_in_what_other_rooms_know(member: User) -> None:
    def answer(user: User, **_kwargs: Any) -> dict[str, Any]:
        return {"hats": [f"one of {user}"]}

    export_asked.connect(answer)
    try:
        assert export(member)["hats"] == ["one of Salma"]
    finally:
        export_asked.disconnect(answer)


def test_page_asks_for_the_password_first(member_client: Client) -> None:
    for answer in (member_client.get(EXPORT), member_client.post(EXPORT)):
        assert answer.url.startswith(reverse("account_reauthenticate"))


def test_page_by_get_explains_and_hands_out_nothing(member_client: Client) -> None:
    confirm_password(member_client)
    answer = member_client.get(EXPORT)
    assert answer["Content-Type"].startswith("text/html")
    assert ADDRESS not in answer.content.decode()


def test_page_hands_out_a_file_of_json_that_no_cache_keeps(member_client: Client) -> None:
    confirm_password(member_client)
    answer = member_client.post(EXPORT)
    assert json.loads(answer.content)["account"]["email"] == ADDRESS
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"].startswith('attachment; filename="basra-')
    assert "no-store" in answer["Cache-Control"]

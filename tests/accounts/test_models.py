"""The table of people keeps its promises by itself."""

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import IntegrityError

from accounts.models import User
from tests.accounts.conftest import ADDRESS, Member

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "fields",
    [
        {"email": "SALMA@example.com"},
        {"email": "nadia@example.com"},
        {"name": ""},
        {"name": "ab"},
        {"name_key": "nadia"},
    ],
)
def test_database_refuses_a_broken_person(
    member: User, make_member: Member, fields: dict[str, str]
) -> None:
    make_member("Nadia", "nadia@example.com")
    with pytest.raises(IntegrityError):
        User.objects.filter(pk=member.pk).update(**fields)


@pytest.mark.parametrize(
    ("email", "fields"),
    [
        ("SALMA@example.com", {"name": "Nadia"}),
        ("nadia@example.com", {"name": "SALMA"}),
        ("nadia@example.com", {"name": "Guest 1"}),
        ("nadia", {"name": "Nadia"}),
        ("nadia@example.com", {"name": "Nadia", "language": "xx"}),
        ("nadia@example.com", {"name": "Nadia", "time_zone": "Mars/Base"}),
    ],
)
def test_create_user_with_a_broken_person_raises_in_words(
    member: User, email: str, fields: dict[str, str]
) -> None:
    with pytest.raises(ValidationError):
        User.objects.create_user(email, "x", **fields)


def test_create_user_stores_address_and_name_normalised() -> None:
    user = User.objects.create_user("Salma@Example.COM", name="  Ｓalma ")
    assert (user.email, user.name, user.name_key) == (ADDRESS, "Salma", "salma")
    assert not user.has_usable_password()


def test_createsuperuser_makes_staff_with_a_proven_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "tea")
    call_command("createsuperuser", "--noinput", "--email", ADDRESS, "--name", "Salma")
    user = User.objects.get_by_natural_key("SALMA@example.com")
    assert user.is_staff
    assert EmailAddress.objects.get(user=user).verified


def test_createsuperuser_with_a_taken_name_says_so(
    member: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "tea")
    with pytest.raises(CommandError, match="taken"):
        call_command("createsuperuser", "--noinput", "--email", "n@example.com", "--name", "salma")

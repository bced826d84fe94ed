from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User

pytestmark = pytest.mark.django_db


def test_promoted_person_is_staff() -> None:
    user = User.objects.create_user("nour@example.com", name="Nour")
    told = StringIO()

    call_command("promote", " Nour@Example.com", stdout=told)

    user.refresh_from_db()
    assert user.is_staff
    assert user.is_superuser
    assert "/admin/" in told.getvalue()


@pytest.mark.parametrize("address", ["nobody@example.com", "", "\udcff@example.com"])
def test_address_of_nobody_is_refused(address: str) -> None:
    with pytest.raises(CommandError, match="Nobody has an account") as refusal:
        call_command("promote", address)
    assert str(refusal.value).isascii()

"""Members, as others find them."""

from allauth.account.models import EmailAddress

from accounts.models import User
from accounts.names import name_key
from games.models import Player


def find_member(name: str) -> User | None:
    """Who is known by exactly this name and can play: signed up, proven, not shut out."""
    proven = User.objects.exclude(last_login__isnull=True, emailaddress__verified=False)
    return proven.filter(name_key=name_key(name), is_active=True).first()


def find_member_by_public_id(public_id: str) -> User | None:
    return User.objects.filter(public_id=public_id, is_active=True).first()


def find_member_at(address: str) -> Player | None:
    """The account whose proven address it is, in its one spelling."""
    proven = EmailAddress.objects.filter(email=address, primary=True, verified=True)
    found = proven.values_list("user_id", flat=True).first()
    return None if found is None else Player(user_id=found)

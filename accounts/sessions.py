"""Ending the sessions of a person, all at once (User.session_generation)."""

from django.contrib.auth import update_session_auth_hash
from django.db.models import F
from django.http import HttpRequest

from accounts import half_way
from accounts.models import User


def sign_out_everywhere(user: User) -> None:
    """End every session of the person: the next request of each browser is a stranger's."""
    User.objects.filter(pk=user.pk).update(session_generation=F("session_generation") + 1)
    user.refresh_from_db(fields=["session_generation"])


def sign_out_elsewhere(request: HttpRequest, user: User) -> None:
    """End every session but the one that asks."""
    sign_out_everywhere(user)
    update_session_auth_hash(request, user)
    half_way.go_on(request.session)

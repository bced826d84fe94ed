"""Who looks, in which browser, and whose cards they may know."""

from collections.abc import Callable
from dataclasses import dataclass

from allauth.account.internal.flows.login import record_authentication
from django.contrib.auth.models import Group
from django.test import Client, RequestFactory

from accounts.models import User
from tests.site.secrecy.scene import Scene

ROLES = ("support", "arbiter", "operator")
SUPERUSER = "superuser"
ALL_STAFF = (*ROLES, SUPERUSER)


@dataclass(frozen=True, slots=True)
class Viewer:
    """`sits_at` are the seats whose cards this viewer knows."""

    open_browser: Callable[[Scene], Client]
    sits_at: tuple[int, ...] = ()


def sign_in(user: User) -> Client:
    """A browser in which the person has just proven who they are."""
    client = Client()
    client.force_login(user)
    request = RequestFactory().get("/")
    request.session = client.session
    record_authentication(request, user, "password", reauthenticated=True)
    request.session.save()
    return client


def sit_as_guest(scene: Scene) -> Client:
    client = Client()
    session = client.session
    session["guest"] = scene.guest.pk
    session.save()
    return client


def appoint(user_id: int, role: str) -> User:
    user = User.objects.get(pk=user_id)
    user.is_staff = True
    user.is_superuser = role == SUPERUSER
    user.save()
    if role != SUPERUSER:
        user.groups.add(Group.objects.get(name=role))
    return user


def as_staff(role: str) -> Callable[[Scene], Client]:
    return lambda scene: sign_in(appoint(scene.warden.pk, role))


def as_staff_in_the_game(role: str) -> Callable[[Scene], Client]:
    return lambda scene: sign_in(appoint(scene.member.pk, role))


SEATS = {
    "member": Viewer(lambda scene: sign_in(scene.member), sits_at=(0,)),
    "guest": Viewer(sit_as_guest, sits_at=(1,)),
}
OTHERS = {
    "spectator": Viewer(lambda scene: sign_in(scene.friend)),
    "nobody": Viewer(lambda _scene: Client()),
}
STAFF = {role: Viewer(as_staff(role)) for role in ALL_STAFF}
SEATED_STAFF = {
    f"{role} in the first seat": Viewer(as_staff_in_the_game(role), sits_at=(0,))
    for role in ALL_STAFF
}
VIEWERS = {**SEATS, **OTHERS, **STAFF, **SEATED_STAFF}

"""Sign-ins that are half way: something is proven, and a code or a new password is waited for.

The library keeps them in the session of a browser that is nobody's yet. Here they end with the
person's sessions (User.session_generation), as if the browser had been signed in already.
"""

from collections.abc import Callable, Iterator

from allauth.account.internal.flows.email_verification_by_code import (
    EMAIL_VERIFICATION_CODE_SESSION_KEY,
)
from allauth.account.internal.flows.password_reset_by_code import (
    PASSWORD_RESET_VERIFICATION_SESSION_KEY,
)
from allauth.account.internal.stagekit import LOGIN_SESSION_KEY
from allauth.account.utils import url_str_to_user_pk
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.models import User

KEPT_UNDER = "half_way"
LOGIN = LOGIN_SESSION_KEY
# The library's other states, which name their person by `user_id`.
OTHERS = (EMAIL_VERIFICATION_CODE_SESSION_KEY, PASSWORD_RESET_VERIFICATION_SESSION_KEY)
NOBODY = 0


class HalfWayMiddleware:
    """Ends what is half way when its person has been signed out everywhere or shut out."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.session.modified:
            note(request.session)
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], *_args: object
    ) -> None:
        if getattr(view, "without_person", False) or KEPT_UNDER not in request.session:
            return
        if end_outdated(request.session):
            tell(request)


def note(session: SessionBase) -> None:
    """Keep the generation of whoever is half way, as it is when that begins."""
    people = {person for _key, person in list_half_way(session)}
    kept = read_generations(session)
    if people == kept.keys():
        return
    known = find_generations(people - kept.keys()) | kept
    if people:
        session[KEPT_UNDER] = {str(person): known[person] for person in people}
    else:
        del session[KEPT_UNDER]


def note_person(session: SessionBase, user: User) -> None:
    """As `note`, of this very row: its password may have been compared a moment ago."""
    kept = session.get(KEPT_UNDER, {})
    session[KEPT_UNDER] = {str(user.pk): user.session_generation, **kept}


def end_outdated(session: SessionBase) -> bool:
    """Forget what is half way of people whose sessions have ended since; tell whether any."""
    begun = dict(list_half_way(session))
    kept, now = read_generations(session), find_generations(set(begun.values()))
    going_on = {person for person in begun.values() if kept.get(person) == now[person]}
    outdated = [key for key, person in begun.items() if person not in going_on]
    for key in outdated:
        del session[key]
    if outdated:
        session[KEPT_UNDER] = {str(person): kept.get(person) for person in going_on}
    return bool(outdated)


def go_on(session: SessionBase) -> None:
    """Let what is half way here go on in the generation that has just begun."""
    session.pop(KEPT_UNDER, None)


def check_unchanged(request: HttpRequest, user: User) -> None:
    """Lock the person until the transaction ends; only inside one.

    Raises ImmediateHttpResponse, to the sign-in, unless their sessions have gone on since this
    one's first step, and since the row was read.
    """
    locked = User.objects.select_for_update(no_key=True).filter(pk=user.pk, is_active=True).first()
    begun = read_generations(request.session).get(user.pk, user.session_generation)
    if locked is None or not begun == user.session_generation == locked.session_generation:
        tell(request)
        raise ImmediateHttpResponse(redirect("account_login"))


def tell(request: HttpRequest) -> None:
    messages.info(request, _("You have been signed out everywhere. Please sign in once more."))


def list_half_way(session: SessionBase) -> Iterator[tuple[str, int]]:
    """The keys of what is half way, and whose it is: an address without account is NOBODY's."""
    if LOGIN in session:
        person = session[LOGIN]["user_pk"]
        yield LOGIN, url_str_to_user_pk(person) if person else NOBODY
    for key in OTHERS:
        if key in session:
            yield key, int(session[key].get("user_id", NOBODY))


def read_generations(session: SessionBase) -> dict[int, int | None]:
    return {int(person): kept for person, kept in session.get(KEPT_UNDER, {}).items()}


def find_generations(people: set[int]) -> dict[int, int | None]:
    """The present generations; None of who is shut out, or nobody. It asks for nobody as well:
    the time of an answer must not tell who has an account.
    """
    found = User.objects.filter(pk__in=people, is_active=True)
    return dict.fromkeys(people) | dict(found.values_list("pk", "session_generation"))

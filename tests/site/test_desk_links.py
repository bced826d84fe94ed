"""Every link on every page of the staff's desk leads somewhere, for each role."""

import re
from collections import deque
from collections.abc import Iterator
from html import unescape
from io import StringIO
from typing import Any
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from allauth.socialaccount.models import SocialAccount
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.audit import record
from accounts.roles import ROLES
from games.models import (
    ComputerError,
    Game,
    Guest,
    InvitationKind,
    MailClass,
    MailSettings,
    MailStop,
    NoticeKind,
    Player,
    Sweep,
)
from games.services.guests import claim_guest
from games.services.resign import resign
from tests.games.factories import make_game, make_member, make_user, play_turns
from tests.games.rows import (
    make_address_stop,
    make_block,
    make_gift,
    make_invitation,
    make_notice,
    make_outage,
    make_vacation,
)

pytestmark = pytest.mark.django_db

DESK = "/admin/"
# Those who see most have the longest way.
KINDS = [
    pytest.param(kind, marks=pytest.mark.slow if kind in ("support", "superuser") else ())
    for kind in (*ROLES, "superuser")
]
LINK = re.compile(r'<a\b[^>]*\bhref="([^"]*)"')


def make_staff(kind: str) -> Any:
    person = make_user(name="Warden")
    role = {} if kind == "superuser" else {"role": kind}
    call_command("promote", person.email, stdout=StringIO(), **role)
    person.refresh_from_db()
    return person


def fill(warden: Any) -> None:
    """Rows of every kind: of others, and of games in which the warden sits."""
    guest = Guest.objects.create()
    about = play_turns(make_game(Player(guest_id=guest.pk), make_member()), 2)
    invitation = make_invitation(game=about)
    make_notice(NoticeKind.ACCEPTED, invitation=invitation, game=about)
    make_notice(NoticeKind.TURN, game=about, user=about.seats.get(index=1).user)
    make_notice(NoticeKind.STAFF, game=about, guest=guest)
    ComputerError.objects.create(game=about, version=1, level="strong", exception="E")
    claim_guest(guest_id=guest.pk, user_id=make_user().pk)
    offer_rematch(end(make_game()))
    MailStop.objects.create(user=make_user(), mail_class=MailClass.TURNS)
    MailStop.objects.create(guest=Guest.objects.create(), mail_class=MailClass.TURNS)
    SocialAccount.objects.create(user=make_user(), provider="google", uid="7")
    Sweep.record("notices")
    fill_time(about)
    own = play_turns(make_game(Player(user_id=warden.pk), make_member()), 2)
    make_invitation(game=own)
    make_invitation(kind="named", inviter_user=warden, invitee_user=make_user())
    offer_rematch(end(make_game(Player(user_id=warden.pk), make_member())))
    write_log(own, about, warden)


def fill_time(about: Game) -> None:
    make_gift(about)
    make_notice(NoticeKind.AWAY, vacation=make_vacation(saved_game=about))
    make_outage()
    MailSettings.objects.create(user=make_user())
    make_block()
    make_address_stop()


def end(game: Game) -> Game:
    resign(game_id=game.pk, seat=0, version=game.version)
    return game


def offer_rematch(game: Game) -> None:
    invitee = game.seats.get(index=1).user
    offer = make_invitation(
        kind=InvitationKind.REMATCH, rematch_of=game, invitee_user=invitee, state="open"
    )
    make_notice(NoticeKind.INVITED, user=invitee, invitation=offer)


def write_log(*rows: Any) -> None:
    """Acts of somebody else on the staff, one of them on a row that is gone."""
    arbiter = make_user(name="Arbiter", is_staff=True)
    for row in (*rows, make_user(), arbiter):
        record(arbiter, f"{row._meta.model_name}.hold", row)
    gone = make_game()
    record(arbiter, "game.hold", gone)
    Game.objects.filter(pk=gone.pk).delete()


@pytest.fixture(params=KINDS)
def desk(request: pytest.FixtureRequest, client: Client) -> Client:
    warden = make_staff(request.param)
    fill(warden)
    client.force_login(warden)
    return client


def walk(desk: Client) -> dict[str, int]:
    """What each link answers in the end. Lists that are narrowed already lead no further, and of
    those that are narrowed by the same columns one is enough."""
    answers: dict[str, int] = {}
    seen: set[tuple[str, ...]] = set()
    found = deque([reverse("admin:index")])
    while found:
        address = found.popleft()
        shape = shape_of(address)
        if shape not in seen:
            seen.add(shape)
            answer = desk.get(address, follow=True)
            answers[address] = answer.status_code
            if address.startswith(DESK) and "?" not in address:
                found.extend(links_of(address, answer.content.decode()))
    return answers


def shape_of(address: str) -> tuple[str, ...]:
    """The page, and the names of the columns by which it is narrowed."""
    parts = urlsplit(address)
    return parts.path, *sorted(parse_qs(parts.query))


def links_of(address: str, page: str) -> Iterator[str]:
    """On the site, but for the filters of a list, which lead to itself."""
    for link in LINK.findall(page):
        parts = urlsplit(urljoin(address, unescape(link)))
        if not parts.netloc and parts.path != address:
            yield f"{parts.path}?{parts.query}" if parts.query else parts.path


def test_no_link_leads_to_a_closed_door(desk: Client) -> None:
    answers = walk(desk)
    assert {link: status for link, status in answers.items() if status != 200} == {}
    assert len(answers) > 20

"""What tests of the desk for games have in common."""

import re
from typing import Any

from django.test import Client
from django.urls import reverse

from games.models import (
    ComputerError,
    Game,
    Guest,
    Invitation,
    Level,
    MailClass,
    MailStop,
    Move,
    Notice,
    NoticeKind,
    Round,
    Seat,
    Sweep,
)
from tests.games.rows import make_invitation, make_notice

MODELS = [Game, Round, Move, Seat, Guest, Invitation, Notice, MailStop, ComputerError, Sweep]


def fill(game: Game) -> None:
    ComputerError.objects.create(game=game, version=1, level=Level.STRONG, exception="KeyError")
    Sweep.record("computer-turns")
    invitation = make_invitation(game=game)
    notice = make_notice(NoticeKind.STAFF, game=game, invitation=invitation)
    MailStop.objects.create(user=notice.user, mail_class=MailClass.TURNS)


def address(model: Any, page: str, *arguments: Any) -> str:
    return reverse(f"admin:games_{model._meta.model_name}_{page}", args=arguments)


def list_pages(model: Any) -> list[str]:
    rows = [address(model, "change", row.pk) for row in model.objects.all()[:3]]
    return [address(model, "changelist"), *rows]


def read(client: Client, page: str) -> str:
    response = client.get(page)
    assert response.status_code == 200, page
    text = response.content.decode()
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text)

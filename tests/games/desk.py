"""What tests of the desk for games have in common."""

import re
from typing import Any

from django.test import Client
from django.urls import reverse

from games.models import (
    AddressStop,
    Block,
    ComputerError,
    Game,
    GiftOfTime,
    Guest,
    Invitation,
    Level,
    MailClass,
    MailSettings,
    MailStop,
    Move,
    Notice,
    NoticeKind,
    Outage,
    Round,
    Seat,
    Sweep,
    Vacation,
)
from tests.games.rows import (
    make_address_stop,
    make_block,
    make_gift,
    make_invitation,
    make_notice,
    make_outage,
    make_vacation,
)

MODELS = [
    *(Game, Round, Move, Seat, Guest, Invitation, Notice, MailStop, ComputerError, Sweep),
    *(GiftOfTime, Vacation, Outage, MailSettings, Block, AddressStop),
]


def fill(game: Game) -> None:
    ComputerError.objects.create(game=game, version=1, level=Level.STRONG, exception="KeyError")
    Sweep.record("computer-turns")
    invitation = make_invitation(game=game)
    notice = make_notice(NoticeKind.STAFF, game=game, invitation=invitation)
    MailStop.objects.create(user=notice.user, mail_class=MailClass.TURNS)
    MailSettings.objects.create(user=notice.user, quiet_from=22, quiet_until=7)
    make_gift(game)
    make_vacation(saved_game=game)
    make_outage()
    make_block()
    make_address_stop(f"{notice.pk}@example.com")


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

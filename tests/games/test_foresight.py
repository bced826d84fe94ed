"""How many mails follow from an act on a person: as many as were foreseen."""

from typing import Any

import pytest
from django.core import mail

from accounts.suspending import foresee_restoring, foresee_suspending, suspend
from games.mail.delivery import deliver_due
from games.models import Game, Notice, Player
from games.services.staff import hold_game
from games.services.suspending import count_told
from tests.games.factories import make_game, make_guest, make_member, make_user
from tests.games.letters import make_reader, prove_address

pytestmark = pytest.mark.django_db


@pytest.fixture
def leaver() -> Any:
    return make_user(name="Salma")


@pytest.fixture
def me(leaver: Any) -> Player:
    return Player(user_id=leaver.pk)


def test_foresight_of_a_suspension_counts_the_mails(leaver: Any, me: Player) -> None:
    prove_address(leaver)
    for other in (make_reader(), make_member(), make_guest()):
        make_game(me, other)
    assert foresee_suspending(leaver) == [
        "3 running games go on hold.",
        "4 mails about it go out to players.",
        "2 mails cannot be sent: there is no proven address.",
    ]


def test_foresight_of_restoring_counts_the_mails(leaver: Any, me: Player) -> None:
    make_game(me, make_reader())
    suspend(leaver)
    leaver.refresh_from_db()
    assert foresee_restoring(leaver) == [
        "1 game goes on as it stood.",
        "1 mail about it goes out to players.",
        "1 mail cannot be sent: there is no proven address.",
    ]


@pytest.mark.parametrize("is_proven", [True, False])
def test_as_many_mails_go_out_as_were_foreseen(leaver: Any, me: Player, *, is_proven: bool) -> None:
    if is_proven:
        prove_address(leaver)
    game = make_game(me, make_reader())
    Notice.objects.all().delete()
    foreseen = count_told(Game.objects.filter(pk=game.pk))
    hold_game(game.pk)
    deliver_due()
    assert len(mail.outbox) == foreseen == 1 + is_proven

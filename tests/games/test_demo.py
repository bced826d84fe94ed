"""`manage.py demo`: believable people and games, made once for all tests here."""

from collections import Counter
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import override_settings

from games import clock
from games.models import (
    Block,
    EndedBy,
    Game,
    GameStatus,
    Invitation,
    InvitationKind,
    MailSettings,
    Move,
    Notice,
    NoticeKind,
    NoticeState,
    Player,
    Seat,
    TurnMails,
    Vacation,
)
from games.queries.audit import audit_games
from games.queries.mails import list_mails_of
from games.services import demo
from tests.conftest import Build

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


@pytest.fixture(scope="module")
def demo_said(building: Build) -> str:
    """The demo with games cut short: what it makes is the same in kind."""
    with building(), override_settings(DEBUG=True), pytest.MonkeyPatch.context() as patch:
        patch.setattr(demo, "WHOLE_GAME", 10)
        patch.setattr(demo, "PART_OF_A_GAME", (2, 5))
        return run("demo")


@pytest.fixture
def demo_run(settings: Any, demo_said: str) -> str:
    settings.DEBUG = True
    return demo_said


def test_demo_makes_people_who_can_sign_in(demo_run: str) -> None:
    for character in demo.CAST:
        user = get_user_model().objects.get(email=character.email)
        assert user.check_password(demo.PASSWORD)
        assert character.email in demo_run


def test_demo_owes_no_mail_of_long_ago(demo_run: str) -> None:
    yesterday = clock.now() - timedelta(days=1)
    assert Notice.objects.filter(state=NoticeState.SKIPPED, done_at__lt=yesterday).exists()
    assert not Notice.objects.filter(due_at__lt=yesterday).exists()
    assert Notice.objects.filter(kind=NoticeKind.INVITED, state=NoticeState.PENDING).count() == 4


def test_demo_makes_games_of_every_kind(demo_run: str) -> None:
    assert {*Game.objects.values_list("status", flat=True)} >= {
        GameStatus.RUNNING,
        GameStatus.FINISHED,
    }
    assert Seat.objects.filter(guest__isnull=False).exists()
    assert Game.objects.filter(computer_seat__isnull=True).exists()
    assert not [lines for _, lines in audit_games() if lines]


def test_demo_has_deadlines_near_and_far_and_a_bank_that_runs(demo_run: str) -> None:
    now = clock.now()
    running = Game.objects.filter(deadline_at__isnull=False)
    assert not running.filter(deadline_at__lt=now).exists()
    assert running.filter(bank_at__lt=now).exists()
    assert running.filter(deadline_at__lt=now + timedelta(hours=2)).exists()
    assert running.filter(deadline_at__gt=now + timedelta(days=3)).exists()


def test_demo_has_a_game_that_the_clock_ended(demo_run: str) -> None:
    assert Game.objects.get(ended_by=EndedBy.TIME).status == GameStatus.FINISHED


def test_demo_lies_in_the_past(demo_run: str) -> None:
    assert not Move.objects.filter(at__gt=clock.now()).exists()
    assert Game.objects.earliest("created_at").created_at < clock.now() - timedelta(days=7)


def test_demo_has_seats_in_the_lobby_and_an_offer_to_an_address(demo_run: str) -> None:
    kinds = Counter(Invitation.objects.values_list("kind", flat=True))
    assert (kinds[InvitationKind.OPEN], kinds[InvitationKind.ADDRESS]) == (2, 1)


def test_demo_has_somebody_away_and_somebody_blocked(demo_run: str) -> None:
    away = Vacation.objects.on().get().user
    assert Game.objects.filter(seats__user=away, turn_left__isnull=False).exists()
    assert Block.objects.count() == 1


def test_demo_has_wishes_and_mails_of_several_fates(demo_run: str) -> None:
    first = get_user_model().objects.get(email=demo.CAST[0].email)
    assert MailSettings.objects.get(user=first).plays_from_mail
    assert MailSettings.objects.filter(turns=TurnMails.DIGEST, quiet_from=22).exists()
    fates = {mail.notice.state for mail in list_mails_of(Player(user_id=first.pk))}
    assert fates >= {"pending", "sent", "skipped", "parked"}


def test_demo_twice_is_once(demo_run: str) -> None:
    games = Game.objects.count()
    assert "already" in run("demo")
    assert Game.objects.count() == games


def test_demo_that_comes_second_by_a_moment_adds_nothing(demo_run: str) -> None:
    people, games = get_user_model().objects.count(), Game.objects.count()
    with pytest.raises(demo.NameTaken):
        demo.fill()
    assert (get_user_model().objects.count(), Game.objects.count()) == (people, games)

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

from games import clock
from games.models import Game, GameStatus, Move, Notice, NoticeKind, NoticeState, Seat, Sweep, Via
from games.queries.audit import audit_games
from games.services import demo
from tests.games.factories import make_game_against_computer, play_any

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_sweep_does_by_hand_what_workers_do() -> None:
    with clock.stopped_at(clock.now() - timedelta(minutes=5)):
        play_any(make_game_against_computer())
    assert run("sweep").startswith("computer's turns played: 1\n")
    assert Move.objects.get(seq=2).via == Via.COMPUTER
    swept = set(Sweep.objects.values_list("name", flat=True))
    assert swept == {"computer-turns", "notices", "housekeeping"}


def test_demo_is_refused_where_people_play() -> None:
    with pytest.raises(CommandError, match="development"):
        run("demo")
    assert not Game.objects.exists()


@pytest.fixture
def demo_run(settings: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    """The demo with games cut short: what it makes is the same in kind."""
    settings.DEBUG = True
    monkeypatch.setattr(demo, "WHOLE_GAME", 10)
    monkeypatch.setattr(demo, "PART_OF_A_GAME", (2, 5))
    return run("demo")


def test_demo_makes_people_who_can_sign_in(demo_run: str) -> None:
    for character in demo.CAST:
        user = get_user_model().objects.get(email=character.email)
        assert user.check_password(demo.PASSWORD)
        assert character.email in demo_run


def test_demo_owes_no_mail_of_long_ago(demo_run: str) -> None:
    yesterday = clock.now() - timedelta(days=1)
    assert Notice.objects.filter(state=NoticeState.SKIPPED, done_at__lt=yesterday).exists()
    assert not Notice.objects.filter(due_at__lt=yesterday).exists()
    assert Notice.objects.filter(kind=NoticeKind.INVITED, state=NoticeState.PENDING).count() == 3


def test_demo_makes_games_of_every_kind(demo_run: str) -> None:
    assert {*Game.objects.values_list("status", flat=True)} >= {
        GameStatus.RUNNING,
        GameStatus.FINISHED,
    }
    assert Seat.objects.filter(guest__isnull=False).exists()
    assert Game.objects.filter(computer_seat__isnull=True).exists()
    assert not [lines for _, lines in audit_games() if lines]


def test_demo_lies_in_the_past(demo_run: str) -> None:
    assert not Move.objects.filter(at__gt=clock.now()).exists()
    assert Game.objects.earliest("created_at").created_at < clock.now() - timedelta(days=7)


def test_demo_twice_is_once(demo_run: str) -> None:
    games = Game.objects.count()
    assert "already" in run("demo")
    assert Game.objects.count() == games


def test_demo_where_a_name_is_taken_adds_nothing(settings: Any) -> None:
    settings.DEBUG = True
    get_user_model().objects.create_user("somebody@example.com", name=demo.CAST[-1].name)
    with pytest.raises(CommandError, match=f"nothing: {demo.CAST[-1].name} or .* is taken"):
        run("demo")
    assert get_user_model().objects.count() == 1


def test_demo_that_comes_second_by_a_moment_adds_nothing(demo_run: str) -> None:
    people, games = get_user_model().objects.count(), Game.objects.count()
    with pytest.raises(demo.NameTaken):
        demo.fill()
    assert (get_user_model().objects.count(), Game.objects.count()) == (people, games)

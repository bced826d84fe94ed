"""`manage.py health` says what is ill, and its exit status says whether anything is."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games import clock
from games.models import NoticeKind, NoticeState, Sweep
from games.services.computer import SWEEP
from tests.games.factories import make_game, make_game_against_computer, play_any
from tests.games.rows import make_notice


def health() -> str:
    said = StringIO()
    call_command("health", stdout=said)
    return said.getvalue()


def swept(*, ago: timedelta) -> None:
    with clock.stopped_at(clock.now() - ago):
        Sweep.record(SWEEP)


@pytest.mark.django_db
def test_health_after_a_recent_sweep_is_good() -> None:
    swept(ago=timedelta(seconds=40))

    assert health() == (
        "last sweep: 40 s\n"
        "oldest computer's turn owed: none\n"
        "oldest notice owed: none\n"
        "parked notices: 0\n"
    )


@pytest.mark.django_db
def test_health_without_any_sweep_is_ill() -> None:
    with pytest.raises(CommandError, match="The sweep does not run"):
        health()


@pytest.mark.django_db
def test_health_after_an_old_sweep_is_ill() -> None:
    swept(ago=timedelta(minutes=3))

    with pytest.raises(CommandError, match="The sweep does not run"):
        health()


@pytest.mark.django_db
def test_health_with_a_turn_owed_for_long_is_ill() -> None:
    swept(ago=timedelta(0))
    with clock.stopped_at(clock.now() - timedelta(minutes=3)):
        play_any(make_game_against_computer())

    with pytest.raises(CommandError, match="The computer does not play"):
        health()


@pytest.mark.django_db
def test_health_with_a_turn_owed_for_a_moment_is_good() -> None:
    swept(ago=timedelta(0))
    play_any(make_game_against_computer())

    assert "oldest computer's turn owed: 0 s" in health()


@pytest.mark.django_db
def test_health_with_a_mail_owed_for_long_is_ill() -> None:
    swept(ago=timedelta(0))
    due = clock.now() - timedelta(minutes=3)
    make_notice(NoticeKind.TURN, game=make_game(), due_at=due)

    with pytest.raises(CommandError, match="Mail does not go out"):
        health()


@pytest.mark.django_db
def test_health_with_a_mail_that_is_not_due_yet_is_good() -> None:
    swept(ago=timedelta(0))
    due = clock.now() + timedelta(minutes=1)
    make_notice(NoticeKind.TURN, game=make_game(), due_at=due)

    assert "oldest notice owed: none" in health()


@pytest.mark.django_db
def test_health_tells_of_parked_mails_and_is_good() -> None:
    swept(ago=timedelta(0))
    make_notice(NoticeKind.TURN, game=make_game(), state=NoticeState.PARKED, reason="tired")

    assert "parked notices: 1" in health()

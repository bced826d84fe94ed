"""`manage.py health` and /health/ say what is ill; exit status and answer, whether anything is."""

import os
import sys
from collections.abc import Iterator
from datetime import datetime, timedelta
from io import StringIO
from socket import socket
from subprocess import run
from threading import Event, Thread
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from basra_site import pulse, views
from games import clock
from games.mail.delivery import deliver_due
from games.models import Game, Level, NoticeKind, NoticeReason, NoticeState, Sweep
from games.queries.flow import is_mail_silent
from games.queries.owed import LONGEST_SILENCE, is_overdue, list_stalled_sweeps
from tests.games.factories import (
    make_game,
    make_game_against_computer,
    make_guest,
    play,
    play_any,
    play_turns,
)
from tests.games.letters import find_notice, make_due, make_reader, start_game
from tests.games.queries_sent import count_queries
from tests.games.rows import make_notice
from tests.services.redis import free_port

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def _all_sweeps_run(db: None) -> None:
    sweep(*LONGEST_SILENCE)


@pytest.fixture(autouse=True)
def _fresh_heart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "heart", pulse.Heart())


@pytest.fixture
def an_hour_ago() -> Iterator[None]:
    with clock.stopped_at(clock.now() - timedelta(hours=1)):
        yield


def sweep(*names: str, ago: timedelta = timedelta()) -> None:
    with clock.stopped_at(clock.now() - ago):
        for name in names:
            Sweep.record(name)


def health() -> str:
    said = StringIO()
    call_command("health", stdout=said)
    return said.getvalue()


def make_late(game: Game, *, by: timedelta) -> None:
    lost_at = clock.now() - by
    Game.objects.filter(pk=game.pk).update(deadline_at=lost_at, bank_at=lost_at)


def test_health_of_a_quiet_site_is_good() -> None:
    said = health().splitlines()
    sweeps = [f"last sweep of {name}: 0 s" for name in LONGEST_SILENCE]
    assert said[: len(sweeps)] == sweeps
    assert said[len(sweeps) :] == [
        "ahead of the database: 0 s",
        "oldest computer's turn owed: none",
        "oldest deadline passed: none",
        "oldest notice owed: none",
        "mail has failed for: none",
        "parked notices: 0",
        "plays between people in the last hour: 0",
        "mails in the last hour: 0",
    ]


@pytest.mark.parametrize("name", LONGEST_SILENCE)
def test_health_after_an_old_sweep_is_ill(name: str) -> None:
    sweep(name, ago=LONGEST_SILENCE[name] + MINUTE)
    with pytest.raises(CommandError, match="look at beat"):
        health()


@pytest.mark.parametrize("late", [0, 1])
def test_health_of_a_site_swept_by_hand_waits_for_the_next_sweep(settings: Any, late: int) -> None:
    settings.SWEEP_EVERY = 15 * MINUTE
    sweep("clocks", ago=(16 + 2 * late) * MINUTE)
    assert ("clocks" in list_stalled_sweeps()) == bool(late)
    assert is_overdue((16 + 2 * late) * MINUTE) == bool(late)


@pytest.mark.parametrize("name", LONGEST_SILENCE)
def test_health_of_a_site_where_a_sweep_never_came_is_ill(name: str) -> None:
    born: datetime = MigrationRecorder.Migration.objects.earliest("applied").applied
    Sweep.objects.filter(name=name).delete()
    with clock.stopped_at(born + timedelta(days=1)):
        sweep(*LONGEST_SILENCE.keys() - {name})
        with pytest.raises(CommandError, match="look at beat"):
            health()


def test_health_with_a_turn_owed_for_long_is_ill() -> None:
    with clock.stopped_at(clock.now() - 3 * MINUTE):
        play_any(make_game_against_computer())
    with pytest.raises(CommandError, match="The computer does not play"):
        health()


def test_health_with_a_turn_owed_for_a_moment_is_good() -> None:
    play_any(make_game_against_computer())
    assert "oldest computer's turn owed: 0 s" in health()


def test_health_with_a_game_past_its_deadline_for_long_is_ill() -> None:
    make_late(make_game(), by=3 * MINUTE)
    with pytest.raises(CommandError, match="Games are not ended by their clocks"):
        health()


def test_health_with_a_game_past_its_deadline_within_the_grace_is_good() -> None:
    make_late(make_game(), by=timedelta(seconds=70))
    assert "oldest deadline passed: 70 s" in health()


@pytest.mark.parametrize("seconds", [-7, 7])
def test_health_of_a_machine_whose_clock_differs_from_the_database_is_ill(
    monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    there = clock.now() + timedelta(seconds=seconds)
    monkeypatch.setattr(pulse, "get_database_time", lambda: there)
    with pytest.raises(CommandError, match="is not the database's"):
        health()


def test_health_with_a_mail_owed_for_long_is_ill() -> None:
    make_notice(NoticeKind.TURN, game=make_game(), due_at=clock.now() - 3 * MINUTE)
    with pytest.raises(CommandError, match="Mail does not go out"):
        health()


def test_health_with_a_mail_that_is_not_due_yet_is_good() -> None:
    make_notice(NoticeKind.TURN, game=make_game(), due_at=clock.now() + MINUTE)
    assert "oldest notice owed: none" in health()


def deliver_to_nobody(settings: Any, *, during: timedelta) -> None:
    """Sweep every 20 seconds while no server takes a mail."""
    settings.EMAIL_BACKEND = "games.mail.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    began_at = clock.now()
    for seconds in range(0, int(during.total_seconds()), 20):
        with clock.stopped_at(began_at + timedelta(seconds=seconds)):
            deliver_due()


def owe_turn() -> Game:
    game = start_game(make_reader(), make_reader())
    play(game, "6C", "6D 4S 2H")
    make_due(find_notice(NoticeKind.TURN, game=game))
    return game


@pytest.mark.parametrize("minutes", [12, 60, 240])
def test_health_where_no_server_takes_a_mail_is_ill(settings: Any, minutes: int) -> None:
    owe_turn()
    deliver_to_nobody(settings, during=minutes * MINUTE)
    with clock.stopped_at(clock.now() + minutes * MINUTE):
        sweep(*LONGEST_SILENCE)
        with pytest.raises(CommandError, match="Mail is tried in vain"):
            health()


def test_health_where_one_mail_was_put_off_is_good(settings: Any) -> None:
    owe_turn()
    deliver_to_nobody(settings, during=5 * MINUTE)
    with clock.stopped_at(clock.now() + 5 * MINUTE):
        sweep(*LONGEST_SILENCE)
        assert "mail has failed for: 3" in health()


def test_health_where_other_mails_go_out_is_good(settings: Any) -> None:
    game = owe_turn()
    deliver_to_nobody(settings, during=30 * MINUTE)
    with clock.stopped_at(clock.now() + 30 * MINUTE):
        make_notice(NoticeKind.TURN, game=game, state=NoticeState.SENT)
        sweep(*LONGEST_SILENCE)
        assert "mail has failed for: 0 s" in health()


def test_health_tells_of_parked_mails_and_is_good() -> None:
    make_notice(NoticeKind.TURN, game=make_game(), state=NoticeState.PARKED, reason="tired")
    assert "parked notices: 1" in health()


def play_and_forget_mails(*, turns: int, game: Game | None = None) -> Game:
    """Of the mails that were owed nothing has come, nor are they late."""
    game = play_turns(game or make_game(), turns)
    game.notices.all().delete()
    return game


def test_health_where_people_play_and_no_mail_comes_of_it_is_ill(an_hour_ago: None) -> None:
    play_and_forget_mails(turns=12)
    with clock.stopped_at(clock.now() + timedelta(hours=1)):
        sweep(*LONGEST_SILENCE)
        with pytest.raises(CommandError, match="People play and no mail"):
            health()


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        (NoticeState.SENT, ""),
        (NoticeState.SKIPPED, NoticeReason.SEEN),
        (NoticeState.HELD, NoticeReason.QUIET),
    ],
)
def test_health_where_people_play_and_one_mail_came_of_it_is_good(
    an_hour_ago: None, state: NoticeState, reason: str
) -> None:
    game = play_and_forget_mails(turns=12)
    later = clock.now() + timedelta(hours=1)
    due = {"due_at": later + MINUTE} if state == NoticeState.HELD else {}
    make_notice(NoticeKind.TURN, game=game, state=state, reason=reason, **due)
    with clock.stopped_at(later):
        sweep(*LONGEST_SILENCE)
        assert health()


def test_silence_where_one_mail_was_tried_in_vain_is_not_broken_by_skipped_ones(
    an_hour_ago: None,
) -> None:
    game = play_and_forget_mails(turns=12)
    later = clock.now() + timedelta(hours=1)
    make_notice(NoticeKind.TURN, game=game, state=NoticeState.SKIPPED, reason=NoticeReason.SEEN)
    failed = {"state": NoticeState.FAILED, "last_error": "ConnectionRefusedError"}
    make_notice(NoticeKind.TURN, game=game, due_at=later + MINUTE, **failed)
    with clock.stopped_at(later):
        assert is_mail_silent()


def test_health_where_people_have_just_begun_to_play_is_good() -> None:
    play_and_forget_mails(turns=12)
    assert "plays between people in the last hour: 12" in health()


def test_silence_where_people_play_the_computer_only_is_right(an_hour_ago: None) -> None:
    play_and_forget_mails(turns=12, game=make_game(make_guest(), Level.REGULAR))
    with clock.stopped_at(clock.now() + timedelta(hours=1)):
        assert not is_mail_silent()


def test_health_without_a_database_leaves_it_to_manage_py_to_say_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connection, "cursor", fail)
    with pytest.raises(OperationalError):
        health()


def fail(*_arguments: Any, **_named: Any) -> Any:
    raise OperationalError("no such host: secret.example")


@pytest.mark.parametrize("method", ["get", "head"])
def test_address_answers_200_where_all_is_well(client: Client, method: str) -> None:
    answer = getattr(client, method)("/health/")
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    assert not answer.cookies


def test_address_answers_503_where_something_is_ill(client: Client) -> None:
    sweep("clocks", ago=3 * MINUTE)
    answer = client.get("/health/")
    assert answer.status_code == 503
    assert answer.json()["is_well"] is False
    assert answer.json()["last sweep of clocks"] == 180


def test_address_tells_names_and_numbers_only(client: Client) -> None:
    make_notice(NoticeKind.TURN, game=make_game(), due_at=clock.now() - 3 * MINUTE)
    told = client.get("/health/").json()
    assert {type(value) for value in told.values()} <= {bool, int, type(None)}
    assert len(client.get("/health/").content) < 600


def test_address_answers_503_without_a_database_and_says_nothing_of_it(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "cursor", fail)
    answer = client.get("/health/")
    assert (answer.status_code, answer.json()) == (503, {"is_well": False})


def test_address_asks_the_database_once_however_often_it_is_called(client: Client) -> None:
    with count_queries() as first:
        client.get("/health/")
    with count_queries() as more:
        for _ in range(5):
            client.get("/health/")
    assert 0 < len(first) <= 15
    assert more == []


def test_address_measures_anew_after_five_seconds(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pulse, "KEPT_FOR", 0.0)
    assert client.get("/health/").status_code == 200
    sweep("clocks", ago=3 * MINUTE)
    assert client.get("/health/").status_code == 503


# A database that takes the call and says nothing.


def test_heart_keeps_nobody_waiting_for_who_measures(monkeypatch: pytest.MonkeyPatch) -> None:
    heart, measuring, answered = pulse.Heart(), Event(), Event()

    def wait() -> pulse.Report:
        measuring.set()
        answered.wait(30)
        return pulse.Report(is_well=True, figures={})

    monkeypatch.setattr(pulse, "_report", wait)
    monkeypatch.setattr(pulse, "PATIENCE", 0.05)
    first = Thread(target=heart.listen)
    first.start()
    measuring.wait(30)
    assert heart.listen() == pulse.SILENCE
    answered.set()
    first.join()
    assert heart.listen().is_well


@pytest.mark.slow
def test_health_by_hand_of_a_silent_database_ends() -> None:
    with socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        url = f"postgres://basra@127.0.0.1:{silent.getsockname()[1]}/basra"
        done = run(
            [sys.executable, "manage.py", "health"],
            cwd=settings.BASE_DIR,
            env={**os.environ, "DATABASE_URL": url},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 1
    assert "connection timeout expired" in done.stderr


@pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL has such a bound")
def test_question_that_takes_too_long_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def sleep() -> Iterator[pulse.Sign]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(30)")
        yield from ()

    monkeypatch.setattr(pulse, "LONGEST_ANSWER", 0.1)
    monkeypatch.setattr(pulse, "_list_sweeps", sleep)
    with pytest.raises(OperationalError):
        pulse.take_pulse()

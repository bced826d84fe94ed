import json
import logging
import time
from datetime import timedelta

import pytest
from celery import Celery
from django.db import transaction

from games import dispatch
from games.services import staff
from tests.conftest import UseBroker
from tests.games.factories import make_game, make_game_against_computer, play_any

PATIENCE = 1.0  # seconds: what a person may wait at most


@pytest.fixture(autouse=True)
def awake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "_silent_until", 0.0)


def publish(game_id: int = 7) -> float:
    """How long a person waited for it, in seconds."""
    began = time.monotonic()
    dispatch._send(dispatch.COMPUTER_TASK, game_id, after=timedelta())
    return time.monotonic() - began


def read_message(app: Celery, queue: str) -> tuple[str, list[object]]:
    with app.connection_for_read() as connection:
        channel = connection.channel()
        message = channel.basic_get(queue, no_ack=True)
        assert message is not None
        return message.headers["task"], json.loads(message.body)[0]


def test_nudge_says_which_game_and_nothing_else(use_broker: UseBroker, broker: str) -> None:
    app = use_broker(broker)
    publish(7)
    assert read_message(app, "computer") == ("games.tasks.play_computer_turn", [7])


def test_stopped_broker_holds_nobody_up(use_broker: UseBroker, stopped_broker: str) -> None:
    use_broker(stopped_broker)
    assert publish() < PATIENCE


def test_silent_broker_holds_nobody_up(use_broker: UseBroker, silent_broker: str) -> None:
    use_broker(silent_broker)
    assert publish() < PATIENCE


def test_failure_is_one_line_in_the_log(
    use_broker: UseBroker, stopped_broker: str, caplog: pytest.LogCaptureFixture
) -> None:
    use_broker(stopped_broker)
    with caplog.at_level(logging.WARNING):
        publish(), publish()
    assert [record.name for record in caplog.records] == ["games.dispatch"]


def test_broker_is_asked_again_after_a_while(
    use_broker: UseBroker, stopped_broker: str, broker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_broker(stopped_broker)
    publish(1)
    app = use_broker(broker)
    publish(2)
    monkeypatch.setattr(dispatch, "_silent_until", time.monotonic())
    publish(3)
    assert read_message(app, "computer")[1] == [3]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    games: list[int] = []
    monkeypatch.setattr(dispatch, "_send", lambda task, game_id, *, after: games.append(game_id))
    return games


@pytest.mark.django_db(transaction=True)
def test_nudge_waits_for_the_commit(sent: list[int]) -> None:
    with transaction.atomic():
        dispatch.nudge_computer(7)
        assert not sent
    assert sent == [7]


class Undone(Exception):
    pass


def nudge_and_undo() -> None:
    with transaction.atomic():
        dispatch.nudge_computer(7)
        raise Undone


@pytest.mark.django_db(transaction=True)
def test_nudge_is_not_sent_for_what_was_undone(sent: list[int]) -> None:
    with pytest.raises(Undone):
        nudge_and_undo()
    assert not sent


@pytest.mark.django_db(transaction=True)
def test_act_of_the_staff_nudges_about_both_mails(sent: list[int]) -> None:
    game = make_game()
    staff.hold_game(game.pk)
    assert sent == list(game.notices.filter(kind="staff").values_list("pk", flat=True))


@pytest.mark.django_db(transaction=True)
def test_turn_that_waits_is_left_to_the_sweep(sent: list[int]) -> None:
    play_any(make_game())
    assert not sent


@pytest.mark.django_db(transaction=True)
def test_play_nudges_the_computer_about_its_game(sent: list[int]) -> None:
    game = make_game_against_computer()
    sent.clear()
    play_any(game)
    assert sent == [game.pk]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["stopped_broker", "silent_broker"])
def test_play_goes_through_without_a_broker(
    use_broker: UseBroker, kind: str, request: pytest.FixtureRequest
) -> None:
    use_broker(request.getfixturevalue(kind))
    game = make_game_against_computer()
    began = time.monotonic()
    play_any(game)
    assert time.monotonic() - began < PATIENCE
    game.refresh_from_db()
    assert game.version == 1

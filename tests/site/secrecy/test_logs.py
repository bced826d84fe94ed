"""What the site tells itself: logs and the arguments of tasks."""

import logging
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.urls import reverse

from games.engine.cards import SUITS
from games.mail.delivery import deliver_due
from games.models import Game, Level, Notice, Player
from games.tasks import play_computer_turn
from tests.games.factories import make_game, play_any, state_of
from tests.site.secrecy.scene import make_reader

CARD_CODE = re.compile(rf"(?<![A-Za-z0-9])[A23456789TJQK][{SUITS}](?![A-Za-z0-9])")


@pytest.mark.usefixtures("_stopped_clock")
def test_logs_and_task_arguments_hold_no_card(
    transactional_db: None, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    sent: list[tuple[Any, ...]] = []
    monkeypatch.setattr(
        "celery.app.base.Celery.send_task", lambda _app, *args, **kw: sent.append((args, kw))
    )
    user = make_reader("Salma")
    client = Client()
    client.force_login(user)
    game = make_game(Player(user_id=user.pk), Level.STRONG, target=0)

    play_a_round_through_pages(client, game)

    assert not game.is_running
    assert sent
    said = [record.getMessage() for record in caplog.records]
    assert [line for line in [*said, *map(str, sent)] if CARD_CODE.search(line)] == []
    assert [line for line in said if game.rounds.get(number=1).seed in line] == []


@pytest.mark.parametrize("is_broken", [False, True])
def test_logs_and_tasks_of_mails_hold_no_card(
    transactional_db: None,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    is_broken: bool,
) -> None:
    caplog.set_level(logging.DEBUG)
    sent: list[tuple[Any, ...]] = []
    monkeypatch.setattr(
        "celery.app.base.Celery.send_task", lambda _app, *args, **kw: sent.append((args, kw))
    )
    if is_broken:
        monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.send_messages", fail)
    seats = [Player(user_id=make_reader(name).pk) for name in ("Salma", "Karim")]

    play_and_send_mails(seats, plays=12)

    assert bool(mail.outbox) is not is_broken
    assert Notice.objects.filter(attempts__gt=0).exists()
    said = [record.getMessage() for record in caplog.records]
    errors = list(Notice.objects.values_list("last_error", flat=True))
    assert [line for line in [*said, *errors, *map(str, sent)] if CARD_CODE.search(line)] == []


def fail(_backend: object, messages: list[Any]) -> None:
    raise OSError(f"cannot send {messages[0].body}")


def play_and_send_mails(seats: list[Player], *, plays: int) -> None:
    moment = datetime(2026, 3, 14, 12, tzinfo=UTC)
    with time_machine.travel(moment):
        game = make_game(*seats, target=1000)
    for _ in range(plays):
        with time_machine.travel(moment):
            play_any(game)
        with time_machine.travel(moment + timedelta(minutes=5)):
            deliver_due()
        moment += timedelta(hours=1)


def play_a_round_through_pages(client: Client, game: Game) -> None:
    """The person plays on the page, refused once in a while; the computer by its task."""
    address = reverse("games:play", args=[game.public_id])
    while game.is_running:
        state = state_of(game)
        if state.to_move == 1:
            play_computer_turn(game.pk)
        else:
            client.post(address, {"version": game.version, "card": "XX"})
            choose = state.hands[0][0]
            answer = client.post(address, {"version": game.version, "card": choose})
            if answer.status_code == 422:
                play_any(game)
        game.refresh_from_db()

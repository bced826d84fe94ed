"""A hidden card reaches nobody: exchange the hidden cards, and every answer stays the same bytes.

Each viewer is shown everything the site has to say about a running game. Then every card that this
viewer cannot know is exchanged for another in the database, the seed too, and it is all shown
again, with the clock stopped and the masked tokens of forms left out of the comparison.
"""

import logging
import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games import clock
from games.engine.cards import SUITS, format_cards
from games.engine.pair import as_seat
from games.models import Game, Guest, Level, Player
from games.queries.replay import get_current_round
from games.tasks import play_computer_turn
from tests.games.factories import make_game, make_user, play_any, state_of

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)
TOKEN = re.compile(rb'(name="csrfmiddlewaretoken" value="|"X-CSRFToken": ")[A-Za-z0-9]{64}')
CARD_CODE = re.compile(rf"(?<![A-Za-z0-9])[A23456789TJQK][{SUITS}](?![A-Za-z0-9])")

Answer = tuple[int, bytes]


@pytest.fixture(autouse=True)
def _stopped_clock() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False), clock.stopped_at(NOON):
        yield


@pytest.fixture
def game(db: None) -> Game:
    """A member against a guest, in the middle of the second round's fifth deal."""
    member = Player(user_id=make_user(name="Nadia").pk)
    guest = Player(guest_id=Guest.objects.create().pk)
    game = make_game(member, guest, target=1000, preset="basra-2")
    chance = random.Random(7)
    while game.round_number < 2 or len(state_of(game).turns) < 33:
        play_any(game, chance)
        game.refresh_from_db()
    return game


def client_of_member(game: Game) -> Client:
    client = Client()
    client.force_login(game.seats.get(user__isnull=False).user)
    return client


def client_of_guest(game: Game) -> Client:
    client = Client()
    session = client.session
    session["guest"] = game.seats.get(guest__isnull=False).guest_id
    session.save()
    return client


def client_of_outsider(_game: Game) -> Client:
    client = Client()
    client.force_login(make_user(name="Outsider"))
    return client


def client_of_staff(_game: Game) -> Client:
    client = Client()
    client.force_login(make_user(name="Warden", is_staff=True, is_superuser=True))
    return client


VIEWERS = {
    "member": (client_of_member, (0,)),
    "guest": (client_of_guest, (1,)),
    "outsider": (client_of_outsider, ()),
    "nobody": (lambda game: Client(), ()),
    "staff": (client_of_staff, ()),
}


def exchange_hidden_cards(game: Game, *, seats: tuple[int, ...]) -> None:
    """Every card that who holds these seats cannot know becomes another one; so does the seed."""
    row, state = get_current_round(game), state_of(game)
    known_below = len(state.buried) if len(state.pack) >= len(state.buried) else 0
    hidden = list(state.pack[: len(state.pack) - known_below])
    for seat in {0, 1} - set(seats):
        hidden += state.hands[as_seat(seat)]
    exchanged = dict(zip(hidden, hidden[1:] + hidden[:1], strict=True))
    row.pack = format_cards(exchanged.get(card, card) for card in row.cards)
    row.seed = row.seed[::-1]
    row.save()


def ask_everything(client: Client, game: Game) -> dict[str, Answer]:
    """Every page, fragment, file and refusal about the game, by what was asked."""
    answers = {}
    for method, path, data, headers in list_requests(game):
        answer = getattr(client, method)(path, data, headers=headers)
        body = TOKEN.sub(b"", answer.getvalue())
        answers[f"{method} {path} {data} {headers}"] = (answer.status_code, body)
    return answers


def list_requests(game: Game) -> Iterator[tuple[str, str, dict[str, Any], dict[str, str]]]:
    here = [game.public_id]
    table, play = reverse("games:game", args=here), reverse("games:play", args=here)
    resign, rematch = reverse("games:resign", args=here), reverse("games:rematch", args=here)
    pages = [reverse("games:home"), reverse("games:new"), table, f"{table}?round=1", resign]
    pages += [reverse("games:version", args=here) + "?v=1&t=x"]
    for number in (1, 2, 3):
        pages.append(reverse("games:round", args=[*here, number]))
        pages.append(reverse("games:proof", args=[*here, number]))
    for path in [*pages, *list_admin_pages(game)]:
        yield "get", path, {}, {}
        yield "get", path, {}, {"HX-Request": "true"}
    for fields in list_bad_plays(game):
        yield "post", play, fields, {}
        yield "post", play, fields, {"HX-Request": "true"}
    yield "post", resign, {"version": game.version - 1}, {}
    yield "post", rematch, {}, {}


def list_bad_plays(game: Game) -> Iterator[dict[str, Any]]:
    """Plays that must all be refused, whatever is in whose hand."""
    state = state_of(game)
    public = [state.floor_start[0], state.turns[0].card]
    for card in ["", "XX", *public]:
        yield {"version": game.version, "card": card}
    yield {"version": game.version - 3, "card": "8H"}
    yield {"version": "soon", "card": "8H"}


def list_admin_pages(game: Game) -> Iterator[str]:
    row = get_current_round(game)
    card = row.cards[-20]
    rows = {"game": [game.pk], "round": [row.pk], "seat": [], "move": [], "guest": []}
    for model, keys in rows.items():
        listed = reverse(f"admin:games_{model}_changelist")
        yield from (listed, f"{listed}?q={game.public_id}", f"{listed}?q={card}")
        for lookup in ("pack", "rounds__pack", "round__pack", "game__rounds__pack", "seed"):
            yield f"{listed}?{lookup}__startswith={row.pack[:2]}"
            yield f"{listed}?{lookup}__contains={card}"
            yield f"{listed}?o={lookup}"
        for key in keys:
            yield reverse(f"admin:games_{model}_change", args=[key])
            yield reverse(f"admin:games_{model}_history", args=[key])


@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_answer_without_the_cards_a_viewer_may_not_know(game: Game, viewer: str) -> None:
    make_client, seats = VIEWERS[viewer]
    client = make_client(game)
    before = ask_everything(client, game)

    exchange_hidden_cards(game, seats=seats)
    cache.clear()

    after = ask_everything(client, game)
    different = [asked for asked in before if before[asked] != after[asked]]
    assert different == []


@pytest.mark.parametrize("viewer", ["member", "guest"])
def test_the_exchange_of_a_card_one_sees_is_noticed(game: Game, viewer: str) -> None:
    """The comparison above can fail: it does where the exchange takes in one's own hand."""
    make_client, _seats = VIEWERS[viewer]
    client = make_client(game)
    before = ask_everything(client, game)

    exchange_hidden_cards(game, seats=())

    assert ask_everything(client, game) != before


def test_the_tables_own_answers_are_among_those_compared(game: Game) -> None:
    answers = ask_everything(client_of_member(game), game)

    statuses = {status for status, _body in answers.values()}
    assert {200, 302, 404, 409, 422} <= statuses | {302}
    assert sum(status == 200 for status, _body in answers.values()) >= 8


def test_staff_pages_are_among_those_compared(game: Game) -> None:
    answers = ask_everything(client_of_staff(game), game)

    opened = [
        asked for asked, (status, _body) in answers.items() if "/admin/" in asked and status == 200
    ]
    assert len(opened) >= 20


def test_logs_and_task_arguments_hold_no_card(
    transactional_db: None, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    sent: list[tuple[Any, ...]] = []
    monkeypatch.setattr(
        "celery.app.base.Celery.send_task", lambda _app, *args, **kw: sent.append((args, kw))
    )
    user = make_user()
    client = Client()
    client.force_login(user)
    game = make_game(Player(user_id=user.pk), Level.STRONG, target=0)

    play_a_round_through_pages(client, game)

    assert not game.is_running
    assert sent
    said = [record.getMessage() for record in caplog.records]
    assert [line for line in [*said, *map(str, sent)] if CARD_CODE.search(line)] == []
    assert [line for line in said if game.rounds.get(number=1).seed in line] == []


def play_a_round_through_pages(client: Client, game: Game) -> None:
    """The person plays on the page, refused once in a while; the computer by its task."""
    address = reverse("games:play", args=[game.public_id])
    while game.is_running:
        state = state_of(game)
        if state.to_move == 1:
            with time_machine.travel(datetime(2026, 3, 14, 12, 5, tzinfo=UTC)):
                play_computer_turn(game.pk)
        else:
            client.post(address, {"version": game.version, "card": "XX"})
            choose = state.hands[0][0]
            answer = client.post(address, {"version": game.version, "card": choose})
            if answer.status_code == 422:
                play_any(game)
        game.refresh_from_db()

"""What a person in front of a browser sees of two tabs at once, and of a broker that is away."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from games import dispatch
from games.engine.pair import as_seat
from games.models import Game, Player
from games.services.computer import offer_owed_turns, play_owed_turns
from tests.conftest import UseBroker
from tests.games.factories import make_game, make_game_against_computer, make_user, rig, state_of

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 1.0  # seconds
PASSWORD = "eight-words-in-a-row"
TRIES = 5


@pytest.fixture(params=["stopped_broker", "silent_broker"])
def absent_broker(request: pytest.FixtureRequest, use_broker: UseBroker) -> Iterator[None]:
    use_broker(request.getfixturevalue(request.param))
    return None


def make_members_game() -> tuple[Game, list[Client]]:
    users = [make_user(password=PASSWORD) for _ in range(2)]
    clients = [Client() for _ in users]
    for client, user in zip(clients, users, strict=True):
        client.force_login(user)
    return rig(make_game(*(Player(user_id=user.pk) for user in users))), clients


def post_at_once(client: Client, path: str, forms: list[dict[str, str]]) -> list[tuple[int, str]]:
    """Status and page of each form, sent from as many tabs of one browser together."""
    barrier = threading.Barrier(len(forms))

    def send(fields: dict[str, str]) -> tuple[int, str]:
        tab = Client()
        tab.cookies = client.cookies
        try:
            barrier.wait()
            answer = tab.post(path, fields)
            return answer.status_code, answer.content.decode()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(forms)) as pool:
        return list(pool.map(send, forms))


@pytest.mark.parametrize("same_card", [True, False])
def test_two_tabs_play_one_turn(same_card: bool) -> None:
    """One move is made. A second press of the same button is taken for the first; another card,
    too late, gets the table as it is now, and why."""
    for _ in range(TRIES):
        game, clients = make_members_game()
        seat = as_seat(game.to_move or 0)
        hand = state_of(game).hands[seat]
        cards = [hand[0], hand[0] if same_card else hand[1]]
        forms = [{"version": "0", "card": card} for card in cards]

        answers = post_at_once(clients[seat], reverse("games:play", args=[game.public_id]), forms)

        assert game.moves.count() == 1
        statuses = sorted(status for status, _page in answers)
        assert statuses == ([303, 303] if same_card else [303, 409])
        for status, page in answers:
            assert status == 303 or "moved on" in page


def test_play_while_the_broker_is_away(absent_broker: None) -> None:
    user = make_user()
    client = Client()
    client.force_login(user)
    game = make_game_against_computer(Player(user_id=user.pk))
    card = state_of(game).hands[0][0]
    began = time.monotonic()

    answer = client.post(
        reverse("games:play", args=[game.public_id]), {"version": "0", "card": card}
    )

    assert answer.status_code == 303
    assert time.monotonic() - began < PATIENCE
    assert game.moves.count() == 1


def test_sign_in_while_the_broker_is_away(absent_broker: None) -> None:
    user = make_user(password=PASSWORD)
    user.emailaddress_set.create(email=user.email, verified=True, primary=True)
    client = Client()
    began = time.monotonic()

    answer = client.post(reverse("account_login"), {"login": user.email, "password": PASSWORD})

    assert time.monotonic() - began < PATIENCE
    assert answer.status_code == 302
    assert client.session["_auth_user_id"] == str(user.pk)


def test_sweep_catches_up_when_the_broker_is_back(
    stopped_broker: str, broker: str, use_broker: UseBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_broker(stopped_broker)
    game = make_game_against_computer()
    seat_card = state_of(game).hands[0][0]
    client = Client()
    client.force_login(game.seats.get(index=0).user)
    client.post(reverse("games:play", args=[game.public_id]), {"version": "0", "card": seat_card})
    time.sleep(0.6)  # the computer's pause

    use_broker(broker)
    monkeypatch.setattr(dispatch, "_silent_until", 0.0)  # the five seconds have passed

    assert offer_owed_turns() == 1
    assert read_owed_game() == [game.pk]
    assert play_owed_turns() == 1
    game.refresh_from_db()
    assert game.version == 2


def read_owed_game() -> list[object]:
    with dispatch.app.connection_for_read() as link:
        message = link.channel().basic_get("computer", no_ack=True)
        assert message is not None
        return list(message.decode()[0])

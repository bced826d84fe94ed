"""Two at once: exactly one gets it, the other hears so."""

from functools import partial

import pytest

from games import dispatch
from games.engine.pair import as_seat
from games.engine.round import legal_plays
from games.models import Game, Level, Move, Player, Seat
from games.queries.audit import list_differences
from games.services import start
from games.services.computer import play_owed_turn
from games.services.errors import NotRunning, StaleVersion, TooManyGames
from games.services.guests import claim_guest
from games.services.play import play_card
from games.services.resign import resign
from games.services.start import rematch
from tests.games.at_once import Act, at_once, failures
from tests.games.factories import (
    make_game,
    make_game_against_computer,
    make_guest,
    make_user,
    play_any,
    play_turns,
    state_of,
)

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 10


@pytest.fixture(autouse=True)
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "_send", lambda *args, **options: None)


def make_act(game: Game) -> Act:
    """The play that everybody who looks at the table now would make."""
    game.refresh_from_db()
    seat = as_seat(game.to_move or 0)
    card, take = legal_plays(state_of(game))[0]
    where = {"game_id": game.pk, "seat": seat, "version": game.version}
    return partial(play_card, **where, card=card, take=take)


def test_two_plays_of_one_turn() -> None:
    for _ in range(ROUNDS):
        game = play_turns(make_game(capture_choice="largest"), 3)
        act = make_act(game)
        assert failures(at_once(act, act)) == [StaleVersion]
        assert Move.objects.filter(game=game).count() == 4


def test_four_plays_of_the_last_turn_of_a_round() -> None:
    game = play_turns(make_game(target=1000, capture_choice="largest"), 45)
    act = make_act(game)
    assert failures(at_once(*[act] * 4)) == [StaleVersion] * 3
    game.refresh_from_db()
    assert game.rounds.count() == game.round_number
    assert list_differences(game) == []


def test_play_against_resignation() -> None:
    for _ in range(ROUNDS):
        game = play_turns(make_game(capture_choice="largest"), 3)
        act = make_act(game)
        results = at_once(act, partial(resign, game_id=game.pk, seat=0, version=3))
        assert failures(results) in ([StaleVersion], [NotRunning])
        game.refresh_from_db()
        assert list_differences(game) == []


def test_two_workers_on_one_turn() -> None:
    for _ in range(ROUNDS):
        game = make_game_against_computer()
        play_any(game)
        results = at_once(*[partial(play_owed_turn, game.pk)] * 2)
        assert sorted(results) == [False, True]
        assert Move.objects.filter(game=game).count() == 2


def test_two_rematches_are_one_game() -> None:
    for _ in range(ROUNDS):
        old = make_game_against_computer()
        resign(game_id=old.pk, seat=0, version=0)
        first, second = at_once(*[partial(rematch, game_id=old.pk)] * 2)
        assert first == second


def test_games_begun_at_once_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "MOST_RUNNING_OF_GUEST", 1)
    for _ in range(ROUNDS):
        guest = make_guest()
        results = at_once(*[partial(make_game, guest, Level.REGULAR)] * 3)
        assert failures(results) == [TooManyGames] * 2


def test_claim_against_start_leaves_no_game_behind() -> None:
    for _ in range(ROUNDS):
        guest, user = make_guest(), make_user()
        assert guest.guest_id is not None
        claim = partial(claim_guest, guest_id=guest.guest_id, user_id=user.pk)
        results = at_once(claim, partial(make_game, guest, Level.REGULAR))
        assert not failures(results)
        assert Seat.objects.of(Player(user_id=user.pk)).count() == 1


def test_two_accounts_claim_one_guest() -> None:
    for _ in range(ROUNDS):
        guest, users = make_guest(), [make_user(), make_user()]
        make_game(guest, Level.REGULAR)
        assert guest.guest_id is not None
        claims = [partial(claim_guest, guest_id=guest.guest_id, user_id=u.pk) for u in users]
        assert sorted(at_once(*claims)) == [0, 1]

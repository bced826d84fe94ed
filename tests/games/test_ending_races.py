"""A game is ended while something else is done to it: one outcome, the same for everybody."""

from functools import partial

import pytest

from games import dispatch
from games.engine.pair import as_seat, other
from games.engine.round import legal_plays
from games.models import EndedBy, Game, GameStatus, MoveKind, Player
from games.queries.audit import list_differences
from games.services.abort import abort
from games.services.errors import NotRunning, StaleVersion
from games.services.play import play_card
from games.services.resign import resign
from games.services.staff import adjudicate
from tests.games.at_once import Act, at_once, failures
from tests.games.factories import make_game, make_member, play_turns, state_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

TRIES = 200


@pytest.fixture(autouse=True)
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "_send", lambda *args, **options: None)


@pytest.fixture
def people() -> tuple[Player, Player]:
    return make_member(), make_member()


def start(people: tuple[Player, Player], moves: int) -> Game:
    game = play_turns(make_game(*people, capture_choice="largest"), moves)
    game.refresh_from_db()
    return game


def make_play(game: Game) -> Act:
    card, take = legal_plays(state_of(game))[0]
    seat = as_seat(game.to_move or 0)
    return partial(
        play_card, game_id=game.pk, seat=seat, version=game.version, card=card, take=take
    )


def settle(game: Game) -> list[str]:
    """The game as it is now, after the kinds of its moves are known to add up to it."""
    game.refresh_from_db()
    assert list_differences(game) == []
    return list(game.moves.order_by("seq").values_list("kind", flat=True))


@pytest.mark.parametrize("side", ["mover", "waiter"])
def test_resignation_against_play(people: tuple[Player, Player], side: str) -> None:
    for _ in range(TRIES // 2):
        game = start(people, 3)
        mover = as_seat(game.to_move or 0)
        seat = mover if side == "mover" else other(mover)
        give_up = partial(resign, game_id=game.pk, seat=seat, version=3)
        lost = failures(at_once(make_play(game), give_up))
        moves = settle(game)
        if lost == [StaleVersion]:
            assert (moves[3:], game.status) == ([MoveKind.PLAY], GameStatus.RUNNING)
        else:
            assert lost == [NotRunning]
            assert (moves[3:], game.winner) == ([MoveKind.RESIGN], other(seat))


def test_two_resignations(people: tuple[Player, Player]) -> None:
    for _ in range(TRIES):
        game = start(people, 2)
        acts = [partial(resign, game_id=game.pk, seat=seat, version=2) for seat in (0, 1)]
        assert failures(at_once(*acts)) == [NotRunning]
        assert settle(game)[2:] == [MoveKind.RESIGN]
        assert game.moves.get(seq=3).seat == other(as_seat(game.winner or 0))


def test_decision_of_the_staff_against_play(people: tuple[Player, Player]) -> None:
    """The decision stands whichever comes first; the play only before it."""
    for number in range(TRIES):
        game, winner = start(people, 3), as_seat(number % 2)
        decide = partial(adjudicate, game.pk, winner=winner)
        lost = failures(at_once(make_play(game), decide))
        assert lost in ([], [NotRunning])
        played = [] if lost else [MoveKind.PLAY]
        assert settle(game)[3:] == [*played, MoveKind.DECIDE]
        assert (game.ended_by, game.winner) == (EndedBy.STAFF, winner)


def test_decision_of_the_staff_against_resignation(people: tuple[Player, Player]) -> None:
    for _ in range(TRIES):
        game = start(people, 3)
        give_up = partial(resign, game_id=game.pk, seat=0, version=3)
        assert failures(at_once(give_up, partial(adjudicate, game.pk, winner=None))) == [NotRunning]
        (last,) = settle(game)[3:]
        by_resignation = last == MoveKind.RESIGN
        assert game.ended_by == (EndedBy.RESIGN if by_resignation else EndedBy.STAFF)
        assert game.winner == (1 if by_resignation else None)


@pytest.mark.parametrize("side", ["mover", "waiter"])
def test_calling_off_against_play(people: tuple[Player, Player], side: str) -> None:
    for _ in range(TRIES // 2):
        game = start(people, 1)
        mover = as_seat(game.to_move or 0)
        seat = mover if side == "mover" else other(mover)
        call_off = partial(abort, game_id=game.pk, seat=seat, version=1)
        lost = failures(at_once(make_play(game), call_off))
        moves = settle(game)
        if lost == [StaleVersion]:
            assert (moves[1:], game.status) == ([MoveKind.PLAY], GameStatus.RUNNING)
        else:
            assert lost == [NotRunning]
            assert (moves[1:], game.status) == ([MoveKind.ABORT], GameStatus.ABORTED)


def test_two_who_call_it_off(people: tuple[Player, Player]) -> None:
    for _ in range(TRIES):
        game = start(people, 1)
        acts = [partial(abort, game_id=game.pk, seat=seat, version=1) for seat in (0, 1)]
        assert failures(at_once(*acts)) == [NotRunning]
        assert settle(game)[1:] == [MoveKind.ABORT]

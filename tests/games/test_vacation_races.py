"""Somebody goes or comes while a turn passes: in any order, no clock runs of who is away."""

from datetime import datetime, timedelta
from functools import partial

import pytest

from games import clock, dispatch
from games.engine.pair import as_seat
from games.engine.round import legal_plays
from games.models import Game, Notice, NoticeKind, Vacation
from games.queries.audit import list_differences
from games.services.errors import AlreadyAway
from games.services.play import play_card
from games.services.vacations import begin_by_itself, begin_vacation, end_vacation
from tests.games.at_once import Act, at_once, failures
from tests.games.factories import make_game, play_turns, state_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

TRIES = 200


@pytest.fixture(autouse=True)
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "_send", lambda *args, **options: None)


@pytest.fixture
def game() -> Game:
    """Both have played, and there is more to play than these tests do."""
    return play_turns(make_game(target=1000, capture_choice="largest"), 3)


def make_play(game: Game) -> Act:
    game.refresh_from_db()
    card, take = legal_plays(state_of(game))[0]
    seat = as_seat(game.to_move or 0)
    return partial(
        play_card, game_id=game.pk, seat=seat, version=game.version, card=card, take=take
    )


def find_mover(game: Game) -> int:
    return game.seats.get(index=game.to_move).user_id or 0


def find_waiter(game: Game) -> int:
    return game.seats.exclude(index=game.to_move).get().user_id or 0


def check_clock(game: Game, *, played: int = 1) -> None:
    """It stands still where its mover is away, and runs where not; the play was taken."""
    version = game.version
    game.refresh_from_db()
    assert game.version >= version + played
    is_away = Vacation.objects.on().filter(user=find_mover(game)).exists()
    assert (game.deadline_at is None) == is_away


def come_home(at: datetime | None = None) -> None:
    with clock.stopped_at(at or clock.now()):
        for user_id in Vacation.objects.on().values_list("user_id", flat=True):
            end_vacation(user_id)
    Vacation.objects.all().delete()


def test_going_away_against_the_play_that_passes_the_turn(game: Game) -> None:
    for _ in range(TRIES):
        play = make_play(game)
        leave = partial(begin_vacation, find_waiter(game), until=None)
        assert failures(at_once(play, leave)) == []
        check_clock(game)
        come_home()
    assert list_differences(Game.objects.get(pk=game.pk)) == []


def test_going_away_against_ones_own_play(game: Game) -> None:
    for _ in range(TRIES):
        play = make_play(game)
        leave = partial(begin_vacation, find_mover(game), until=None)
        assert failures(at_once(play, leave)) == []
        check_clock(game)
        come_home()
    assert list_differences(Game.objects.get(pk=game.pk)) == []


def test_coming_back_against_the_play_that_passes_the_turn(game: Game) -> None:
    for _ in range(TRIES):
        play, user_id = make_play(game), find_waiter(game)
        begin_vacation(user_id, until=None)
        assert failures(at_once(play, partial(end_vacation, user_id))) == []
        check_clock(game)
        assert game.deadline_at is not None
        come_home()


def test_going_away_twice(game: Game) -> None:
    user_id = find_mover(game)
    leave = partial(begin_vacation, user_id, until=None)
    for _ in range(TRIES):
        assert failures(at_once(leave, leave)) == [AlreadyAway]
        assert Vacation.objects.on().filter(user=user_id).count() == 1
        come_home()


def test_two_who_play_each_other_go_away(game: Game) -> None:
    acts = [
        partial(begin_vacation, user_id, until=None)
        for user_id in (find_mover(game), find_waiter(game))
    ]
    for _ in range(TRIES):
        assert failures(at_once(*acts)) == []
        check_clock(game, played=0)
        come_home()


def test_two_sweeps_and_a_play_at_a_deadline(game: Game) -> None:
    """The play counts in any case; the vacation begins once or not at all, and is told so often."""
    for _ in range(TRIES):
        play, user_id = make_play(game), find_mover(game)
        assert game.deadline_at is not None
        moment = game.deadline_at + timedelta(minutes=1)
        save = partial(save_at, game, moment=moment)
        results = at_once(save, save, partial(play_at, play, moment - timedelta(seconds=1)))
        assert failures(results) == []
        check_clock(game)
        begun = Vacation.objects.filter(user=user_id, began_by_itself=True).count()
        assert begun == results[:2].count(True) <= 1
        assert Notice.objects.filter(kind=NoticeKind.AWAY, user=user_id).count() == begun
        Notice.objects.all().delete()
        come_home(moment + timedelta(hours=1))


def play_at(play: Act, moment: datetime) -> None:
    """Just before the sweep, so that the other side's turn has its whole time by then."""
    with clock.stopped_at(moment):
        play()


def save_at(game: Game, *, moment: datetime) -> bool:
    with clock.stopped_at(moment):
        return begin_by_itself(game.pk, at=moment)

"""Time is given to the other side, so often, and every gift is on record."""

from datetime import timedelta

import pytest

from games import clock
from games.deadlines import Running
from games.engine.pair import Seat, as_seat, other
from games.models import Game, GiftOfTime, Level
from games.queries.audit import list_differences
from games.services.errors import (
    NoTimeToGive,
    NotRunning,
    OnHold,
    Refused,
    StaleVersion,
    StandsStill,
    TooManyGifts,
)
from games.services.gifts import (
    GIFT,
    MOST_GIFTS,
    find_refusal,
    give_time,
    give_time_by_staff,
)
from games.services.resign import resign
from games.services.staff import hold_game
from games.services.time_out import end_due
from games.services.vacations import begin_vacation
from tests.games.factories import make_game, make_game_against_computer, play_any, play_turns

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(db: None) -> Game:
    return play_turns(make_game(), 3)


def waiter(game: Game) -> Seat:
    return other(as_seat(game.to_move or 0))


def give(game: Game) -> GiftOfTime:
    gift = give_time(game_id=game.pk, seat=waiter(game), version=game.version)
    game.refresh_from_db()
    return gift


def test_gift_puts_off_the_deadline_by_a_day(game: Game) -> None:
    before = game.clock
    give(game)
    assert isinstance(before, Running)
    assert game.clock == before.put_off(GIFT)
    assert list_differences(game) == []


def test_gift_is_on_record_and_no_move(game: Game) -> None:
    version = game.version
    gift = give(game)
    assert (gift.seat, gift.by_staff, gift.amount) == (game.to_move, False, GIFT)
    assert gift.deadline_at == game.deadline_at
    assert game.version == version


def test_gift_saves_a_game_that_no_sweep_has_ended_yet(game: Game) -> None:
    assert game.deadline_at is not None
    with clock.stopped_at(game.deadline_at + timedelta(minutes=5)):
        give(game)
        assert end_due() == 0


def test_five_gifts_a_match_from_each_side(game: Game) -> None:
    for _ in range(MOST_GIFTS):
        give(game)
    with pytest.raises(TooManyGifts):
        give(game)
    play_any(game)
    game.refresh_from_db()
    give(game)
    assert GiftOfTime.objects.count() == MOST_GIFTS + 1


def test_gifts_of_the_staff_are_not_counted(game: Game) -> None:
    for _ in range(MOST_GIFTS + 1):
        gift = give_time_by_staff(game.pk, 12)
    assert (gift.by_staff, gift.amount) == (True, timedelta(hours=12))
    game.refresh_from_db()
    assert find_refusal(game, waiter(game)) is None


def test_nobody_gives_time_to_oneself(game: Game) -> None:
    with pytest.raises(NoTimeToGive):
        give_time(game_id=game.pk, seat=as_seat(game.to_move or 0), version=game.version)


def test_computer_needs_no_time() -> None:
    game = make_game_against_computer()
    assert game.seats.get(index=1).level == Level.REGULAR
    with pytest.raises(NoTimeToGive):
        give_time(game_id=game.pk, seat=1, version=game.version)
    with pytest.raises(NoTimeToGive):
        give_time_by_staff(game.pk, 24)


def test_gift_on_what_is_gone_is_refused(game: Game) -> None:
    with pytest.raises(StaleVersion):
        give_time(game_id=game.pk, seat=waiter(game), version=game.version - 1)


def test_game_on_hold_takes_no_gift(game: Game) -> None:
    hold_game(game.pk)
    game.refresh_from_db()
    assert refuses(game, OnHold)


def test_game_of_who_is_away_takes_no_gift(game: Game) -> None:
    begin_vacation(game.seats.get(index=game.to_move).user_id or 0, until=None)
    game.refresh_from_db()
    assert refuses(game, StandsStill)


def test_ended_game_takes_no_gift(game: Game) -> None:
    resign(game_id=game.pk, seat=0, version=game.version)
    game.refresh_from_db()
    assert refuses(game, NotRunning)


def refuses(game: Game, reason: type[Refused]) -> bool:
    """The page, the service and the staff's act agree."""
    with pytest.raises(reason):
        give_time(game_id=game.pk, seat=waiter(game), version=game.version)
    with pytest.raises(reason):
        give_time_by_staff(game.pk, 24)
    return isinstance(find_refusal(game, waiter(game)), reason)

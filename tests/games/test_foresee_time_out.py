"""What the clock will do to who is to move, and that the table says so."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from games import clock
from games.deadlines import TimeOut
from games.models import Game, GameStatus, Player, Vacation
from games.queries import foresee_time_out
from games.services.time_out import end_if_lost
from tests.games.factories import make_game, make_guest, make_member, play_turns, rig
from tests.games.rows import make_vacation
from tests.games.visitors import client_of

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 12, 4, 8, 0, tzinfo=UTC)
HALF_AN_HOUR, MONTH = timedelta(minutes=30), timedelta(days=30)


def run_low(mover: Player, *, turns: int = 2, stops_for_vacation: bool = True) -> Game:
    """Half an hour is left to the mover, and no bank."""
    game = play_turns(rig(make_game(mover, make_member()), dealer=1), turns)
    end = NOW + HALF_AN_HOUR
    times = {"bank_at": end, "deadline_at": end, "stops_for_vacation": stops_for_vacation}
    Game.objects.filter(pk=game.pk).update(**times)
    game.refresh_from_db()
    return game


def use_up_vacation(player: Player) -> Player:
    began_at = NOW - MONTH - timedelta(days=1)
    make_vacation(
        user_id=player.user_id, user=None, began_at=began_at, ends_at=NOW, ended_at=began_at + MONTH
    )
    return player


Case = tuple[Callable[[], Game], TimeOut]
CASES: dict[str, Case] = {
    "nothing played": (lambda: run_low(make_member(), turns=0), TimeOut.CALLED_OFF),
    "days left": (lambda: run_low(make_member()), TimeOut.VACATION),
    "no days left": (lambda: run_low(use_up_vacation(make_member())), TimeOut.LOST),
    "a guest": (lambda: run_low(make_guest()), TimeOut.LOST),
    "no vacations": (lambda: run_low(make_member(), stops_for_vacation=False), TimeOut.LOST),
}
SAID = {
    TimeOut.LOST: "After that the game is lost.",
    TimeOut.VACATION: "After that your vacation begins.",
    TimeOut.CALLED_OFF: "After that the game is called off.",
}


@pytest.mark.parametrize("case", CASES)
def test_time_out_is_foreseen_as_the_sweep_has_it(case: str) -> None:
    make, foreseen = CASES[case]
    with clock.stopped_at(NOW):
        game = make()
        assert foresee_time_out(game) is foreseen
    with clock.stopped_at(NOW + 2 * HALF_AN_HOUR):
        end_if_lost(game.pk)
    game.refresh_from_db()
    assert (
        game.status
        == {
            TimeOut.LOST: GameStatus.FINISHED,
            TimeOut.VACATION: GameStatus.RUNNING,
            TimeOut.CALLED_OFF: GameStatus.ABORTED,
        }[foreseen]
    )
    assert Vacation.objects.on().exists() is (foreseen is TimeOut.VACATION)


@pytest.mark.parametrize("case", CASES)
def test_table_says_in_the_last_hour_what_the_clock_will_do(case: str) -> None:
    make, foreseen = CASES[case]
    with clock.stopped_at(NOW):
        game = make()
        mover = game.seats.get(index=0)
        reader = Player(user_id=mover.user_id, guest_id=mover.guest_id)
        page = client_of(reader).get(game.get_absolute_url()).content.decode()
    assert f"30 minutes left. {SAID[foreseen]}" in page

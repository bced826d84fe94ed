"""A guest signs in to an account that is on vacation, or kept apart from who sits opposite."""

from datetime import timedelta
from functools import partial

import pytest

from games import clock, dispatch
from games.deadlines import GRACE, Running, Stopped
from games.models import EndedBy, Game, GameStatus, Notice, NoticeKind, Player, Vacation
from games.queries.audit import list_differences
from games.services.answers import accept
from games.services.blocks import block
from games.services.guests import claim_guest
from games.services.time_out import end_due
from games.services.vacations import begin_vacation, end_vacation
from tests.games.at_once import at_once, failures
from tests.games.factories import (
    make_game,
    make_guest,
    make_member,
    make_user,
    play_any,
    play_turns,
    play_until_it_counts,
)
from tests.games.invited import key_of, make_link
from tests.games.letters import make_reader

pytestmark = pytest.mark.django_db

TRIES = 40


def sit_down_as_guest(other: Player) -> Game:
    """The guest, in seat 0, has played as well as the other, and is to move."""
    game = play_turns(make_game(make_guest(), other, target=1000), 4)
    while game.to_move != 0:
        play_turns(game, game.version + 1)
    return game


def claim(game: Game, member: Player) -> None:
    guest_id = game.seats.get(index=0).guest_id or 0
    assert claim_guest(guest_id=guest_id, user_id=key_of(member)) == 1
    game.refresh_from_db()


def test_claim_on_vacation_stops_the_clock() -> None:
    member = make_member()
    game = sit_down_as_guest(make_member())
    begin_vacation(key_of(member), until=None)
    claim(game, member)
    assert isinstance(game.clock, Stopped)


def test_clock_of_a_claimed_game_goes_on_after_the_vacation() -> None:
    member = make_member()
    game = sit_down_as_guest(make_member())
    begin_vacation(key_of(member), until=None)
    claim(game, member)
    end_vacation(key_of(member))
    game.refresh_from_db()
    assert isinstance(game.clock, Running)


def test_claim_on_vacation_lets_the_clock_of_the_other_side_run() -> None:
    member = make_member()
    game = sit_down_as_guest(make_member())
    play_turns(game, game.version + 1)
    begin_vacation(key_of(member), until=None)
    claim(game, member)
    assert isinstance(game.clock, Running)


def test_claim_on_vacation_leaves_a_game_without_vacations_running() -> None:
    member = make_member()
    game = sit_down_as_guest(make_member())
    Game.objects.filter(pk=game.pk).update(stops_for_vacation=False)
    begin_vacation(key_of(member), until=None)
    claim(game, member)
    assert isinstance(game.clock, Running)


def take_link_as_guest(inviter: Player) -> Game:
    return accept(make_link(inviter).token, make_guest())


def claim_as(game: Game, member: Player) -> Game:
    guest_id = game.seats.get(index=1).guest_id or 0
    claim_guest(guest_id=guest_id, user_id=key_of(member))
    game.refresh_from_db()
    return game


def test_claim_of_a_young_game_with_who_blocked_one_calls_it_off() -> None:
    karim, salma = make_reader(), make_reader()
    block(key_of(karim), key_of(salma))
    game = claim_as(take_link_as_guest(karim), salma)
    assert (game.status, game.ended_by) == (GameStatus.ABORTED, EndedBy.ABORT)
    assert list_differences(game) == []


def test_who_blocked_is_told_that_the_game_is_called_off() -> None:
    karim, salma = make_reader(), make_reader()
    block(key_of(karim), key_of(salma))
    game = claim_as(take_link_as_guest(karim), salma)
    told = Notice.objects.get(game=game, kind=NoticeKind.GAME_OVER)
    assert told.user_id == karim.user_id


def test_claim_of_a_game_with_who_blocked_one_goes_on_once_it_counts() -> None:
    karim, salma = make_reader(), make_reader()
    block(key_of(karim), key_of(salma))
    game = play_until_it_counts(take_link_as_guest(karim))
    assert claim_as(game, salma).is_running


def test_claim_of_a_young_game_with_anybody_else_goes_on() -> None:
    karim, salma = make_reader(), make_reader()
    block(key_of(karim), make_user().pk)
    assert claim_as(take_link_as_guest(karim), salma).is_running


# --- whatever it is that lets a clock run on a vacation ------------------------------------------


def end_at_its_deadline(game: Game) -> int:
    assert game.deadline_at is not None
    with clock.stopped_at(game.deadline_at + GRACE):
        ended = end_due()
    game.refresh_from_db()
    return ended


@pytest.fixture
def forgotten() -> Game:
    """Its clock runs although its mover is away."""
    game = sit_down_as_guest(make_member())
    member = make_member()
    begin_vacation(key_of(member), until=None)
    game.seats.filter(index=0).update(user=member.user_id, guest=None)
    game.refresh_from_db()
    return game


def test_game_whose_mover_is_away_is_stopped_when_its_time_is_over(forgotten: Game) -> None:
    assert end_at_its_deadline(forgotten) == 0
    assert isinstance(forgotten.clock, Stopped)
    assert list_differences(forgotten) == []


def test_game_without_vacations_is_lost_by_a_mover_who_is_away(forgotten: Game) -> None:
    Game.objects.filter(pk=forgotten.pk).update(stops_for_vacation=False)
    assert end_at_its_deadline(forgotten) == 1


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("by_whom", ["guest", "other"])
def test_claim_against_going_away_and_a_play(by_whom: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In any order, no clock runs of who is away."""
    monkeypatch.setattr(dispatch, "_send", lambda *args, **options: None)
    member = make_reader()
    for _ in range(TRIES):
        game = sit_down_as_guest(make_member())
        if by_whom == "other":
            play_turns(game, game.version + 1)
        guest_id = game.seats.get(index=0).guest_id or 0
        sign_in = partial(claim_guest, guest_id=guest_id, user_id=key_of(member))
        leave = partial(begin_vacation, key_of(member), until=clock.now() + timedelta(hours=1))
        assert failures(at_once(sign_in, leave, partial(play_any, game))) == []
        game.refresh_from_db()
        is_away = game.seats.get(index=game.to_move).user_id == member.user_id
        assert isinstance(game.clock, Stopped) == is_away
        end_vacation(key_of(member))
        Vacation.objects.all().delete()

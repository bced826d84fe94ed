"""Going away, by hand and by itself, and coming back."""

from datetime import UTC, datetime, timedelta

import pytest

from games import clock, queries
from games.deadlines import LEAST_LEFT
from games.engine.pair import as_seat, other
from games.models import Game, Notice, NoticeKind, Pace, Player, Vacation, usual_time
from games.services.closing import leave
from games.services.errors import AlreadyAway, EndsTooSoon, NoHoursLeft, PlayerGone
from games.services.staff import hold_game, release_game
from games.services.suspending import hold_games_of
from games.services.vacations import (
    begin_by_itself,
    begin_vacation,
    end_due,
    end_vacation,
    remind_due,
)
from games.stays import HOURS_A_YEAR
from tests.games.factories import (
    make_game,
    make_game_against_computer,
    make_guest,
    make_member,
    make_user,
    play_any,
    play_turns,
)
from tests.games.invited import key_of
from tests.games.letters import make_reader
from tests.games.owed_mails import outcome, wish
from tests.games.queries_sent import count_queries

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 7, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def mover_of(game: Game) -> Player:
    seat = game.seats.get(index=game.to_move)
    return Player(user_id=seat.user_id, guest_id=seat.guest_id)


def waiter_of(game: Game) -> Player:
    seat = game.seats.exclude(index=game.to_move).get()
    return Player(user_id=seat.user_id, guest_id=seat.guest_id)


def make_played_game(*players: Player) -> Game:
    """Both have played once: running out of time is losing."""
    with clock.stopped_at(NOW):
        return play_turns(make_game(*players), 2)


def make_game_that_awaits(player: Player) -> Game:
    game = make_played_game(player, make_member())
    if mover_of(game) != player:
        with clock.stopped_at(NOW):
            play_any(game)
        game.refresh_from_db()
    return game


def go_away(player: Player, *, at: datetime = NOW, until: datetime | None = None) -> Vacation:
    with clock.stopped_at(at):
        return begin_vacation(key_of(player), until=until)


def come_back(player: Player, *, at: datetime) -> None:
    with clock.stopped_at(at):
        end_vacation(key_of(player))


# beginning


def test_clock_stands_still_where_the_member_is_to_move() -> None:
    game = make_played_game()
    go_away(mover_of(game), at=NOW + timedelta(hours=5))
    game.refresh_from_db()
    assert (game.deadline_at, game.remind_at) == (None, None)
    assert game.turn_left == timedelta(hours=43)


def test_clock_of_the_other_side_goes_on() -> None:
    game = make_played_game()
    deadline_at = game.deadline_at
    go_away(waiter_of(game))
    game.refresh_from_db()
    assert game.deadline_at == deadline_at is not None


def test_clock_goes_on_in_a_game_that_no_vacation_stops() -> None:
    game = make_played_game()
    Game.objects.update(stops_for_vacation=False)
    go_away(mover_of(game))
    game.refresh_from_db()
    assert game.deadline_at is not None


def test_clocks_of_others_go_on() -> None:
    game, elsewhere = make_played_game(), make_played_game()
    go_away(mover_of(game))
    elsewhere.refresh_from_db()
    assert elsewhere.deadline_at is not None


def test_play_of_the_other_side_passes_a_turn_that_stands_still() -> None:
    game = make_played_game()
    go_away(waiter_of(game))
    play_any(game)
    game.refresh_from_db()
    assert (game.deadline_at, game.turn_left) == (None, timedelta(hours=48))


def test_play_of_who_is_away_is_taken_and_ends_no_vacation() -> None:
    game = make_played_game()
    player, version = mover_of(game), game.version
    go_away(player)
    play_any(game)
    game.refresh_from_db()
    assert game.version == version + 1
    assert game.deadline_at is not None
    assert queries.find_vacation(key_of(player)) is not None


def test_game_begun_with_somebody_away_stands_still() -> None:
    one, two = make_member(), make_member()
    go_away(one), go_away(two)
    assert make_game(one, two).turn_left == timedelta(hours=48)


def test_game_released_while_its_mover_is_away_stands_still() -> None:
    game = make_played_game()
    hold_game(game.pk)
    go_away(mover_of(game))
    assert release_game(game.pk).deadline_at is None


def test_second_vacation_at_a_time_is_refused() -> None:
    player = make_member()
    go_away(player)
    with pytest.raises(AlreadyAway):
        go_away(player)


@pytest.mark.parametrize("hours", [-1, 0])
def test_end_that_has_passed_is_refused(hours: int) -> None:
    with pytest.raises(EndsTooSoon):
        go_away(make_member(), until=NOW + timedelta(hours=hours))


def test_suspended_account_takes_no_vacation() -> None:
    with pytest.raises(PlayerGone):
        begin_vacation(make_user(is_active=False).pk, until=None)


# hours


def test_hours_left_before_any_stay() -> None:
    assert queries.get_hours_left(make_user().pk, NOW) == HOURS_A_YEAR


def test_hours_left_count_what_has_gone_by_of_a_stay_that_lasts() -> None:
    player = make_member()
    go_away(player, until=NOW + 10 * DAY)
    assert queries.get_hours_left(key_of(player), NOW + DAY) == HOURS_A_YEAR - 24


def test_hours_left_after_two_stays_each_rounded_up() -> None:
    player = make_member()
    go_away(player)
    come_back(player, at=NOW + timedelta(minutes=1))
    go_away(player, at=NOW + DAY)
    come_back(player, at=NOW + DAY + timedelta(minutes=61))
    assert queries.get_hours_left(key_of(player), NOW + 2 * DAY) == HOURS_A_YEAR - 3


def test_stay_without_an_end_lasts_as_long_as_the_hours() -> None:
    assert go_away(make_member()).ends_at == NOW + 30 * DAY


def test_stay_planned_beyond_the_hours_ends_with_them() -> None:
    assert go_away(make_member(), until=NOW + 90 * DAY).ends_at == NOW + 30 * DAY


def test_stay_with_few_hours_left_ends_with_them() -> None:
    player = make_member()
    go_away(player)
    come_back(player, at=NOW + 29 * DAY)
    again = NOW + 40 * DAY
    assert go_away(player, at=again).ends_at == again + DAY


def test_member_without_hours_is_refused_until_new_year() -> None:
    player = make_member()
    go_away(player)
    come_back(player, at=NOW + 30 * DAY)
    with pytest.raises(NoHoursLeft):
        go_away(player, at=datetime(2026, 12, 31, 23, 59, tzinfo=UTC))
    new_year = datetime(2027, 1, 1, tzinfo=UTC)
    assert go_away(player, at=new_year).ends_at == new_year + 30 * DAY


def test_stay_over_new_year_takes_its_hours_from_both() -> None:
    player, eve = make_member(), datetime(2026, 12, 31, 12, tzinfo=UTC)
    go_away(player, at=eve)
    come_back(player, at=eve + DAY)
    assert queries.get_hours_left(key_of(player), eve) == HOURS_A_YEAR - 12
    assert queries.get_hours_left(key_of(player), eve + 2 * DAY) == HOURS_A_YEAR - 12


# coming back


def test_clock_goes_on_with_what_was_left() -> None:
    game = make_played_game()
    player = mover_of(game)
    go_away(player, at=NOW + timedelta(hours=8))
    come_back(player, at=NOW + 7 * DAY)
    game.refresh_from_db()
    assert game.deadline_at == NOW + 7 * DAY + timedelta(hours=40)
    assert game.remind_at is not None
    assert game.turn_left is None


def test_clock_that_had_nearly_run_out_goes_on_with_an_hour() -> None:
    game = make_played_game()
    player = mover_of(game)
    go_away(player, at=NOW + timedelta(hours=47, minutes=55))
    come_back(player, at=NOW + 7 * DAY)
    game.refresh_from_db()
    assert game.deadline_at == NOW + 7 * DAY + LEAST_LEFT


def test_clock_of_a_game_on_hold_stands_still_after_a_return() -> None:
    game = make_played_game()
    player = mover_of(game)
    go_away(player)
    hold_game(game.pk)
    come_back(player, at=NOW + DAY)
    game.refresh_from_db()
    assert (game.is_held, game.deadline_at) == (True, None)


def test_return_of_who_is_not_away_changes_nothing() -> None:
    game = make_played_game()
    end_vacation(key_of(mover_of(game)))
    game.refresh_from_db()
    assert game.deadline_at == NOW + 2 * DAY


def test_vacation_ends_when_its_time_is_over() -> None:
    game = make_played_game()
    player = mover_of(game)
    go_away(player, until=NOW + 3 * DAY)
    with clock.stopped_at(NOW + 3 * DAY):
        assert end_due() == 1
        assert end_due() == 0
    game.refresh_from_db()
    assert game.deadline_at == NOW + 5 * DAY


def test_vacation_lasts_until_its_time_is_over() -> None:
    player = make_member()
    go_away(player, until=NOW + 3 * DAY)
    with clock.stopped_at(NOW + 3 * DAY - timedelta(seconds=1)):
        assert end_due() == 0
    assert queries.find_vacation(key_of(player)) is not None


def test_vacation_ended_by_a_machine_whose_clock_is_behind_ends_where_it_began() -> None:
    player = make_member()
    vacation = go_away(player)
    with clock.stopped_at(vacation.began_at - timedelta(seconds=2)):
        end_vacation(key_of(player))
    vacation.refresh_from_db()
    assert vacation.ended_at == vacation.began_at


def test_late_sweep_uses_no_hours_and_gives_a_whole_clock() -> None:
    game = make_played_game()
    player = mover_of(game)
    go_away(player, until=NOW + 3 * DAY)
    with clock.stopped_at(NOW + 4 * DAY):
        end_due()
    game.refresh_from_db()
    assert queries.get_hours_left(key_of(player), NOW + 4 * DAY) == HOURS_A_YEAR - 72
    assert game.deadline_at == NOW + 6 * DAY


def pass_turn_to(player: Player, game: Game) -> Notice:
    """The other side plays meanwhile; the mail about it is skipped."""
    with clock.stopped_at(NOW + DAY):
        play_any(game)
    notice = Notice.objects.get(kind=NoticeKind.TURN, user=player.user_id, state="pending")
    Notice.objects.filter(pk=notice.pk).update(
        state="skipped", reason="away", due_at=None, done_at=NOW + DAY
    )
    return notice


def test_turn_not_told_of_is_owed_when_a_vacation_ends_by_the_sweep() -> None:
    game = make_played_game()
    player = waiter_of(game)
    Notice.objects.all().delete()
    go_away(player, until=NOW + 3 * DAY)
    notice = pass_turn_to(player, game)
    with clock.stopped_at(NOW + 3 * DAY):
        end_due()
    notice.refresh_from_db()
    assert (notice.state, notice.reason) == ("pending", "")
    assert notice.due_at == NOW + 3 * DAY + timedelta(seconds=90)


def test_daily_mail_about_a_turn_of_a_vacation_comes_at_its_hour() -> None:
    """Here 14:00 is the hour, and the vacation ends two hours after it."""
    game = make_played_game(make_reader(), make_reader())
    player = waiter_of(game)
    Notice.objects.all().delete()
    ends_at = (NOW + 3 * DAY).replace(hour=16, minute=0)
    wish(player, turns="digest", digest_hour=14)
    go_away(player, until=ends_at)
    notice = pass_turn_to(player, game)
    with clock.stopped_at(ends_at):
        end_due()
    with clock.stopped_at(ends_at + timedelta(seconds=90)):
        assert outcome(notice) == ("held", "digest", ends_at + timedelta(hours=22))


def test_turn_played_while_away_is_not_owed_again() -> None:
    game = make_played_game()
    player = waiter_of(game)
    Notice.objects.all().delete()
    go_away(player, until=NOW + 3 * DAY)
    notice = pass_turn_to(player, game)
    play_any(game)
    with clock.stopped_at(NOW + 3 * DAY):
        end_due()
    notice.refresh_from_db()
    assert notice.state == "skipped"


def test_suspended_account_is_away_no_more_and_its_clocks_stand_still() -> None:
    game = make_played_game()
    player = mover_of(game)
    go_away(player)
    hold_games_of(key_of(player))
    assert queries.find_vacation(key_of(player)) is None
    game.refresh_from_db()
    assert (game.is_held, game.deadline_at) == (True, None)


def test_closed_account_is_away_no_more() -> None:
    game = make_played_game()
    player = mover_of(game)
    go_away(player)
    leave(key_of(player))
    assert queries.find_vacation(key_of(player)) is None
    game.refresh_from_db()
    assert not game.is_running


# beginning by itself


def lost_at(game: Game) -> datetime:
    assert game.deadline_at is not None
    return game.deadline_at + timedelta(seconds=60)


def save(game: Game, *, at: datetime | None = None) -> bool:
    moment = at or lost_at(game)
    with clock.stopped_at(moment):
        return begin_by_itself(game.pk, at=moment)


def test_vacation_begins_by_itself_before_a_loss_and_says_so() -> None:
    game = make_played_game()
    player, moment = mover_of(game), lost_at(game)
    assert save(game)
    vacation = queries.find_vacation(key_of(player))
    assert vacation is not None
    assert (vacation.began_by_itself, vacation.saved_game) == (True, game)
    assert vacation.ends_at == moment + 30 * DAY
    notice = Notice.objects.get(kind=NoticeKind.AWAY)
    assert (notice.vacation, notice.user_id) == (vacation, player.user_id)


def test_saved_game_goes_on_with_an_hour() -> None:
    game = make_played_game()
    player = mover_of(game)
    save(game)
    come_back(player, at=NOW + 20 * DAY)
    game.refresh_from_db()
    assert game.deadline_at == NOW + 20 * DAY + LEAST_LEFT


def test_vacation_begun_by_itself_stops_the_other_clocks() -> None:
    player = make_member()
    lost, beside = (make_game_that_awaits(player) for _ in range(2))
    assert save(lost)
    beside.refresh_from_db()
    assert beside.deadline_at is None


def test_no_vacation_begins_within_the_grace() -> None:
    game = make_played_game()
    assert not save(game, at=lost_at(game) - timedelta(microseconds=1))


def test_no_vacation_begins_for_a_first_turn_that_never_comes() -> None:
    with clock.stopped_at(NOW):
        game = play_turns(make_game(), 1)
    assert not save(game)
    assert not Vacation.objects.exists()


def test_no_vacation_begins_for_a_game_that_none_stops() -> None:
    game = make_played_game()
    Game.objects.update(stops_for_vacation=False)
    assert not save(game)


def test_no_vacation_begins_without_hours() -> None:
    game = make_played_game()
    player, moment = mover_of(game), lost_at(game)
    began_at = moment - 31 * DAY
    Vacation.objects.create(
        user_id=player.user_id,
        began_at=began_at,
        ends_at=began_at + 30 * DAY,
        ended_at=began_at + 30 * DAY,
    )
    assert not save(game)
    assert not Notice.objects.filter(kind=NoticeKind.AWAY).exists()


def test_no_vacation_begins_for_a_guest() -> None:
    game = make_played_game(make_guest(), make_guest())
    assert not save(game)


def test_no_vacation_begins_for_a_game_that_was_played_meanwhile() -> None:
    game = make_played_game()
    moment = lost_at(game)
    with clock.stopped_at(moment):
        play_any(game)
        assert not begin_by_itself(game.pk, at=moment)


def test_no_vacation_begins_against_the_computer() -> None:
    game = play_turns(make_game_against_computer(), 2)
    assert not begin_by_itself(game.pk, at=NOW + 900 * DAY)


# word of the end


def test_long_vacation_is_told_a_day_before_its_end_once() -> None:
    player = make_member()
    vacation = go_away(player, until=NOW + 7 * DAY)
    with clock.stopped_at(NOW + 6 * DAY):
        assert remind_due() == 1
        assert remind_due() == 0
    assert Notice.objects.get(kind=NoticeKind.BACK).vacation == vacation


@pytest.mark.parametrize(
    ("until", "at"),
    [
        (NOW + 7 * DAY, NOW + 6 * DAY - timedelta(seconds=1)),
        (NOW + 7 * DAY, NOW + 7 * DAY),
        (NOW + 2 * DAY, NOW + DAY),
    ],
    ids=["too early", "too late", "a short one"],
)
def test_end_of_a_vacation_is_not_told(until: datetime, at: datetime) -> None:
    go_away(make_member(), until=until)
    with clock.stopped_at(at):
        assert remind_due() == 0


def test_end_of_a_vacation_that_was_ended_is_not_told() -> None:
    player = make_member()
    go_away(player, until=NOW + 7 * DAY)
    come_back(player, at=NOW + DAY)
    with clock.stopped_at(NOW + 6 * DAY):
        assert remind_due() == 0


# what it costs


@pytest.mark.parametrize("games", [1, 6])
def test_queries_of_a_beginning_whatever_the_number_of_games(games: int) -> None:
    player = make_member()
    for _ in range(games):
        make_played_game(player, make_member())
    with count_queries() as sent:
        go_away(player)
    assert len([sql for sql in sent if "games_" in sql]) <= 6


@pytest.mark.parametrize("games", [1, 5])
def test_queries_of_a_return_whatever_the_number_of_games(games: int) -> None:
    player = make_member()
    for _ in range(games):
        make_game_that_awaits(player)
    go_away(player)
    with count_queries() as sent:
        come_back(player, at=NOW + DAY)
    assert len([sql for sql in sent if "games_" in sql]) == 5


def test_lists_of_clocks_say_what_stops_and_what_goes_on() -> None:
    player = make_member()
    stopping, going_on = (make_played_game(player, make_member()) for _ in range(2))
    Game.objects.filter(pk=going_on.pk).update(stops_for_vacation=False)
    make_game_against_computer(player)
    clocks = queries.list_clocks(key_of(player))
    assert [row.game for row in clocks.stopping] == [stopping]
    assert [row.game for row in clocks.going_on] == [going_on]
    (row,) = clocks.going_on
    seat = going_on.seats.get(user=player.user_id)
    assert row.other.index == other(as_seat(seat.index))
    assert row.is_your_turn == going_on.is_turn_of(as_seat(seat.index))


def test_usual_time_stops_for_vacations_from_two_days_a_turn() -> None:
    assert [usual_time(pace).stops_for_vacation for pace in Pace] == [
        False,
        False,
        True,
        True,
        True,
    ]


def test_seats_tell_who_is_away_and_until_when() -> None:
    player, present = make_member(), make_guest()
    game = make_played_game(player, present)
    vacation = go_away(player)
    first, second = game.seats.with_absence().order_by("index")
    assert (first.away_until, second.away_until) == (vacation.ends_at, None)


def test_seats_tell_nothing_of_a_vacation_that_is_over() -> None:
    player = make_member()
    game = make_played_game(player, make_member())
    go_away(player)
    come_back(player, at=NOW + DAY)
    assert [seat.away_until for seat in game.seats.with_absence()] == [None, None]

"""The page of one's vacation: asking, beginning, ending, and the line above every other page."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import clock, queries
from games.models import Game, Player, Vacation
from games.services.vacations import begin_by_itself, begin_vacation
from games.stays import HOURS_A_YEAR
from tests.games.factories import make_game, make_guest, make_member, make_user, play_turns
from tests.games.invited import key_of
from tests.games.queries_sent import count_queries
from tests.games.visitors import client_of

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 7, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
PAGE, END = "/vacation/", "/vacation/end/"


def read(client: Client, path: str = PAGE, *, now: datetime = NOW, **fields: Any) -> str:
    with clock.stopped_at(now):
        return client.get(path, fields).content.decode()


def post(client: Client, path: str = PAGE, *, now: datetime = NOW, **fields: Any) -> int:
    with clock.stopped_at(now):
        return client.post(path, fields).status_code


def make_traveller(time_zone: str = "Africa/Cairo") -> Player:
    return Player(user_id=make_user(time_zone=time_zone).pk)


def go_away(player: Player, until: datetime | None = None) -> Vacation:
    with clock.stopped_at(NOW):
        return begin_vacation(key_of(player), until=until)


def make_game_that_awaits(player: Player, *, moves: int = 0) -> Game:
    with clock.stopped_at(NOW):
        game = play_turns(make_game(player, make_member()), moves)
        while game.seats.get(index=game.to_move).user_id != player.user_id:
            play_turns(game, game.version + 1)
    return game


def save_by_vacation(player: Player) -> Game:
    """A game whose time has just run out for the player, who has played in it before."""
    game = make_game_that_awaits(player, moves=2)
    assert game.deadline_at is not None
    moment = game.deadline_at + timedelta(minutes=1)
    with clock.stopped_at(moment):
        assert begin_by_itself(game.pk, at=moment)
    return game


# who may


@pytest.mark.parametrize("who", ["nobody", "guest"])
def test_who_has_no_account_reads_that_it_takes_one(who: str) -> None:
    client = Client() if who == "nobody" else client_of(make_guest())
    assert "A vacation needs an account" in read(client)


def test_who_has_no_account_begins_nothing() -> None:
    post(client_of(make_guest()), end="open")
    assert not Vacation.objects.exists()


def test_end_leads_who_is_signed_out_to_the_door() -> None:
    answer = Client().post(END)
    assert answer.status_code == 302
    assert reverse("account_login") in answer["Location"]


# asking and beginning


def test_page_tells_the_hours_that_are_left() -> None:
    player = make_traveller()
    go_away(player)
    client = client_of(player)
    post(client, END, now=NOW + timedelta(hours=19))
    assert "<b>29 days and 5 hours</b> left this year" in read(client, now=NOW + DAY)


@pytest.mark.parametrize(
    ("fields", "until"),
    [
        ({"end": "7"}, "Wednesday 8 July, 15:00 (Cairo)"),
        ({"end": "open"}, "Friday 31 July, 15:00 (Cairo)"),
        ({"end": "date", "day": "2026-07-10", "at": "09:30"}, "Friday 10 July, 09:30 (Cairo)"),
        ({"end": "date", "day": "2026-07-10", "at": ""}, "Friday 10 July, 09:00 (Cairo)"),
        ({"end": "date", "day": "2026-12-10", "at": "09:30"}, "Friday 31 July, 15:00 (Cairo)"),
    ],
    ids=["days", "open", "date", "date without a time", "beyond the hours"],
)
def test_second_step_says_until_when_and_begins_nothing(fields: dict[str, str], until: str) -> None:
    page = read(client_of(make_traveller()), **fields)
    assert f"until <b>{until}</b>" in page
    assert not Vacation.objects.exists()


def test_second_step_says_what_it_takes() -> None:
    page = read(client_of(make_traveller()), end="date", day="2026-07-03", at="10:00")
    assert "takes 1 day and 19 hours of your 30 days" in page


def test_day_takes_a_day_however_late_the_page_looks_at_the_clock() -> None:
    page = client_of(make_traveller()).get(PAGE, {"end": "1"}).content.decode()
    assert "takes 1 day of your 30 days" in page


def test_day_uses_a_day_of_hours_however_late_it_begins() -> None:
    player = make_traveller()
    client_of(player).post(PAGE, {"end": "1"})
    vacation = Vacation.objects.get()
    post(client_of(player), END, now=vacation.ends_at)
    assert queries.get_hours_left(key_of(player), vacation.ends_at) == HOURS_A_YEAR - 24


@pytest.mark.parametrize("day", ["", "2026-06-01"])
def test_time_is_kept_where_the_day_is_wrong(day: str) -> None:
    page = read(client_of(make_traveller()), end="date", day=day, at="17:45")
    assert 'id="day-error"' in page
    assert 'value="17:45"' in page


def test_time_that_is_none_is_answered_in_our_words() -> None:
    page = read(client_of(make_traveller()), end="date", day="2026-07-10", at="nine")
    assert "Write a time, such as 09:00." in page


@pytest.mark.parametrize(
    ("fields", "ends_at"),
    [
        ({"end": "7"}, NOW + 7 * DAY),
        ({"end": "open"}, NOW + 30 * DAY),
        (
            {"end": "date", "day": "2026-07-10", "at": "09:30"},
            datetime(2026, 7, 10, 6, 30, tzinfo=UTC),
        ),
    ],
    ids=["days", "open", "date"],
)
def test_button_begins(fields: dict[str, str], ends_at: datetime) -> None:
    player = make_traveller()
    assert post(client_of(player), **fields) == 303
    vacation = queries.find_vacation(key_of(player))
    assert vacation is not None
    assert vacation.ends_at == ends_at


@pytest.mark.parametrize(
    ("day", "at", "ends_at"),
    [
        # Cairo's clocks go forward on 24 April 2026 at midnight, back on 30 October.
        ("2026-04-24", "09:00", datetime(2026, 4, 24, 6, tzinfo=UTC)),
        ("2026-04-24", "00:30", datetime(2026, 4, 23, 22, 30, tzinfo=UTC)),
        ("2026-04-23", "09:00", datetime(2026, 4, 23, 7, tzinfo=UTC)),
    ],
    ids=["after the change", "in the hour left out", "before the change"],
)
def test_named_time_is_of_the_readers_zone(day: str, at: str, ends_at: datetime) -> None:
    player, before = make_traveller(), datetime(2026, 4, 20, tzinfo=UTC)
    post(client_of(player), now=before, end="date", day=day, at=at)
    vacation = queries.find_vacation(key_of(player))
    assert vacation is not None
    assert vacation.ends_at == ends_at


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"end": "date"}, "Name the day."),
        ({"end": "date", "day": "soon"}, "Name the day."),
        ({"end": "date", "day": "2026-06-30"}, "That moment has passed."),
        ({"end": "date", "day": "2026-07-01", "at": "15:00"}, "That moment has passed."),
        ({"end": "a while"}, "Choose one of these."),
        ({"end": "date", "day": "9999-12-31", "at": "23:59"}, "Name the day."),
        ({"end": "date", "day": "0001-01-01", "at": "00:00"}, "Name the day."),
    ],
)
def test_end_that_is_none_is_complained_of(fields: dict[str, str], complaint: str) -> None:
    client = client_of(make_traveller())
    assert complaint in read(client, **fields)
    assert post(client, **fields) == 422
    assert not Vacation.objects.exists()


def test_button_pressed_twice_begins_once() -> None:
    player = make_traveller()
    client = client_of(player)
    assert [post(client, end="7"), post(client, end="7")] == [303, 303]
    assert Vacation.objects.count() == 1


def test_who_has_no_hours_left_reads_when_there_are_new_ones() -> None:
    player = make_traveller()
    go_away(player)
    client = client_of(player)
    post(client, END, now=NOW + 30 * DAY)
    assert post(client, now=NOW + 31 * DAY, end="7") == 409
    page = read(client, now=NOW + 31 * DAY)
    assert "You have thirty again on Friday 1 January 2027, 02:00 (Cairo)." in page
    assert 'name="end"' not in page


def test_who_has_no_hours_left_is_promised_no_stop() -> None:
    player = make_traveller()
    go_away(player)
    client = client_of(player)
    post(client, END, now=NOW + 30 * DAY)
    with clock.stopped_at(NOW + 30 * DAY):
        make_game(player, make_member())
    page = read(client, now=NOW + 31 * DAY)
    assert "so the clock goes on here too" in page
    assert "would stand still" not in page


# the games


def test_page_tells_games_apart_by_what_a_vacation_does() -> None:
    player = make_traveller()
    with clock.stopped_at(NOW):
        stopping, going_on = (make_game(player, make_member()) for _ in range(2))
    Game.objects.filter(pk=going_on.pk).update(stops_for_vacation=False)
    first, second = read(client_of(player)).split("Here your clock would stand still")
    assert "Here the clock goes on" in first
    assert going_on.get_absolute_url() in first
    assert stopping.get_absolute_url() in second


def test_page_tells_the_deadline_where_the_clock_goes_on() -> None:
    game = make_game_that_awaits(player := make_traveller())
    Game.objects.filter(pk=game.pk).update(stops_for_vacation=False)
    assert "until Friday 15:00, in about 2 days" in read(client_of(player))


@pytest.mark.parametrize("games", [1, 6])
def test_queries_of_the_page_whatever_the_number_of_games(games: int) -> None:
    player = make_traveller()
    with clock.stopped_at(NOW):
        for _ in range(games):
            make_game(player, make_member())
    client = client_of(player)
    read(client)
    with count_queries() as sent:
        read(client)
    # The bar's next game is one, and so is what stands above every page.
    assert len([sql for sql in sent if '"games_' in sql]) == 5


# being away


def test_page_of_who_is_away_has_the_end_and_its_button() -> None:
    player = make_traveller()
    go_away(player, until=NOW + 7 * DAY)
    page = read(client_of(player))
    assert "It ends on <b>Wednesday 8 July, 15:00 (Cairo)</b>" in page
    assert f'action="{END}"' in page
    assert 'name="end"' not in page


def test_button_ends() -> None:
    player = make_traveller()
    go_away(player)
    assert post(client_of(player), END, now=NOW + DAY) == 303
    assert queries.find_vacation(key_of(player)) is None


@pytest.mark.parametrize("path", ["/", "/new/", "/rules/", "/accounts/settings/"])
def test_every_page_says_that_its_reader_is_away(path: str) -> None:
    player = make_traveller()
    go_away(player, until=NOW + 7 * DAY)
    page = read(client_of(player), path)
    assert "<b>You are on vacation</b> until Wednesday 8 July." in page
    assert f'action="{END}"' in page


def test_table_says_it_in_one_line() -> None:
    player = make_traveller()
    game = make_game(player, make_member())
    go_away(player, until=NOW + 7 * DAY)
    page = " ".join(read(client_of(player), game.get_absolute_url()).split())
    assert f'On vacation until 8 July. <a href="{PAGE}">I am back</a>' in page
    assert "You are on vacation" not in page


@pytest.mark.parametrize("path", ["/", "/vacation/"])
def test_page_says_for_which_game_a_vacation_began_by_itself(path: str) -> None:
    player = make_traveller()
    game = save_by_vacation(player)
    other = game.seats.exclude(user=player.user_id).get()
    page = read(client_of(player), path, now=NOW + 3 * DAY)
    assert "egan by itself" in page
    assert f"the game with <bdi>{other.name}</bdi> would have been lost" in page


@pytest.mark.parametrize("path", ["/", "/rules/"])
def test_no_page_says_so_to_others(path: str) -> None:
    go_away(make_traveller())
    for client in (Client(), client_of(make_member()), client_of(make_guest())):
        assert END not in read(client, path)


@pytest.mark.parametrize("is_away", [True, False])
def test_line_costs_a_member_one_query_and_one_more_while_away(is_away: bool) -> None:
    player = make_traveller()
    if is_away:
        go_away(player)
    client = client_of(player)
    read(client, "/rules/")
    with count_queries() as sent:
        read(client, "/rules/")
    assert len([sql for sql in sent if 'FROM "games_vacation"' in sql]) == 1 + is_away


def test_stays_of_the_year_are_listed_with_their_hours() -> None:
    player = make_traveller()
    go_away(player)
    client = client_of(player)
    post(client, END, now=NOW + timedelta(hours=30))
    page = read(client, now=NOW + 9 * DAY)
    assert "Wednesday 1 July, 15:00 (Cairo)" in page
    assert "<b>1 day and 6 hours</b>" in page

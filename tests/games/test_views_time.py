"""The clock on the page of a game, what its player can do for who lets one wait, and the help."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from games import clock
from games.deadlines import GRACE
from games.models import (
    Bank,
    Game,
    GiftOfTime,
    Notice,
    NoticeKind,
    Outage,
    Player,
    Vacation,
)
from games.services.gifts import MOST_GIFTS, give_time_by_staff
from games.services.staff import hold_game
from games.services.time_out import end_due
from games.services.vacations import begin_vacation
from tests.games.factories import (
    make_game,
    make_game_against_computer,
    make_member,
    make_user,
    play,
    rig,
)
from tests.games.letters import prove_address
from tests.games.queries_sent import count_queries
from tests.games.visitors import address, client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def salma() -> Player:
    return Player(user_id=make_user(name="Salma").pk)


@pytest.fixture
def karim() -> Player:
    return Player(user_id=make_user(name="Karim").pk)


@pytest.fixture
def game(salma: Player, karim: Player) -> Game:
    """Salma waits for Karim's first play; both have two days a turn."""
    return rig(make_game(karim, salma))


def read(player: Player, path: str) -> str:
    return " ".join(client_of(player).get(path).content.decode().split())


def look(player: Player, game: Game) -> str:
    return read(player, address(game))


def set_clock(game: Game, *, left: timedelta, bank: timedelta = timedelta()) -> datetime:
    now = clock.now()
    Game.objects.filter(pk=game.pk).update(
        bank_at=now + left, deadline_at=now + left + bank, bank=Bank.DAY, bank_left_0=bank
    )
    return now


def give(player: Player, game: Game, **form: Any) -> Any:
    form = {"version": game.version, "given": 0, **form}
    return client_of(player).post(address(game, "give-time"), form)


def nudge(player: Player, game: Game) -> Any:
    return client_of(player).post(address(game, "nudge"), {"version": game.version})


def wait_long(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(last_play_at=clock.now() - timedelta(hours=13))


def lose_on_time(game: Game) -> None:
    past = clock.now() - GRACE - timedelta(seconds=1)
    Game.objects.filter(pk=game.pk).update(bank_at=past, deadline_at=past, stops_for_vacation=False)
    assert end_due() == 1


def test_table_tells_the_deadline_to_both(salma: Player, karim: Player, game: Game) -> None:
    set_clock(game, left=timedelta(hours=5, minutes=30))
    prove_address(get_user_model().objects.get(pk=salma.key))
    assert "in about 5 hours" in look(karim, game)
    page = look(salma, game)
    assert "in about 5 hours" in page
    assert "We write to you after the play." in page


def test_table_tells_what_was_agreed_and_both_banks(karim: Player, game: Game) -> None:
    set_clock(game, left=timedelta(hours=5), bank=timedelta(hours=20))
    page = look(karim, game)
    assert "2 days a turn, and a bank of 1 day" in page
    assert "<td>20 hours</td> <td>used up</td>" in page


def test_table_tells_a_bank_that_runs_as_it_is_now(karim: Player, game: Game) -> None:
    set_clock(game, left=-timedelta(hours=2, minutes=1), bank=timedelta(hours=10))
    page = look(karim, game)
    assert "your bank runs" in page
    assert "<td>7 hours</td>" in page


def test_table_against_the_computer_has_no_clock(salma: Player) -> None:
    assert "h-time" not in look(salma, make_game_against_computer(salma))


def test_table_on_hold_says_that_the_clock_stands(salma: Player, game: Game) -> None:
    hold_game(game.pk)
    page = look(salma, game)
    assert "on hold" in page
    assert "left when it goes on" in page
    assert address(game, "their-turn") not in page


def test_table_tells_of_the_others_vacation(salma: Player, karim: Player, game: Game) -> None:
    Vacation.objects.create(user_id=karim.user_id, ends_at=clock.now() + timedelta(days=3))
    assert "is on vacation until" in look(salma, game)


def test_who_waits_for_somebody_away_is_told_so_in_place_of_the_turn(
    salma: Player, karim: Player, game: Game
) -> None:
    begin_vacation(karim.key, until=clock.now() + timedelta(days=3))
    page = look(salma, game)
    assert page.count("; the clock stands still.") == 2
    assert address(game, "their-turn") not in page


def test_table_tells_of_an_outage_that_put_off_its_deadline(salma: Player, game: Game) -> None:
    now = clock.now()
    Outage.objects.create(began_at=now - timedelta(hours=2), ended_at=now)
    assert "The site was away" not in look(salma, game)
    set_clock(game, left=timedelta(hours=50))
    assert "The site was away for 2 hours" in look(salma, game)


def test_page_of_waiting_offers_both_acts(salma: Player, game: Game) -> None:
    wait_long(game)
    page = read(salma, address(game, "their-turn"))
    assert "Give 24 hours" in page
    assert "Send the mail" in page


def test_page_of_waiting_leads_to_the_table_on_ones_own_turn(karim: Player, game: Game) -> None:
    answer = client_of(karim).get(address(game, "their-turn"))
    assert answer.headers["Location"] == address(game)


def test_gift_puts_off_the_deadline_by_a_day(salma: Player, game: Game) -> None:
    before = game.deadline_at
    answer = give(salma, game)
    game.refresh_from_db()
    assert answer.status_code == 303
    assert game.deadline_at == before + timedelta(hours=24)


def test_gift_is_answered_with_the_new_deadline(salma: Player, game: Game) -> None:
    set_clock(game, left=timedelta(hours=3))
    client = client_of(salma)
    client.post(address(game, "give-time"), {"version": game.version, "given": 0})
    page = " ".join(client.get(address(game, "their-turn")).content.decode().split())
    assert re.search(r"note--ok.*Given\. \S*Karim\S* has until \w+ \d\d:\d\d\.", page)
    assert "Give another 24 hours" in page


def test_list_tells_both_where_a_vacation_stops_no_clock(
    salma: Player, karim: Player, game: Game
) -> None:
    Game.objects.filter(pk=game.pk).update(stops_for_vacation=False)
    begin_vacation(karim.key, until=clock.now() + timedelta(days=3))
    page = read(salma, "/")
    assert re.search(
        r"until [^·<]+, in about 47 hours · [^<]*; in this game the clock goes on", page
    )


def test_gift_is_told_to_both(salma: Player, karim: Player, game: Game) -> None:
    give(salma, game)
    assert "You gave 1 day more for this turn." in look(salma, game)
    assert "gave you 1 day more for this turn." in look(karim, game)


def test_gift_of_the_staff_is_told_as_theirs(karim: Player, game: Game) -> None:
    give_time_by_staff(game.pk, 5)
    assert "The staff gave 5 hours more for this turn." in look(karim, game)


def test_gift_of_an_earlier_turn_is_told_no_more(salma: Player, game: Game) -> None:
    give(salma, game)
    play(game, "4C")
    assert "1 day more" not in look(salma, game)


def test_gift_pressed_twice_is_given_once(salma: Player, game: Game) -> None:
    give(salma, game)
    answer = give(salma, game)
    assert answer.status_code == 409
    assert GiftOfTime.objects.count() == 1
    assert "4 times more" in answer.content.decode()


def test_gifts_that_are_used_up_say_so(salma: Player, game: Game) -> None:
    for given in range(MOST_GIFTS):
        give(salma, game, given=given)
    page = read(salma, address(game, "their-turn"))
    assert "You have given all the time" in page
    assert "Give 24 hours" not in page


def test_gift_without_its_turn_asks_again(salma: Player, game: Game) -> None:
    answer = give(salma, game, given="x")
    assert answer.status_code == 422
    assert not GiftOfTime.objects.exists()


def test_gift_for_a_turn_that_is_over_is_told_on_the_table(salma: Player, game: Game) -> None:
    play(game, "4C")
    answer = give(salma, game)
    assert answer.status_code == 409
    assert "has played meanwhile." in answer.content.decode()
    assert not GiftOfTime.objects.exists()


def test_nudge_owes_one_mail(salma: Player, game: Game) -> None:
    wait_long(game)
    assert nudge(salma, game).status_code == 303
    assert Notice.objects.filter(kind=NoticeKind.NUDGE).count() == 1


def test_nudge_is_not_offered_twice_a_day(salma: Player, game: Game) -> None:
    wait_long(game)
    nudge(salma, game)
    page = read(salma, address(game, "their-turn"))
    assert "Once a day is enough." in page
    assert "Send the mail" not in page


def test_nudge_that_is_too_early_says_when(salma: Player, game: Game) -> None:
    answer = nudge(salma, game)
    assert answer.status_code == 409
    assert "It is too early for that." in answer.content.decode()
    assert not Notice.objects.filter(kind=NoticeKind.NUDGE).exists()


def test_nudge_is_not_offered_while_the_clock_stands(salma: Player, game: Game) -> None:
    hold_game(game.pk)
    page = read(salma, address(game, "their-turn"))
    assert "nobody is waited for" in page


def test_outsider_gives_nothing(game: Game) -> None:
    assert give(make_member(), game).status_code == 404


def test_lost_on_time_is_told_as_such(salma: Player, karim: Player, game: Game) -> None:
    play(game, "4C")
    play(game, game.rounds.get().pack.split()[8])
    lose_on_time(game)
    assert "ran out for" in look(salma, game)
    assert "Your time ran out." in look(karim, game)
    assert "on time" in read(salma, "/")
    assert "Lost on time against" in read(karim, "/")
    assert "ran out for" in read(salma, address(game, "moves"))


def test_first_play_that_never_came_is_told_as_called_off(
    salma: Player, karim: Player, game: Game
) -> None:
    lose_on_time(game)
    page = look(salma, game)
    assert "The first play never came, so the game is called off." in page
    assert "This game counts for nobody." in page
    assert "a first play never came" in read(karim, "/")


def test_table_asks_for_what_was_added_only_where_something_was(salma: Player, game: Game) -> None:
    client = client_of(salma)
    client.get(address(game))
    with count_queries() as before:
        client.get(address(game))
    give_time_by_staff(game.pk, 5)
    with count_queries() as after:
        client.get(address(game))
    assert len(before) <= 8
    assert len(after) == len(before) + 2


@pytest.mark.parametrize("gifts", [0, 5])
def test_page_of_waiting_needs_few_queries_however_many_gifts(
    salma: Player, game: Game, gifts: int
) -> None:
    for _ in range(gifts):
        give_time_by_staff(game.pk, 1)
    client = client_of(salma)
    client.get(address(game, "their-turn"))
    with count_queries() as sent:
        client.get(address(game, "their-turn"))
    assert len(sent) <= 11


def test_help_names_the_numbers_of_the_code(salma: Player) -> None:
    page = read(salma, "/time/")
    for words in ("less than 1 minute late", "30 days of vacation", "1 day more", "After 60 days"):
        assert words in page
    assert "12 hours, 2 hours 24 minutes" in page

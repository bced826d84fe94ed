"""How the two at a table are called in sentences."""

import pytest

from games.engine.pair import Pair
from games.presenters.home import describe_result
from games.presenters.people import FIRST_STRONG, POP, STAR_COLOURS, Person, tell_apart
from games.presenters.result import Result, ResultSide

COMPUTER = Person("Computer", level="Strong")
KARIM = Person("Karim")


def make_result(them: Person, totals: tuple[int, int] = (50, 121)) -> Result:
    mine = ResultSide(Person("Salma"), total=totals[0], has_won=False, is_reader=True)
    theirs = ResultSide(them, total=totals[1], has_won=True, is_reader=False)
    return Result(
        sides=(mine, theirs),
        ended_by="played",
        is_void=False,
        actor=None,
        target=121,
        rounds=(),
    )


@pytest.mark.parametrize(
    ("has_won", "ended_by", "told"),
    [
        (True, "played", "Win over the computer"),
        (False, "played", "Loss to the computer"),
        (None, "played", "Draw with the computer"),
        (True, "resign", "Win over the computer, by resignation"),
        (False, "resign", "Resigned against the computer"),
        (True, "staff", "Win over the computer, decided by the staff"),
        (False, "staff", "Loss to the computer, decided by the staff"),
        (None, "staff", "Draw with the computer, decided by the staff"),
    ],
)
def test_result_says_by_what_it_came(has_won: bool | None, ended_by: str, told: str) -> None:
    said = describe_result(COMPUTER, has_won=has_won, is_void=False, ended_by=ended_by)
    assert said == told


def test_void_game_has_no_result() -> None:
    said = describe_result(COMPUTER, has_won=None, is_void=True, ended_by="staff")
    assert said == "No result against the computer"


def test_name_in_a_result_does_not_turn_the_sentence() -> None:
    told = describe_result(KARIM, has_won=True, is_void=False, ended_by="played")
    assert told == f"Win over {FIRST_STRONG}Karim{POP}"


def test_headline_begins_with_a_capital() -> None:
    assert make_result(COMPUTER).headline == "The computer wins"
    assert make_result(KARIM).headline == f"{FIRST_STRONG}Karim{POP} wins"


def test_winners_points_come_first() -> None:
    result = make_result(KARIM)
    assert result.title == "Karim and Salma, 121 to 50"
    assert result.own_title == f"{FIRST_STRONG}Karim{POP} wins, 121 to 50"


def test_score_is_left_out_where_none_was_booked() -> None:
    result = make_result(KARIM, totals=(0, 0))
    assert result.title == "Karim and Salma"
    assert result.own_title == f"{FIRST_STRONG}Karim{POP} wins"


def test_two_at_a_table_have_stars_of_different_colours() -> None:
    people = Pair(Person("Salma", number=3), Person("Karim", number=3 + STAR_COLOURS))
    assert tell_apart(people) == Pair(
        Person("Salma", number=3), Person("Karim", number=4 + STAR_COLOURS)
    )


def test_stars_stay_where_they_differ_already() -> None:
    people = Pair(Person("Salma", number=3), Person("Karim", number=5))
    assert tell_apart(people) == people

"""How the two at a table are called in sentences."""

import pytest

from games.presenters.home import describe_result
from games.presenters.people import FIRST_STRONG, POP, Person
from games.presenters.result import Result, ResultSide

COMPUTER = Person("Computer", level="Strong")
KARIM = Person("Karim")


def make_result(them: Person) -> Result:
    mine = ResultSide(Person("Salma"), total=50, has_won=False, is_reader=True)
    theirs = ResultSide(them, total=121, has_won=True, is_reader=False)
    return Result(
        sides=(mine, theirs),
        ended_by="played",
        is_void=False,
        actor=None,
        target=121,
        rounds=(),
    )


@pytest.mark.parametrize(
    ("has_won", "resigned", "told"),
    [
        (True, False, "Win over the computer"),
        (False, False, "Loss to the computer"),
        (False, True, "Resigned against the computer"),
        (None, False, "No result against the computer"),
    ],
)
def test_computer_has_its_article_in_a_result(
    has_won: bool | None, resigned: bool, told: str
) -> None:
    assert describe_result(COMPUTER, has_won=has_won, resigned=resigned) == told


def test_name_in_a_result_does_not_turn_the_sentence() -> None:
    told = describe_result(KARIM, has_won=True, resigned=False)
    assert told == f"Win over {FIRST_STRONG}Karim{POP}"


def test_headline_begins_with_a_capital() -> None:
    assert make_result(COMPUTER).headline == "The computer wins"
    assert make_result(KARIM).headline == f"{FIRST_STRONG}Karim{POP} wins"

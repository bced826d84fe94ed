"""The bill of a round adds up, and every point has its reason (R4)."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.capture import Basra
from games.engine.cards import PACK, Card, parse_cards
from games.engine.options import PRESETS, make_options
from games.engine.pair import Pair
from games.engine.play import BasraCount, Turn
from games.engine.round import Round, apply_play, deal_round, legal_plays
from games.engine.scoring import make_score, score_round
from games.presenters.bill import Bill, PlayedRound, Row, present_bill
from games.presenters.people import FIRST_STRONG, POP, Person

PEOPLE = Pair(Person("Salma"), Person("Karim"))
COMPUTER = Person("Computer", level="Regular")


def make_bill(state: Round, *, carried: int = 0, before: Pair[int]) -> Bill:
    played = PlayedRound(
        number=3,
        options=state.options,
        target=121,
        turns=state.turns,
        leftovers=state.leftovers,
        last_capturer=state.last_capturer,
        score=score_round(state, carried=carried),
        before=before,
        carried=carried,
    )
    return present_bill(played, people=PEOPLE, seat=0)


def write_bill(*turns: Turn, **columns: Any) -> Bill:
    """A bill of these turns only: basras are counted from them, other figures given."""
    options = make_options(columns.pop("preset", "basra-2"))
    cards = columns.pop("cards", Pair(29, 23))
    carried = columns.pop("carried", 0)
    basras = Pair(*(BasraCount(*(_count(turns, seat, kind) for kind in Basra)) for seat in (0, 1)))
    score = make_score(
        cards=cards,
        basras=basras,
        options=options,
        card_points=columns.pop("card_points", Pair(0, 0)),
        carried=carried,
    )
    played = PlayedRound(
        number=3,
        options=options,
        target=columns.pop("target", 121),
        turns=turns,
        leftovers=columns.pop("leftovers", ()),
        last_capturer=columns.pop("last_capturer", 0),
        score=score,
        before=columns.pop("before", Pair(50, 50)),
        carried=carried,
    )
    people = columns.pop("people", PEOPLE)
    return present_bill(played, people=people, seat=columns.pop("seat", 0))


def _count(turns: tuple[Turn, ...], seat: int, kind: Basra) -> int:
    return sum(turn.seat == seat and turn.basra == kind for turn in turns)


def turn(seat: int, card: str, took: str, basra: Basra | None = None) -> Turn:
    return Turn(seat=seat, card=Card(card), took=parse_cards(took), basra=basra)


def unmark(text: str) -> str:
    """Without the marks that keep a name in the other script from turning its sentence."""
    return text.replace(FIRST_STRONG, "").replace(POP, "")


def unmark_all(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(unmark, texts))


def row_of(bill: Bill, title: str) -> Row:
    return next(row for row in bill.rows if row.title == title)


def test_majority_goes_to_the_larger_pile() -> None:
    row = row_of(write_bill(), "Most cards")
    assert (row.you.figure, row.them.figure) == ("30", "–")


def test_each_basra_is_named_with_its_cards() -> None:
    row = row_of(
        write_bill(
            turn(0, "5S", "5C", Basra.PLAIN),
            turn(1, "9C", "9H", Basra.PLAIN),
            turn(0, "9D", "3D 6S", Basra.PLAIN),
        ),
        "Basra",
    )
    assert unmark_all(row.notes) == (
        "You: [5S] took [5C]; [9D] took [3D] [6S]",
        "Karim: [9C] took [9H]",
    )
    assert (row.you.figure, row.you.note) == ("20", "2 × 10")


def test_jack_basra_has_a_row_of_its_own() -> None:
    bill = write_bill(turn(1, "JH", "JS", Basra.JACK))
    assert row_of(bill, "Jack basra").them.note == "1 × 30"
    assert row_of(bill, "Basra").notes == ("None in this round.",)


@pytest.mark.parametrize(
    ("cards", "taker", "told"),
    [
        ("QS", 0, "The last card on the floor, [QS], went to you, who took last."),
        ("QS 4C", 0, "The last 2 cards on the floor, [QS] [4C], went to you, who took last."),
        ("QS", 1, "The last card on the floor, [QS], went to Karim, who took last."),
        ("QS 4C", 1, "The last 2 cards on the floor, [QS] [4C], went to Karim, who took last."),
    ],
)
def test_leftovers_are_named_with_who_gets_them(cards: str, taker: int, told: str) -> None:
    bill = write_bill(leftovers=parse_cards(cards), last_capturer=taker)
    assert unmark_all(row_of(bill, "Cards in the pile").notes) == (told,)


def test_leftovers_of_the_computer_are_told_with_its_article() -> None:
    bill = write_bill(leftovers=parse_cards("QS"), last_capturer=1, people=PEOPLE.put(1, COMPUTER))
    assert "went to the computer, who" in row_of(bill, "Cards in the pile").notes[0]


def test_round_without_capture_says_so() -> None:
    bill = write_bill(cards=Pair(0, 0), last_capturer=None)
    assert row_of(bill, "Cards in the pile").notes == ("Nobody took a card in this round.",)


def test_equal_piles_pay_nobody() -> None:
    """R4.2."""
    row = row_of(write_bill(cards=Pair(26, 26)), "Most cards")
    assert row.notes == ("Equal piles: for nobody.",)
    assert row.you.is_nothing
    assert row.them.is_nothing


def test_equal_piles_are_carried_where_the_rules_say_so() -> None:
    row = row_of(write_bill(cards=Pair(26, 26), preset="levant"), "Most cards")
    assert row.notes == ("Equal piles: 30 carried to the next round.",)


def test_carried_majority_is_itemised() -> None:
    row = row_of(write_bill(carried=30, preset="levant"), "Most cards")
    assert row.you.figure == "60"
    assert row.notes == ("30, and 30 carried into this round.",)


def test_card_points_are_itemised() -> None:
    bill = write_bill(
        turn(0, "JC", "2C TD AS"),
        turn(1, "AH", "AD"),
        preset="levant",
        card_points=Pair(7, 2),
    )
    row = row_of(bill, "Single cards")
    assert unmark_all(row.notes) == (
        "You: [AS] [JC], 1 each; [2C] 2; [TD] 3",
        "Karim: [AD] [AH], 1 each",
    )


def test_a_single_card_of_one_point_is_not_called_each() -> None:
    bill = write_bill(turn(0, "JC", "2C TD"), preset="levant", card_points=Pair(6, 0))
    assert row_of(bill, "Single cards").notes == ("You: [JC] 1; [2C] 2; [TD] 3",)


def test_reader_comes_first_also_in_the_second_seat() -> None:
    bill = write_bill(seat=1)
    assert row_of(bill, "Most cards").them.figure == "30"
    assert unmark_all(bill.names) == ("You", "Salma")


def test_what_is_still_needed_is_said() -> None:
    assert unmark_all(write_bill().needs) == (
        "You need 41 more for 121.",
        "Karim needs 71 more for 121.",
    )


def test_what_the_computer_needs_is_told_with_its_article() -> None:
    needs = write_bill(people=PEOPLE.put(1, COMPUTER)).needs
    assert needs[1] == "The computer needs 71 more for 121."


def test_nothing_is_needed_when_the_match_is_won() -> None:
    assert write_bill(before=Pair(100, 50)).needs == ()


def test_equal_totals_at_the_target_need_another_round() -> None:
    bill = write_bill(before=Pair(100, 130), cards=Pair(29, 23))
    assert bill.needs == ("Equal: another round decides.",)


def test_single_round_names_no_target() -> None:
    assert write_bill(before=Pair(0, 0), target=0).needs == ()


@given(pack=st.permutations(PACK), preset=st.sampled_from(sorted(PRESETS)), data=st.data())
def test_bill_adds_up(pack: list[Card], preset: str, data: st.DataObject) -> None:
    state = deal_round(tuple(pack), dealer=0, options=make_options(preset))
    chance = data.draw(st.randoms(use_true_random=False))
    while plays := legal_plays(state):
        state = apply_play(state, chance.choice(plays))
    bill = make_bill(state, before=Pair(12, 34))
    counted = [row for row in bill.rows if not row.is_count]
    sums = (_sum(row.you.figure for row in counted), _sum(row.them.figure for row in counted))
    assert sums == bill.round_points
    assert bill.totals == (12 + sums[0], 34 + sums[1])


def _sum(figures: Any) -> int:
    return sum(int(figure) for figure in figures if figure != "–")


@pytest.mark.parametrize(("before", "leader"), [((0, 50), 1), ((50, 0), 0), ((20, 50), None)])
def test_total_that_leads_is_marked(before: tuple[int, int], leader: int | None) -> None:
    assert write_bill(before=Pair(*before)).leader == leader

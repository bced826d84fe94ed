"""What a card would do, in words, and which cards on the floor it marks."""

import pytest
from django.template import Context, Template

from games.engine.cards import PACK, Card, parse_cards
from games.engine.options import make_options
from games.engine.view import Choice
from games.presenters.groups import split_groups
from games.presenters.preview import HandCard, _say_why_no_basra, preview_turn
from tests.games.positions import draw


def preview(floor: str, hand: str, preset: str = "basra-2", **options: object) -> HandCard:
    return preview_turn(draw(floor=floor, hand=hand, preset=preset, **options)).hand[0]


def marks(floor: str, hand: str) -> dict[str, str]:
    return {card.code: card.marks for card in preview_turn(draw(floor=floor, hand=hand)).floor}


def test_card_that_takes_says_what_it_takes_and_what_stays() -> None:
    card = preview("8H AC 7S KD QC", "8S")
    assert card.does == "[8S] takes [8H] and [AC]+[7S]."
    assert card.stays == "[KD] and [QC] stay."
    assert card.act == "Play the 8"


def test_more_than_two_cards_that_stay_are_counted() -> None:
    assert preview("8H KD QC 2S", "8S").stays == "3\u00a0cards stay."


def test_card_without_capture_is_laid() -> None:
    card = preview("8H KD", "3D")
    assert (card.does, card.stays) == ("[3D] takes nothing", "and stays on the floor.")
    assert card.act == "Lay the 3"


def test_jack_sweeps_without_basra() -> None:
    card = preview("8H AC KD", "JC")
    assert card.does == "[JC] sweeps all 3\u00a0cards."
    assert card.stays == "A jack’s sweep is no basra."
    assert card.basra == ""


def test_basra_names_its_points() -> None:
    card = preview("4C 3D", "7H", basra_points=12)
    assert card.does == "[7H] takes [3D]+[4C], the whole floor."
    assert card.basra == "basra, 12"


@pytest.mark.parametrize(
    ("floor", "hand", "basra"),
    [("JS", "JC", "jack basra, 30"), ("7D", "2C", "komi basra, 30"), ("QS QH", "7D", "basra, 10")],
)
def test_kind_of_basra_is_named(floor: str, hand: str, basra: str) -> None:
    assert preview(floor, hand).basra == basra


def test_komi_that_clears_more_than_a_card_could_is_no_basra() -> None:
    assert preview("5C 6S", "7D").stays.startswith("No basra")


def test_marks_name_the_hand_cards_that_would_take() -> None:
    found = marks("8H AC 7S KD", "8S JC")
    assert found == {"8H": "t1 t2", "AC": "t1 t2", "7S": "t1 t2", "KD": "t2"}


def test_several_ways_are_offered_the_largest_first() -> None:
    card = preview("AH 2C 5D 6S", "8S")
    assert [way.take for way in card.ways] == ["2C 5D AH", "2C 6S"]
    assert card.ways[1].leaves == "leaves [AH] [5D]"
    assert card.does == "[8S] can take in 2 ways."


def test_ways_mark_the_floor_each_for_itself() -> None:
    found = marks("AH 2C 5D 6S", "8S")
    assert found == {"AH": "w11", "2C": "w11 w12", "5D": "w11", "6S": "w12"}


def test_ways_that_differ_in_suits_only_are_one() -> None:
    """R2.2: floor 4C 4S 6H, a ten takes 6H with either four."""
    card = preview("4C 4S 6H", "TC")
    assert card.ways == ()
    assert card.take == "4C 6H"
    assert card.does == "[TC] takes [4C]+[6H]."


def test_ways_that_differ_in_the_komi_are_two() -> None:
    card = preview("7D 7S 3H", "TC", burnt_komi="seven")
    assert {way.take for way in card.ways} == {"3H 7D", "3H 7S"}


def test_ways_that_differ_in_card_points_are_two() -> None:
    """The 2 of clubs counts two points in the Levant, other twos none."""
    card = preview("2C 2S 8H", "TC", "levant")
    assert {way.take for way in card.ways} == {"2C 8H", "2S 8H"}


def test_ways_that_differ_in_suits_without_points_are_one_in_the_levant() -> None:
    assert preview("4C 4S 6H", "TC", "levant").ways == ()


def test_a_table_where_one_waits_previews_nothing() -> None:
    view = draw(floor="8H", hand="8S")
    waiting = type(view)(**{name: getattr(view, name) for name in view.__slots__} | {"choices": ()})
    found = preview_turn(waiting)
    assert found.hand[0].does == ""
    assert found.floor[0].marks == ""


@pytest.mark.parametrize(
    ("card", "take", "groups"),
    [
        ("8S", "8H AC 7S", [("8H",), ("AC", "7S")]),
        ("5C", "AC 2C 3C 4C", [("AC", "4C"), ("2C", "3C")]),
        ("QC", "QS 7D", [("7D",), ("QS",)]),
        ("JC", "2C KH", [("2C",), ("KH",)]),
    ],
)
def test_capture_splits_into_groups(card: str, take: str, groups: list[tuple[str, ...]]) -> None:
    found = split_groups(Card(card), parse_cards(take), make_options("basra-2"))
    assert sorted(found) == sorted(groups)


def render(source: str, **context: object) -> str:
    return Template("{% load sentences %}" + source).render(Context(context))


def test_cards_in_a_sentence_become_chips() -> None:
    html = render("{{ text|with_chips }}", text="[8S] takes [AC]+[7S].")
    assert html.count('class="chip') == 3
    assert '<span class="plus">+</span>' in html


def test_sentence_is_escaped() -> None:
    assert render("{{ text|with_chips }}", text="<b>[8S]").startswith("&lt;b&gt;<span")


def test_sentence_is_spoken_in_words() -> None:
    spoken = render("{{ text|in_words }}", text="[8S] takes [AC]+[7S].")
    assert spoken == "8 of spades takes ace of clubs 7 of spades."


def test_crowded_floor_is_parted_into_sums() -> None:
    """All twenty numerals up to five: a search that does not look ahead would take hours."""
    floor = [card for card in PACK if card.value and card.value <= 5]

    groups = split_groups(Card("TC"), floor, make_options("basra-2"))

    assert sorted(card for group in groups for card in group) == sorted(floor)
    assert [sum(card.value or 0 for card in group) for group in groups] == [10] * 6


def test_crowded_floor_that_a_jack_sweeps_is_taken_card_by_card() -> None:
    floor = [card for card in PACK if card.rank != "J"]
    groups = split_groups(Card("JC"), floor, make_options("basra-2"))
    assert len(groups) == len(floor)


@pytest.mark.parametrize(
    ("floor", "card", "options", "reason"),
    [
        ("5C 6S", "7D", {}, "No basra: that floor is more than one card could take."),
        ("KH 2C", "7D", {}, "No basra: that floor is more than one card could take."),
        ("5C 6S", "7D", {"preset": "levant"}, "No basra: that floor adds up to more than ten."),
        ("QC QS", "7D", {"preset": "levant"}, "By these rules the komi makes no basra on queens"),
        ("JC", "7D", {"preset": "levant"}, "By these rules the komi makes no basra on a jack."),
        ("JC JS", "7D", {}, "No basra: that floor is more than one card could take."),
        ("JC", "JD", {"preset": "levant"}, "No jack basra by these rules."),
        ("JC 5S", "JD", {}, "A jack’s sweep is no basra."),
    ],
)
def test_sweep_without_a_basra_says_why(
    floor: str, card: str, options: dict[str, str], reason: str
) -> None:
    assert preview(floor, card, **options).stays.startswith(reason)


@pytest.mark.parametrize(("floor", "card"), [("5C", "5D"), ("8S 7C AC", "7D"), ("JC", "JD")])
def test_last_card_without_a_basra_says_why(floor: str, card: str) -> None:
    """By R3.5; the choice is what `view_round` gives for the last play of the round."""
    options = make_options("basra-2", {"last_card_basra": False})
    choice = Choice(Card(card), frozenset(parse_cards(floor)), leaves=(), basra=None)
    assert _say_why_no_basra(choice, options) == "The last card of a round makes no basra."

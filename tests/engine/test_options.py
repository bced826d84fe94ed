"""The table of presets and options."""

from dataclasses import asdict, fields
from typing import Any

import pytest

from games.engine.errors import BadOption
from games.engine.options import CHOICES, PRESETS, Options, differences, make_options

TABLE = """
                     basra-1   basra-2   basra-v2  levant
majority_points      30        30        30        30
basra_points         10        10        10        10
jack_basra_points    30        30        30        30
komi_basra_points    30        30        10        10
jack_basra           True      True      True      False
majority_tie         nobody    nobody    nobody    carry
komi_basra           any_rank  any_rank  any_rank  total_ten
komi_on_court        True      True      True      False
komi_on_lone_jack    jack      jack      jack      none
burnt_komi           any       any       any       seven
card_points          none      none      none      classic
first_floor          4         4         4         4
floor_specials       bury      bury      bury      bury
capture_choice       player    player    player    player
last_card_basra      True      True      True      True
"""
HEAD, *ROWS = [line.split() for line in TABLE.strip().splitlines()]
NAMES = [field.name for field in fields(Options)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_presets_have_the_values_of_the_table(row: list[str]) -> None:
    name, *values = row
    found = [str(getattr(PRESETS[preset], name)) for preset in HEAD]
    assert found == values


def test_table_names_every_preset_and_option() -> None:
    assert (HEAD, [row[0] for row in ROWS]) == (list(PRESETS), NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_option_takes_its_values(name: str) -> None:
    for value in CHOICES.get(name, (0, 1, 100)):
        assert getattr(make_options("levant", {name: value}), name) == value


WRONG: dict[str, tuple[object, ...]] = {
    "points": (-1, 101, 10**40, 30.0, True, "30", None, [30]),
    "words": ("", "Any", "none ", 0, None, True, [], {}, "nobody2"),
    "switch": (0, 1, "true", None, 1.0, []),
    "numbers": (3, 0, 2.0, 4.0, "4", True, None),
}


def kind_of(name: str) -> str:
    if name not in CHOICES:
        return "points"
    return {str: "words", bool: "switch", int: "numbers"}[type(CHOICES[name][0])]


@pytest.mark.parametrize("name", NAMES)
def test_option_refuses_other_values(name: str) -> None:
    for value in WRONG[kind_of(name)]:
        with pytest.raises(BadOption):
            make_options("basra-2", {name: value})


@pytest.mark.parametrize("name", ["", "majority", "Jack_basra", "options", "__class__"])
def test_unknown_option_is_refused(name: str) -> None:
    with pytest.raises(BadOption):
        make_options("basra-2", {name: 1})


@pytest.mark.parametrize("preset", ["", "basra", "basra-3", "BASRA-1", None, 1, ["basra-1"]])
def test_unknown_preset_is_refused(preset: Any) -> None:
    with pytest.raises(BadOption):
        make_options(preset)


@pytest.mark.parametrize("preset", PRESETS)
def test_differences_make_the_same_options_again(preset: str) -> None:
    changed = make_options(preset, {"first_floor": 2, "basra_points": 7, "jack_basra": False})
    written = differences(preset, changed)
    assert make_options(preset, written) == changed
    assert all(value != asdict(PRESETS[preset])[name] for name, value in written.items())


def test_message_repeats_a_name_only_so_far_and_escaped() -> None:
    with pytest.raises(BadOption) as refusal:
        make_options("basra-2", {"\u202e<b>" * 1000: 1})
    assert len(str(refusal.value)) < 300
    assert str(refusal.value).isascii()


def test_message_names_values_as_json_does() -> None:
    with pytest.raises(BadOption, match=r"^jack_basra is one of true, false$"):
        make_options("basra-2", {"jack_basra": 1})

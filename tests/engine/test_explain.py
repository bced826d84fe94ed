"""Questions as `manage.py basra explain` gets them, answered by hand."""

from typing import Any

import pytest

from games.engine.errors import EngineError
from games.engine.explain import explain

DEFAULT: dict[str, Any] = {}
SEVEN = {"burnt_komi": "seven"}
LARGEST = {"capture_choice": "largest"}
TEN = {"komi_basra": "total_ten"}


def ask(play: str, floor: str, options: dict[str, Any] = DEFAULT) -> tuple[list[str], str | None]:
    question = {"preset": "basra-2", "options": options, "floor": floor.split(), "play": play}
    answer = explain(question)
    return [" ".join(capture) for capture in answer["captures"]], answer["basra"]


ANSWERS: list[tuple[str, str, dict[str, Any], list[str], str | None]] = [
    # nothing to take
    ("AC", "", DEFAULT, [], None),
    ("JC", "", DEFAULT, [], None),
    ("7D", "", DEFAULT, [], None),
    ("AC", "2C 3C TD", DEFAULT, [], None),
    ("2C", "AD", DEFAULT, [], None),
    ("TC", "9D 8D QD", DEFAULT, [], None),
    ("QC", "TD 2D", DEFAULT, [], None),
    ("KC", "TD 3D QH", DEFAULT, [], None),
    ("9C", "JD", DEFAULT, [], None),
    # the rank, all of it
    ("AC", "AD AH AS", DEFAULT, ["AD AH AS"], "plain"),
    ("KC", "KD KH KS QD", DEFAULT, ["KD KH KS"], None),
    ("QC", "QD", DEFAULT, ["QD"], "plain"),
    ("TC", "TD TH TS", DEFAULT, ["TD TH TS"], "plain"),
    # sums, one way
    ("2C", "AD AH", DEFAULT, ["AD AH"], "plain"),
    ("TC", "AC 2C 3C 4C", DEFAULT, ["2C 3C 4C AC"], "plain"),
    ("TC", "AC 9C 2C 8C 3C 7C 4C 6C", DEFAULT, ["2C 3C 4C 6C 7C 8C 9C AC"], "plain"),
    ("5C", "AD 2D 3D 4D 5D", DEFAULT, ["2D 3D 4D 5D AD"], "plain"),
    ("5C", "AD 2D 3D 4D 5D KD", DEFAULT, ["2D 3D 4D 5D AD"], None),
    ("6C", "AD AH AS 3D", DEFAULT, ["3D AD AH AS"], "plain"),
    ("4C", "AC AD AH AS", DEFAULT, ["AC AD AH AS"], "plain"),
    ("8C", "2C 2D 2H 2S", DEFAULT, ["2C 2D 2H 2S"], "plain"),
    # the same cards by two ways of adding up are one capture
    ("6C", "AD 2D 3D 4D 5D 3H", DEFAULT, ["2D 3D 3H 4D 5D AD"], "plain"),
    ("5C", "AC AD 4C 4D", DEFAULT, ["4C 4D AC AD"], "plain"),
    # choices
    ("2C", "AD AH AS", DEFAULT, ["AD AH", "AD AS", "AH AS"], None),
    ("5C", "2D 3D 3H 3S", DEFAULT, ["2D 3D", "2D 3H", "2D 3S"], None),
    ("5C", "2D 2H 3D", DEFAULT, ["2D 3D", "2H 3D"], None),
    ("5C", "2D 2H 3D 5H", DEFAULT, ["2D 3D 5H", "2H 3D 5H"], None),
    ("5C", "AD 2D 3D 2H", DEFAULT, ["2D 2H AD", "2D 3D", "2H 3D"], None),
    ("9C", "5D 4D AD 3D", DEFAULT, ["4D 5D", "3D 5D AD"], None),
    ("TC", "2D 4C 4S 5D AD", DEFAULT, ["2D 4C 4S", "4C 5D AD", "4S 5D AD"], None),
    ("8C", "5D 3D 2S 6S AH", DEFAULT, ["2S 3D 5D 6S", "2S 5D AH"], None),
    ("7C", "6D AD AH 4D 3D", DEFAULT, ["3D 4D 6D AD", "3D 4D 6D AH"], None),
    # a smaller set may be maximal too
    ("8C", "4D 4H 3D AD 5D", DEFAULT, ["3D 4D 4H 5D", "3D 4D AD", "3D 4H AD"], None),
    # the largest, and the first of equals
    ("2C", "AD AH AS", LARGEST, ["AD AH"], None),
    ("TC", "2D 4C 4S 5D AD", LARGEST, ["2D 4C 4S"], None),
    ("8C", "5D 3D 2S 6S AH", LARGEST, ["2S 3D 5D 6S"], None),
    ("9C", "5D 4D AD 3D", LARGEST, ["3D 5D AD"], None),
    ("8C", "8D KD", LARGEST, ["8D"], None),
    ("8C", "KD", LARGEST, [], None),
    # jack
    ("JC", "2D", DEFAULT, ["2D"], None),
    ("JC", "JD", DEFAULT, ["JD"], "jack"),
    ("JC", "JD", {"jack_basra": False}, ["JD"], None),
    ("JC", "JD JH", DEFAULT, ["JD JH"], None),
    ("JC", "7D", DEFAULT, ["7D"], "komi"),
    ("JC", "7D", {"jack_basra": False}, ["7D"], "komi"),
    ("JC", "7D", SEVEN, ["7D"], None),
    ("JC", "7D 2C", DEFAULT, ["2C 7D"], None),
    # played komi
    ("7D", "7C", DEFAULT, ["7C"], "plain"),
    ("7D", "QC QD", DEFAULT, ["QC QD"], "plain"),
    ("7D", "QC QD", {"komi_on_court": False}, ["QC QD"], None),
    ("7D", "QC KC", DEFAULT, ["KC QC"], None),
    ("7D", "JC", DEFAULT, ["JC"], "jack"),
    ("7D", "JC", {"komi_on_lone_jack": "plain"}, ["JC"], "plain"),
    ("7D", "JC", {"komi_on_lone_jack": "none"}, ["JC"], None),
    ("7D", "JC JD", DEFAULT, ["JC JD"], None),
    ("7D", "TC 5C 4C AC", DEFAULT, ["4C 5C AC TC"], "plain"),
    ("7D", "TC 5C 4C AC", TEN, ["4C 5C AC TC"], None),
    ("7D", "4C 6C", TEN, ["4C 6C"], "plain"),
    ("7D", "2C 2D 3C", DEFAULT, ["2C 2D 3C"], "plain"),
    ("7D", "5C 6C", DEFAULT, ["5C 6C"], None),
    ("7D", "5C 6C QC", DEFAULT, ["5C 6C QC"], None),
    ("7D", "4C 4D 6C 6D", DEFAULT, ["4C 4D 6C 6D"], "plain"),
    # the komi on the floor
    ("KC", "7D", DEFAULT, ["7D"], "komi"),
    ("KC", "7D", SEVEN, [], None),
    ("7C", "7D", SEVEN, ["7D"], "plain"),
    ("7C", "7D", DEFAULT, ["7D"], "komi"),
    ("9C", "7D 2C", DEFAULT, ["7D"], None),
    ("9C", "7D 2C", SEVEN, ["2C 7D"], "plain"),
    ("AC", "7D 2C 3C", DEFAULT, ["7D"], None),
    ("5C", "7D 2C 3C", DEFAULT, ["2C 3C 7D"], "plain"),
    ("TC", "7D 3C 3D", SEVEN, ["3C 7D", "3D 7D"], None),
    ("TC", "7D 3C 7H", SEVEN, ["3C 7D", "3C 7H"], None),
    ("TC", "7D 3C 7H", DEFAULT, ["3C 7D 7H"], "plain"),
    ("QC", "7D QD QH", DEFAULT, ["7D QD QH"], "plain"),
    ("6C", "7D", SEVEN, [], None),
    # sixteen cards
    ("KC", "AC AD AH AS 2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H 4S", DEFAULT, [], None),
]


@pytest.mark.parametrize(
    ("play", "floor", "options", "captures", "basra"),
    ANSWERS,
    ids=[f"{play} on {floor or 'nothing'} {options or ''}" for play, floor, options, *_ in ANSWERS],
)
def test_answer(
    play: str, floor: str, options: dict[str, Any], captures: list[str], basra: str | None
) -> None:
    assert ask(play, floor, options) == (sorted(captures), basra)


FINE = {"preset": "basra-2", "options": {}, "floor": ["AC"], "play": "8H"}


def test_options_may_be_left_out() -> None:
    assert explain({name: FINE[name] for name in ("preset", "floor", "play")}) == explain(FINE)


@pytest.mark.parametrize(
    "change",
    [
        {"preset": None},
        {"preset": "basra"},
        {"preset": ["basra-2"]},
        {"preset": 2},
        {"options": None},
        {"options": []},
        {"options": {"burnt_komi": "some"}},
        {"options": {"jack_basra": 1}},
        {"options": {"unknown": 1}},
        {"floor": None},
        {"floor": "AC"},
        {"floor": {}},
        {"floor": ["AC", "AC"]},
        {"floor": ["AC", "8H"]},
        {"floor": ["AC", None]},
        {"floor": ["AC", ["2C"]]},
        {"floor": ["ac"]},
        {"floor": [""]},
        {"floor": [1]},
        {"play": None},
        {"play": ""},
        {"play": "8h"},
        {"play": "88"},
        {"play": ["8H"]},
        {"play": {"card": "8H"}},
        {"hand": []},
        {"": 1},
    ],
    ids=str,
)
def test_bad_question_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(EngineError):
        explain(FINE | change)


@pytest.mark.parametrize("name", ["preset", "floor", "play"])
def test_incomplete_question_is_refused(name: str) -> None:
    with pytest.raises(EngineError, match=f"{name} is missing"):
        explain({key: value for key, value in FINE.items() if key != name})


@pytest.mark.parametrize("question", [None, [], "AC", 1, True])
def test_what_is_no_object_is_refused(question: object) -> None:
    with pytest.raises(EngineError):
        explain(question)


def test_floor_of_seventeen_is_refused_with_its_size() -> None:
    floor = [f"{rank}{suit}" for rank in "A234" for suit in "CDHS"] + ["KD"]
    with pytest.raises(EngineError, match="17 cards: at most 16"):
        explain(FINE | {"floor": floor})

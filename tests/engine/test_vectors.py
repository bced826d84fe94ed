"""The published vectors, each by its name."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.engine.cards import PACK, parse_cards
from games.engine.explain import explain
from games.engine.options import make_options
from games.engine.pair import Pair
from games.engine.play import BasraCount
from games.engine.record import format_record, parse_record
from games.engine.replay import format_outcome, replay_record
from games.engine.round import deal_round
from games.engine.scoring import Match, make_score

FOLDER = Path(__file__).with_name("vectors")


def load(name: str, letters: str = "") -> list[Any]:
    vectors = json.loads((FOLDER / name).read_text())
    return [
        pytest.param(vector, id=vector["id"])
        for vector in vectors
        if not letters or vector["id"][0] in letters
    ]


def basras_of(data: list[dict[str, int]]) -> Pair[BasraCount]:
    return Pair(*(BasraCount(**counts) for counts in data))


@pytest.mark.parametrize("vector", load("captures.json"))
def test_capture_vector(vector: dict[str, Any]) -> None:
    for preset in vector["presets"]:
        question = {"preset": preset} | {
            name: vector[name] for name in ("options", "floor", "play")
        }
        expected = {
            "captures": sorted(map(sorted, vector["captures"])),
            "basra": vector["basra"],
        }
        assert explain({"preset": preset, **question}) == expected, preset


@pytest.mark.parametrize("vector", load("scoring.json", "S"))
def test_scoring_vector(vector: dict[str, Any]) -> None:
    options = make_options(vector["preset"], vector["options"])
    several = "rounds" in vector
    rounds = vector["rounds"] if several else [vector]
    carried, paid = 0, []
    for given in rounds:
        score = make_score(
            cards=Pair(*given["cards"]),
            basras=basras_of(given.get("basras", [{}, {}])),
            options=options,
            carried=carried,
        )
        carried = score.carried
        paid.append(list(score.points))
    assert paid == (vector["round_points"] if several else [vector["round_points"]])


@pytest.mark.parametrize("vector", load("scoring.json", "M"))
def test_match_vector(vector: dict[str, Any]) -> None:
    # A bill over exactly these points: equal piles, and basras of one point each.
    options = make_options(vector["preset"], vector["options"] | {"basra_points": 1})
    first, second = vector["round"]
    score = make_score(
        cards=Pair(26, 26),
        basras=Pair(BasraCount(plain=first), BasraCount(plain=second)),
        options=options,
    )
    match = Match(options, vector["target"], totals=Pair(*vector["before"])).book(score)
    assert (list(match.totals), match.winner) == (vector["after"], vector["winner"])


@pytest.mark.parametrize("vector", load("scoring.json", "D"))
def test_deal_vector(vector: dict[str, Any]) -> None:
    top = parse_cards(" ".join(vector["pack_top"]))
    pack = (*top, *(card for card in PACK if card not in top))
    options = make_options(vector["preset"], vector["options"])
    state = deal_round(pack, dealer=0, options=options)
    bottom = state.pack[-len(vector["pack_bottom"]) :]
    assert (sorted(state.floor), list(bottom)) == (vector["floor"], vector["pack_bottom"])


@pytest.mark.parametrize("vector", load("records.json"))
def test_record_vector(vector: dict[str, Any]) -> None:
    assert format_outcome(replay_record(parse_record(vector["record"]))) == vector["outcome"]


@pytest.mark.parametrize("vector", load("records.json"))
def test_record_vector_is_exported_as_it_was_read(vector: dict[str, Any]) -> None:
    record = parse_record(vector["record"])
    assert parse_record(json.loads(json.dumps(format_record(record)))) == record

"""The game record: what it says, and what is refused, with its place."""

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest

from games.engine.capture import legal_captures
from games.engine.cards import Card
from games.engine.errors import BadRecord
from games.engine.record import Ended, Record, format_record, parse_record
from games.engine.replay import Outcome, format_outcome, replay_record
from games.engine.round import apply_play, deal_round, resolve_play
from tests.engine.play import random_match

Data = dict[str, Any]


def make_data(seed: int = 11, *, target: int = 0, rounds: int = 40) -> Data:
    record, _ = random_match(random.Random(seed), target=target, rounds=rounds)
    return format_record(record)


def replay(data: object) -> Outcome:
    return replay_record(parse_record(data))


def refusal(data: object) -> BadRecord:
    with pytest.raises(BadRecord) as refused:
        replay(data)
    return refused.value


def change(path: str, value: object) -> Callable[[Data], None]:
    """A change at a place such as `rounds.0.plays.3.card`; what is `...` is taken away."""

    def apply(data: Data) -> None:
        *parents, last = [int(name) if name.isdigit() else name for name in path.split(".")]
        place: Any = data
        for name in parents:
            place = place[name]
        if value is ...:
            del place[last]
        else:
            place[last] = value

    return apply


REFUSED = [
    ("preset", ..., "record"),
    ("target", ..., "record"),
    ("rounds", ..., "record"),
    ("more", 1, "record"),
    ("seed", "00", "record"),
    ("preset", None, "preset"),
    ("preset", "basra-9", "preset"),
    ("preset", ["basra-1"], "preset"),
    ("preset", 1, "preset"),
    ("options", None, "options"),
    ("options", [], "options"),
    ("options", {"first_floor": 3}, "options"),
    ("options", {"first_floor": True}, "options"),
    ("options", {"first_floor": None}, "options"),
    ("options", {"nothing": 1}, "options"),
    ("options", {"majority_points": 1e1}, "options"),
    ("target", None, "target"),
    ("target", "61", "target"),
    ("target", 61.0, "target"),
    ("target", False, "target"),
    ("target", 9, "target"),
    ("target", 1001, "target"),
    ("target", 10**400, "target"),
    ("rules", None, "rules"),
    ("rules", 2, "rules"),
    ("rules", 0, "rules"),
    ("rules", True, "rules"),
    ("rules", 1.0, "rules"),
    ("rules", "1", "rules"),
    ("rounds", None, "rounds"),
    ("rounds", {}, "rounds"),
    ("rounds", "", "rounds"),
    ("rounds.0", None, "rounds[0]"),
    ("rounds.0", [], "rounds[0]"),
    ("rounds.0.dealer", ..., "rounds[0]"),
    ("rounds.0.pack", ..., "rounds[0]"),
    ("rounds.0.plays", ..., "rounds[0]"),
    ("rounds.0.seed", "00", "rounds[0]"),
    ("rounds.0.dealer", None, "rounds[0].dealer"),
    ("rounds.0.dealer", 2, "rounds[0].dealer"),
    ("rounds.0.dealer", -1, "rounds[0].dealer"),
    ("rounds.0.dealer", True, "rounds[0].dealer"),
    ("rounds.0.dealer", 0.0, "rounds[0].dealer"),
    ("rounds.0.dealer", "0", "rounds[0].dealer"),
    ("rounds.0.pack", None, "rounds[0].pack"),
    ("rounds.0.pack", "7C 2D", "rounds[0].pack"),
    ("rounds.0.pack", [], "rounds[0].pack"),
    ("rounds.0.pack.51", ..., "rounds[0].pack"),
    ("rounds.0.pack.51", None, "rounds[0].pack"),
    ("rounds.0.pack.51", "1C", "rounds[0].pack"),
    ("rounds.0.pack.51", "7c", "rounds[0].pack"),
    ("rounds.0.pack.51", "10C", "rounds[0].pack"),
    ("rounds.0.pack.51", ["7", "C"], "rounds[0].pack"),
    ("rounds.0.plays", None, "rounds[0].plays"),
    ("rounds.0.plays", {}, "rounds[0].plays"),
    ("rounds.0.plays.3", None, "rounds[0].plays[3]"),
    ("rounds.0.plays.3", "8H", "rounds[0].plays[3]"),
    ("rounds.0.plays.3", {}, "rounds[0].plays[3]"),
    ("rounds.0.plays.3.more", 1, "rounds[0].plays[3]"),
    ("rounds.0.plays.3.seat", 0, "rounds[0].plays[3]"),
    ("rounds.0.plays.3.card", ..., "rounds[0].plays[3]"),
    ("rounds.0.plays.3.card", None, "rounds[0].plays[3]"),
    ("rounds.0.plays.3.card", 8, "rounds[0].plays[3]"),
    ("rounds.0.plays.3.card", "XX", "rounds[0].plays[3]"),
    ("rounds.0.plays.3.card", "", "rounds[0].plays[3]"),
    ("rounds.0.plays.3.take", None, "rounds[0].plays[3]"),
    ("rounds.0.plays.3.take", "8H", "rounds[0].plays[3]"),
    ("rounds.0.plays.3.take", {}, "rounds[0].plays[3]"),
    ("rounds.0.plays.3.take", [None], "rounds[0].plays[3]"),
    ("rounds.0.plays.3.take", [["8H"]], "rounds[0].plays[3]"),
    ("rounds.0.plays.3.take", ["8H", "8H"], "rounds[0].plays[3]"),
    ("ended", None, "ended"),
    ("ended", "resign", "ended"),
    ("ended", {}, "ended"),
    ("ended", {"by": "resign"}, "ended"),
    ("ended", {"winner": 0}, "ended"),
    ("ended", {"by": "boredom", "winner": 0}, "ended"),
    ("ended", {"by": None, "winner": 0}, "ended"),
    ("ended", {"by": ["resign"], "winner": 0}, "ended"),
    ("ended", {"by": "resign", "winner": 2}, "ended"),
    ("ended", {"by": "resign", "winner": True}, "ended"),
    ("ended", {"by": "resign", "winner": "0"}, "ended"),
    ("ended", {"by": "resign", "winner": 0, "at": 1}, "ended"),
]


@pytest.mark.parametrize(
    ("path", "value", "at"), REFUSED, ids=[f"{path}={value!r:.30}" for path, value, _ in REFUSED]
)
def test_record_is_refused_with_its_place(path: str, value: object, at: str) -> None:
    data = make_data()
    change(path, value)(data)
    assert refusal(data).at == at


@pytest.mark.parametrize("data", [None, [], "", 0, True, [{}]])
def test_what_is_no_object_is_refused(data: object) -> None:
    assert refusal(data).at == "record"


def test_illegal_play_is_refused_with_its_place_and_reason() -> None:
    data = make_data()
    plays = data["rounds"][0]["plays"]
    plays[3] = plays[4]
    assert (refusal(data).at, str(refusal(data))) == (
        "rounds[0].plays[3]",
        "illegal play: not in hand",
    )


def test_capture_that_is_not_there_is_refused() -> None:
    data = make_data()
    play = next(play for play in data["rounds"][0]["plays"] if not play["take"])
    place = data["rounds"][0]["plays"].index(play)
    play["take"] = ["KC" if play["card"] != "KC" else "KD"]
    assert refusal(data).at == f"rounds[0].plays[{place}]"


def test_empty_take_is_refused_where_the_card_captures() -> None:
    data = make_data()
    place, play = next(
        (place, play) for place, play in enumerate(data["rounds"][0]["plays"]) if play["take"]
    )
    play["take"] = []
    assert refusal(data).at == f"rounds[0].plays[{place}]"


def test_play_after_the_end_of_the_round_is_refused() -> None:
    data = make_data()
    data["rounds"][0]["plays"].append({"card": "8H"})
    assert refusal(data).at == "rounds[0].plays[48]"


def test_list_of_plays_without_end_is_refused() -> None:
    data = make_data()
    data["rounds"][0]["plays"] *= 100
    assert refusal(data).at == "rounds[0].plays[50]"


def test_dealer_that_does_not_alternate_is_refused() -> None:
    data = make_data(target=200)
    data["rounds"][1]["dealer"] = data["rounds"][0]["dealer"]
    assert refusal(data).at == "rounds[1].dealer"


def test_round_after_an_unfinished_one_is_refused() -> None:
    data = make_data(target=200)
    data["rounds"][1]["plays"].pop()
    assert refusal(data).at == "rounds[2]"


def test_round_after_the_deciding_one_is_refused() -> None:
    data = make_data(target=100)
    extra = copy.deepcopy(data["rounds"][-2])
    data["rounds"].append(extra | {"plays": []})
    assert refusal(data).at == f"rounds[{len(data['rounds']) - 1}]"


def test_two_hundred_rounds_are_replayed_and_no_more() -> None:
    data = make_data(target=1000, rounds=2)
    tie = {"majority_points": 0, "basra_points": 0, "jack_basra_points": 0, "komi_basra_points": 0}
    data |= {"target": 0, "options": data["options"] | tie | {"card_points": "none"}}
    data["rounds"] = data["rounds"] * 100
    assert len(replay(data).rounds) == 200
    data["rounds"].append(data["rounds"][0])
    assert refusal(data).at == "rounds"


def test_ending_against_a_result_by_points_is_refused() -> None:
    data = make_data(target=61) | {"ended": {"by": "resign", "winner": 0}}
    assert refusal(data).at == "ended"


@pytest.mark.parametrize("by", ["resign", "time", "abort", "staff"])
@pytest.mark.parametrize("winner", [0, 1, None])
def test_match_ended_otherwise_has_the_winner_of_the_record(by: str, winner: int | None) -> None:
    data = make_data(target=1000, rounds=2) | {"ended": {"by": by, "winner": winner}}
    del data["rounds"][1]["plays"][20:]
    outcome = replay(data)
    assert outcome.winner == winner
    assert outcome.rounds[1].points == (0, 0)
    assert outcome.match.totals == outcome.rounds[0].points


def test_take_may_be_left_out_where_one_capture_is_legal() -> None:
    data = make_data()
    record = parse_record(data)
    state = deal_round(
        record.rounds[0].pack, dealer=record.rounds[0].dealer, options=record.options
    )
    left_out = 0
    for play in data["rounds"][0]["plays"]:
        captures = legal_captures(Card(play["card"]), state.floor, record.options)
        state = apply_play(state, resolve_play(state, Card(play["card"]), frozenset(play["take"])))
        if len(captures) == 1:
            left_out += bool(play.pop("take"))
    assert left_out > 5
    assert replay(data).rounds[0].state == state


def test_order_of_take_is_free() -> None:
    data = make_data()
    turned = copy.deepcopy(data)
    for play in turned["rounds"][0]["plays"]:
        play["take"].reverse()
    assert parse_record(turned) == parse_record(data)


def test_rules_and_options_may_be_left_out() -> None:
    data = make_data(3)
    data |= {"preset": "basra-2", "options": {}, "rounds": []}
    assert parse_record(data) == parse_record(
        {name: data[name] for name in ("preset", "target", "rounds")}
    )


def test_record_may_stop_before_the_first_round() -> None:
    data = {"preset": "levant", "target": 61, "rounds": []}
    assert format_outcome(replay(data)) == {"rounds": [], "totals": [0, 0], "winner": None}


def test_unfinished_round_has_no_points_and_no_winner() -> None:
    data = make_data()
    del data["rounds"][0]["plays"][47:]
    outcome = format_outcome(replay(data))
    assert (outcome["rounds"][0]["points"], outcome["totals"]) == ([0, 0], [0, 0])
    assert outcome["winner"] is None


def test_record_without_plays_has_its_floor() -> None:
    data = make_data()
    data["rounds"][0]["plays"] = []
    played = format_outcome(replay(data))["rounds"][0]
    assert played["plays"] == []
    assert played["floor_start"] == sorted(played["floor_start"])
    assert len(played["floor_start"]) in (2, 4)


@pytest.mark.parametrize("ended", [None, Ended("resign", 1), Ended("staff", None)])
def test_record_is_written_and_read_back(ended: Ended | None) -> None:
    for seed in range(20):
        record, _ = random_match(random.Random(seed), target=121, rounds=3)
        record = Record(record.preset, record.options, 121, record.rounds, ended)
        assert parse_record(format_record(record)) == record


def test_refused_text_is_repeated_only_so_far() -> None:
    data = make_data() | {"\u202e<script>" * 10_000: 1}
    assert len(str(refusal(data))) < 400

"""The provable shuffle: its vectors, its fairness, its script."""

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games.engine.cards import PACK, format_cards
from games.engine.errors import BadShuffle
from games.engine.shuffle import derive_dealer, derive_pack, make_commitment

DOCS = Path(__file__).parents[2] / "docs"
VECTORS = json.loads((DOCS / "shuffle_vectors.json").read_text())
SEED = bytes(range(32))


def run_script(*arguments: str) -> subprocess.CompletedProcess[str]:
    script = [sys.executable, "-I", "-S", str(DOCS / "verify_shuffle.py"), *arguments]
    return subprocess.run(script, capture_output=True, text=True, timeout=30, check=False)


def test_there_are_five_first_rounds_and_a_later_one() -> None:
    assert [vector["dealer"] is not None for vector in VECTORS] == [True] * 5 + [False]


@pytest.mark.parametrize(
    "vector", VECTORS, ids=lambda vector: f"{vector['game']}-{vector['round']}"
)
def test_vector(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(vector["seed"])
    game, number = vector["game"], vector["round"]
    assert make_commitment(seed, game=game, number=number) == vector["commitment"]
    assert format_cards(derive_pack(seed, game=game, number=number)) == vector["pack"]
    if number == 1:
        assert derive_dealer(seed, game=game) == vector["dealer"]


def test_page_walks_through_the_first_vector() -> None:
    page = (DOCS / "shuffle.md").read_text()
    first = VECTORS[0]
    assert first["commitment"] in page
    assert f"{first['pack'][:14]} ... {first['pack'][-11:]}" in page


def test_script_recomputes_the_vectors() -> None:
    done = run_script()
    assert (done.returncode, done.stdout.count("fits"), done.stderr) == (0, len(VECTORS), "")


@pytest.mark.parametrize("number", [1, 2, 37])
def test_script_and_engine_agree_on_other_seeds(number: int, tmp_path: Path) -> None:
    cases = []
    for seed in (bytes([number, other] * 16) for other in range(20)):
        game = f"Game_{seed[1]}-x"
        pack = derive_pack(seed, game=game, number=number)
        case = {"game": game, "round": number, "seed": seed.hex(), "version": 1, "pack": pack}
        case["commitment"] = make_commitment(seed, game=game, number=number)
        cases.append(case | ({"dealer": derive_dealer(seed, game=game)} if number == 1 else {}))
    proof = tmp_path / "proof.json"
    proof.write_text(json.dumps(cases))
    done = run_script(str(proof))
    assert (done.returncode, done.stdout.count("fits")) == (0, 20)


@pytest.mark.parametrize("name", ["commitment", "pack", "dealer", "seed", "game", "round"])
def test_script_finds_what_does_not_fit(name: str, tmp_path: Path) -> None:
    case = dict(VECTORS[0])
    case[name] = {
        "commitment": "0" * 64,
        "pack": " ".join(reversed(case["pack"].split())),
        "dealer": 1 - case["dealer"],
        "seed": "01" * 32,
        "game": "another",
        "round": 2,
    }[name]
    proof = tmp_path / "proof.json"
    proof.write_text(json.dumps(case))
    done = run_script(str(proof))
    assert (done.returncode, "WRONG" in done.stdout) == (1, True)


def test_script_answers_from_the_command_line() -> None:
    first = VECTORS[0]
    asked = ["--seed", first["seed"], "--game", first["game"], "--round", "1"]
    assert first["pack"] in run_script(*asked).stdout
    assert run_script(*asked, "--pack", first["pack"]).returncode == 0
    assert run_script(*asked, "--dealer", str(1 - first["dealer"])).returncode == 1


@pytest.mark.parametrize(
    "text", ["", "{}", "null", "[1]", '{"seed": "00", "game": "a", "round": 1}', "[" * 100_000]
)
def test_script_says_in_a_sentence_what_it_does_not_understand(text: str, tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    proof.write_text(text)
    done = run_script(str(proof))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Not understood: ")
    assert "Traceback" not in done.stderr


def test_script_does_not_find_a_missing_file(tmp_path: Path) -> None:
    assert run_script(str(tmp_path / "nothing.json")).returncode == 2


def test_pack_is_the_52_cards() -> None:
    assert set(derive_pack(SEED, game="a", number=1)) == set(PACK)


def test_every_part_of_the_subject_changes_pack_and_commitment() -> None:
    subjects = [(SEED, "a", 1), (SEED, "a", 2), (SEED, "b", 1), (SEED[::-1], "a", 1)]
    packs = {derive_pack(seed, game=game, number=number) for seed, game, number in subjects}
    commitments = {make_commitment(seed, game=game, number=n) for seed, game, n in subjects}
    assert len(packs) == len(commitments) == len(subjects)


def test_subjects_cannot_be_confused() -> None:
    assert make_commitment(SEED, game="a1", number=1) != make_commitment(SEED, game="a", number=11)


@pytest.mark.parametrize("seed", [b"", SEED[:-1], SEED + b"x"])
def test_seed_of_another_length_is_refused_and_not_repeated(seed: bytes) -> None:
    for derive in (derive_pack, make_commitment):
        with pytest.raises(BadShuffle) as refusal:
            derive(seed, game="a", number=1)
        assert seed.hex()[:16] not in str(refusal.value) or not seed


@pytest.mark.parametrize("game", ["", "a:1", "a b", "ä", "a\n", "٣"])
def test_game_that_is_no_public_id_is_refused(game: str) -> None:
    with pytest.raises(BadShuffle):
        make_commitment(SEED, game=game, number=1)


@pytest.mark.parametrize("number", [0, -1])
def test_round_that_is_no_number_is_refused(number: int) -> None:
    with pytest.raises(BadShuffle):
        derive_pack(SEED, game="a", number=number)


def test_unknown_version_is_refused() -> None:
    with pytest.raises(BadShuffle):
        derive_pack(SEED, game="a", number=1, version=2)


# Fairness, with seeds that are always the same: what is asserted never changes by chance. The
# bounds are those that a fair shuffle passes in all but one of some thousand runs.
PACKS = 4000


@pytest.fixture(scope="module")
def packs() -> list[tuple[str, ...]]:
    seeds = (number.to_bytes(32, "big") for number in range(PACKS))
    return [derive_pack(seed, game="fair", number=1) for seed in seeds]


def chi_square(found: Counter[Any], cells: int, draws: int) -> float:
    expected = draws / cells
    missing = (cells - len(found)) * expected
    return missing + sum((count - expected) ** 2 / expected for count in found.values())


def test_every_card_comes_to_every_place_equally_often(packs: list[tuple[str, ...]]) -> None:
    found = Counter((place, card) for pack in packs for place, card in enumerate(pack))
    # 51 x 51 degrees of freedom, whose standard deviation is 72
    assert abs(chi_square(found, 52 * 52, 52 * PACKS) - 51 * 51) < 3.3 * 72


@pytest.mark.parametrize("place", [0, 1, 25, 50, 51])
def test_every_card_comes_to_this_place_equally_often(
    place: int, packs: list[tuple[str, ...]]
) -> None:
    found = Counter(pack[place] for pack in packs)
    assert chi_square(found, 52, PACKS) < 90  # 51 degrees of freedom: 99.9 % are below 87


def test_neighbours_come_in_either_order(packs: list[tuple[str, ...]]) -> None:
    found = Counter(pack.index("AC") < pack.index("2C") for pack in packs)
    assert abs(found[True] - PACKS / 2) < 3.3 * (PACKS / 4) ** 0.5


def test_either_seat_deals_first_equally_often() -> None:
    seeds = (number.to_bytes(32, "big") for number in range(PACKS))
    second = sum(derive_dealer(seed, game="fair") for seed in seeds)
    assert abs(second - PACKS / 2) < 3.3 * (PACKS / 4) ** 0.5


def test_first_dealer_tells_nothing_about_the_top_card(packs: list[tuple[str, ...]]) -> None:
    seeds = (number.to_bytes(32, "big") for number in range(PACKS))
    dealers = [derive_dealer(seed, game="fair") for seed in seeds]
    red = [pack[0][1] in "DH" for pack in packs]
    same = sum(colour == bool(dealer) for colour, dealer in zip(red, dealers, strict=True))
    assert abs(same - PACKS / 2) < 3.3 * (PACKS / 4) ** 0.5

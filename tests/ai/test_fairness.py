"""No level can see a hidden card (R1.5)."""

import ast
import random
from dataclasses import fields
from pathlib import Path

import pytest

import games.ai
from games.ai import LEVELS, choose
from games.engine.observation import Observation
from games.engine.options import PRESETS, Options
from games.engine.pair import Pair, other
from games.engine.round import Round, deal_round
from tests.ai.arena import at_level, look, shuffled_packs, walk

BELOW_THE_STATE = {"capture", "cards", "errors", "observation", "options", "pair", "play", "worth"}
SETTINGS = (*PRESETS.values(), Options(first_floor=2), Options(floor_specials="keep"))


def list_positions(level: str) -> list[Round]:
    players = Pair(at_level(level), at_level("beginner"))
    positions: list[Round] = []
    for number, pack in enumerate(shuffled_packs(24, seed=11)):
        options = SETTINGS[number % len(SETTINGS)]
        state = deal_round(pack, dealer=1, options=options)
        positions += [seen for seen in walk(state, players, seed=number) if seen.to_move == 0]
    return positions


def hide_otherwise(state: Round, chance: random.Random) -> Round:
    """The same to the seat to move: hidden cards change places, but for the buried ones."""
    assert state.to_move is not None
    rival = other(state.to_move)
    places = [*state.hands[rival], *state.pack]
    hidden = [card for card in places if card not in state.buried]
    chance.shuffle(hidden)
    places = [card if card in state.buried else hidden.pop() for card in places]
    size = len(state.hands[rival])
    hands = state.hands.put(rival, tuple(places[:size]))
    return state._replace(hands=hands, pack=tuple(places[size:]))


@pytest.mark.parametrize("level", LEVELS)
def test_play_does_not_depend_on_hidden_cards(level: str) -> None:
    chance = random.Random(3)
    positions = list_positions(level)
    assert len(positions) >= 500
    for number, state in enumerate(positions):
        otherwise = hide_otherwise(state, chance)
        assert look(otherwise) == look(state)
        expected = choose(level, look(state), seed=number)
        assert choose(level, look(otherwise), seed=number) == expected


def test_observation_has_no_room_for_hidden_cards() -> None:
    holding_cards = {field.name for field in fields(Observation) if "Card" in str(field.type)}
    assert holding_cards == {"hand", "floor", "floor_start", "buried"}


def test_levels_import_nothing_that_holds_the_state() -> None:
    for path in Path(games.ai.__file__).parent.glob("*.py"):
        for name in list_imports(path):
            room, _, module = name.rpartition(".")
            assert room != "games.engine" or module in BELOW_THE_STATE, f"{path.name}: {name}"
            assert room in ("", "collections", "games.ai", "games.engine", "games"), name


def list_imports(path: Path) -> list[str]:
    nodes = list(ast.walk(ast.parse(path.read_text())))
    plain = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    return plain + [node.module or "." for node in nodes if isinstance(node, ast.ImportFrom)]

"""Whole matches through the one door."""

import random
from typing import Any

import pytest

from games.engine.options import CHOICES, PRESETS
from games.engine.record import format_record, parse_record
from games.engine.replay import format_outcome, replay_record
from games.engine.round import legal_plays
from games.models import Game, Move
from games.queries.audit import list_differences
from games.queries.record import NoRecord, get_record
from games.services.resign import resign
from tests.games.factories import make_game, play_to_end, play_turns, state_of

pytestmark = pytest.mark.django_db


def replay(game: Game) -> dict[str, Any]:
    """The outcome of the exported record, as a stranger would compute it."""
    return format_outcome(replay_record(parse_record(format_record(get_record(game.public_id)))))


def stored_outcome(game: Game) -> tuple[list[int], int | None]:
    return list(game.totals), game.winner


def make_options(seed: int) -> dict[str, Any]:
    chance = random.Random(seed)
    return {name: chance.choice(values) for name, values in CHOICES.items()}


@pytest.mark.parametrize("preset", PRESETS)
def test_record_of_a_match_replays_to_the_stored_result(preset: str) -> None:
    game = play_to_end(make_game(preset=preset, target=61), seed=1)
    outcome = replay(game)
    assert (outcome["totals"], outcome["winner"]) == stored_outcome(game)


@pytest.mark.parametrize("seed", range(6))
def test_match_by_any_options_fits_its_moves_and_its_record(seed: int) -> None:
    game = make_game(preset="levant", target=0, **make_options(seed))
    game = play_to_end(game, seed=seed)
    outcome = replay(game)
    assert (outcome["totals"], outcome["winner"]) == stored_outcome(game)
    assert list_differences(game) == []


def test_record_of_every_play_is_what_was_stored() -> None:
    game = play_to_end(make_game(target=61), seed=2)
    replayed = [play for row in replay(game)["rounds"] for play in row["plays"]]
    stored = Move.objects.filter(game=game).order_by("seq")
    assert [(play["seat"], play["card"], play["took"]) for play in replayed] == [
        (move.seat, move.card, move.took.split()) for move in stored
    ]


def test_record_of_a_resigned_match_names_the_winner() -> None:
    game = play_turns(make_game(), 10)
    resign(game_id=game.pk, seat=1, version=game.version)
    assert replay(game)["winner"] == 0


def test_running_game_has_no_record() -> None:
    with pytest.raises(NoRecord):
        get_record(make_game().public_id)


def test_cards_are_conserved_all_the_way() -> None:
    game = make_game(target=1000)
    chance = random.Random(4)
    while game.round_number == 1:
        state = state_of(game)
        places = [state.floor, *state.hands, *state.piles, state.pack]
        assert len({card for place in places for card in place}) == 52
        assert legal_plays(state)
        play_turns(game, game.version + chance.randint(1, 4))

"""What holds in every round, whatever the options and the plays."""

import random
from itertools import pairwise

import pytest
from hypothesis import given

from games.engine.capture import legal_captures
from games.engine.cards import JACKS, KOMI, PACK
from games.engine.options import PRESETS, SINGLE_ROUND, Options
from games.engine.pair import Pair
from games.engine.play import Play
from games.engine.record import format_record, parse_record
from games.engine.replay import replay_record
from games.engine.round import Round, apply_play, deal_round, legal_plays, resolve_play
from games.engine.scoring import score_round
from tests.engine.play import play_all, random_match, random_options, random_pack, random_round
from tests.engine.strategies import by_seed, rounds

MATCHES = 500


def everywhere(state: Round) -> list[str]:
    return [
        *state.floor,
        *state.pack,
        *(card for hand in state.hands for card in hand),
        *(card for pile in state.piles for card in pile),
    ]


@given(rounds)
def test_the_52_cards_are_there_at_every_moment(states: list[Round]) -> None:
    for state in states:
        assert sorted(everywhere(state)) == sorted(PACK)


@given(by_seed(lambda rng: rng))
def test_replaying_the_turns_gives_the_state(rng: random.Random) -> None:
    _, options = random_options(rng)
    pack = random_pack(rng)
    states = [deal_round(pack, dealer=1, options=options)]
    while not states[-1].is_over:
        states.append(apply_play(states[-1], rng.choice(legal_plays(states[-1]))))
    plays = tuple(Play(turn.card, frozenset(turn.took)) for turn in states[-1].turns)
    for number in (0, 1, len(plays) // 2, len(plays)):
        dealt = deal_round(pack, dealer=1, options=options)
        assert play_all(dealt, plays[:number]) == states[number]


@given(rounds)
def test_every_legal_play_is_accepted_and_changes_nothing_it_was_tried_on(
    states: list[Round],
) -> None:
    for state in states[:-1:7]:
        before = repr(state)
        for play in legal_plays(state):
            assert resolve_play(state, play.card, play.take) == play
            apply_play(state, play)
        assert repr(state) == before


@given(rounds)
def test_piles_are_what_the_turns_took(states: list[Round]) -> None:
    end = states[-1]
    gathered = Pair(0, 0)
    for turn in end.turns:
        if turn.took:
            gathered = gathered.put(turn.seat, gathered[turn.seat] + 1 + len(turn.took))
    left = len(end.leftovers)
    if end.last_capturer is not None:
        gathered = gathered.put(end.last_capturer, gathered[end.last_capturer] + left)
        assert sum(gathered) == 52
    assert end.piles.map(len) == gathered


@given(rounds)
def test_seats_alternate_and_hands_never_differ_by_more_than_one(states: list[Round]) -> None:
    for state in states[:-1]:
        lead = state.hands[0 if state.dealer else 1]
        follow = state.hands[state.dealer]
        assert len(lead) - len(follow) == (state.to_move == state.dealer) * -1
    seats = [turn.seat for turn in states[-1].turns]
    assert all(first != second for first, second in pairwise(seats))


def default_rounds() -> list[Round]:
    rng = random.Random("defaults")
    rounds = (random_round(rng, dealer=0, options=Options()) for _ in range(250))
    return [state for states in rounds for state in states]


@pytest.fixture(scope="module")
def many_states() -> list[Round]:
    return default_rounds()


def test_there_is_never_more_than_one_jack_on_the_floor(many_states: list[Round]) -> None:
    assert max(len(JACKS & set(state.floor)) for state in many_states if not state.is_over) == 1


def test_floor_komi_is_always_alone(many_states: list[Round]) -> None:
    with_komi = [state.floor for state in many_states if KOMI in state.floor and not state.is_over]
    assert with_komi
    assert set(with_komi) == {(KOMI,)}


def test_basra_cannot_be_declined(many_states: list[Round]) -> None:
    for state in many_states[::5]:
        for card in state.hands[state.to_move or 0]:
            captures = legal_captures(card, state.floor, state.options)
            if any(len(capture) == len(state.floor) for capture in captures):
                assert len(captures) == 1


def test_at_most_one_basra_a_play_and_only_of_the_whole_floor(many_states: list[Round]) -> None:
    for state in many_states:
        if state.turns and state.turns[-1].basra and not state.is_over:
            assert state.floor == ()


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_matches_of_all_kinds_end_and_replay_to_their_result(preset: str) -> None:
    rng = random.Random(f"matches of {preset}")
    rounds_played, ended = 0, 0
    for number in range(MATCHES):
        targets = (SINGLE_ROUND, 61, 121, 151, rng.randint(10, 200))
        target = targets[number % len(targets)]
        record, match = random_match(rng, target=target, rounds=8, preset=preset)
        rounds_played += len(record.rounds)
        ended += match.winner is not None
        outcome = replay_record(parse_record(format_record(record)))
        assert (outcome.match, outcome.winner) == (match, match.winner)
        for played in outcome.rounds:
            assert sum(played.state.piles.map(len)) in (0, 52)
    assert rounds_played > 2 * MATCHES
    assert ended > MATCHES // 2


def test_points_come_after_the_round_only(many_states: list[Round]) -> None:
    end = next(state for state in many_states if state.is_over)
    score = score_round(end)
    assert score.points == Pair(
        *(score.majority[seat] + score.basra_points[seat] for seat in (0, 1))
    )

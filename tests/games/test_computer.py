import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from games import ai, clock
from games.engine.cards import Card
from games.engine.observation import Observation
from games.engine.play import Play
from games.engine.round import legal_plays
from games.models import ComputerError, Game, Level, Move, Sweep, Via
from games.services import computer
from games.services.computer import LEASE, offer_owed_turns, play_owed_turn, play_owed_turns
from games.services.resign import resign
from tests.games.factories import (
    make_game,
    make_game_against_computer,
    make_member,
    play_any,
    state_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def owed() -> Game:
    game = make_game_against_computer()
    play_any(game)
    game.refresh_from_db()
    return game


@pytest.fixture
def later() -> Iterator[None]:
    """The computer's pause is over."""
    with clock.stopped_at(clock.now() + timedelta(seconds=2)):
        yield


def break_level(monkeypatch: pytest.MonkeyPatch, chooser: Any) -> None:
    monkeypatch.setattr(ai, "choose", chooser)


def raise_with_cards(level: str, observation: Observation, *, seed: int) -> Play:
    raise RuntimeError(f"my hand is {observation.hand}")


def test_levels_of_tables_are_those_of_the_computer() -> None:
    assert list(ai.LEVELS) == Level.values


def test_owed_turn_is_played(owed: Game) -> None:
    assert play_owed_turn(owed.pk)
    move = Move.objects.get(game=owed, seq=2)
    assert (move.seat, move.via) == (1, Via.COMPUTER)


def test_owed_turn_is_played_once(owed: Game) -> None:
    play_owed_turn(owed.pk)
    assert not play_owed_turn(owed.pk)
    assert Move.objects.filter(game=owed).count() == 2


def test_turn_of_a_person_is_not_played() -> None:
    assert not play_owed_turn(make_game_against_computer().pk)
    assert not Move.objects.exists()


def test_turn_of_no_game_is_nothing() -> None:
    assert not play_owed_turn(10**6)


def test_turn_of_a_finished_game_is_nothing(owed: Game) -> None:
    resign(game_id=owed.pk, seat=0, version=1)
    assert not play_owed_turn(owed.pk)


def test_turn_that_somebody_works_on_is_left_alone(owed: Game) -> None:
    assert computer._claim(owed.pk)
    assert not play_owed_turn(owed.pk)
    assert Move.objects.filter(game=owed).count() == 1


def test_turn_of_a_killed_worker_is_owed_again(owed: Game) -> None:
    computer._claim(owed.pk)
    with clock.stopped_at(clock.now() + LEASE):
        assert play_owed_turn(owed.pk)
    assert Move.objects.filter(game=owed).count() == 2


def test_killed_worker_costs_less_than_two_minutes() -> None:
    beat = timedelta(seconds=30)
    assert LEASE + beat < timedelta(minutes=2)


def test_thought_that_comes_too_late_is_dropped(
    owed: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose = ai.choose

    def choose_slowly(level: str, observation: Observation, *, seed: int) -> Play:
        monkeypatch.setattr(ai, "choose", choose)
        with clock.stopped_at(clock.now() + LEASE):
            assert play_owed_turn(owed.pk)
        return choose(level, observation, seed=seed)

    break_level(monkeypatch, choose_slowly)
    assert not play_owed_turn(owed.pk)
    assert Move.objects.filter(game=owed).count() == 2


def test_broken_level_does_not_keep_the_player_waiting(
    owed: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_level(monkeypatch, raise_with_cards)
    assert play_owed_turn(owed.pk)
    assert Move.objects.get(game=owed, seq=2).via == Via.FALLBACK


def test_broken_level_is_recorded_without_cards(
    owed: Game, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    break_level(monkeypatch, raise_with_cards)
    hand = state_of(owed).hands[1]
    with caplog.at_level(logging.DEBUG):
        play_owed_turn(owed.pk)
    error = ComputerError.objects.get()
    assert (error.game, error.version, error.level) == (owed, 1, Level.REGULAR)
    assert error.exception == "RuntimeError"
    assert "raise_with_cards" in error.place
    told = f"{error.exception} {error.place} {caplog.text}"
    assert not [card for card in hand if card in told]


def test_illegal_play_of_a_level_is_not_made(owed: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    not_held = state_of(owed).hands[0][0]
    break_level(monkeypatch, lambda *_, seed: Play(Card(not_held)))
    assert play_owed_turn(owed.pk)
    assert Move.objects.get(game=owed, seq=2).via == Via.FALLBACK
    assert ComputerError.objects.get().exception == "IllegalPlay"


def test_level_that_kills_workers_is_not_asked_for_ever(
    owed: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    break_level(monkeypatch, lambda *_, seed: asked.append(seed))
    Game.objects.filter(pk=owed.pk).update(computer_attempts=computer.MOST_ATTEMPTS)
    assert play_owed_turn(owed.pk)
    assert not asked
    assert ComputerError.objects.get().exception == "TimeoutError"


def test_level_gets_nothing_but_what_its_seat_sees(
    owed: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Observation] = []
    choose = ai.choose

    def choose_and_tell(level: str, observation: Observation, *, seed: int) -> Play:
        seen.append(observation)
        return choose(level, observation, seed=seed)

    break_level(monkeypatch, choose_and_tell)
    state = state_of(owed)
    play_owed_turn(owed.pk)
    told = repr(seen[0])
    assert not [card for card in (*state.hands[0], *state.pack) if repr(card) in told]


def test_chance_of_the_level_is_not_that_of_the_shuffle(
    owed: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds = []
    choose = ai.choose

    def choose_and_tell(level: str, observation: Observation, *, seed: int) -> Play:
        seeds.append(seed)
        return choose(level, observation, seed=seed)

    break_level(monkeypatch, choose_and_tell)
    computer._think_and_play(owed, 1)
    owed.rounds.update(seed="00" * 32)
    assert computer._make_seed(owed) == seeds[0]


def test_sweep_plays_every_turn_that_is_owed(later: None) -> None:
    with clock.stopped_at(clock.now() - timedelta(minutes=1)):
        games = [make_game_against_computer() for _ in range(3)]
        for game in games:
            play_any(game)
    assert play_owed_turns() == 3
    assert Move.objects.filter(via=Via.COMPUTER).count() == 3


def test_sweep_waits_for_the_pause(owed: Game) -> None:
    with clock.stopped_at(owed.last_play_at):
        assert play_owed_turns() == 0


def test_sweep_is_not_stopped_by_one_game(
    owed: Game, later: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = make_game_against_computer()
    play_any(other)
    Game.objects.filter(pk=other.pk).update(computer_due_at=clock.now() - timedelta(minutes=1))
    other.rounds.update(pack="2C 3C")
    assert play_owed_turns() == 1
    assert Move.objects.filter(game=owed).count() == 2


@pytest.mark.parametrize("sweep", [play_owed_turns, offer_owed_turns])
def test_sweep_records_its_round(sweep: Any) -> None:
    sweep()
    assert Sweep.objects.get().name == computer.SWEEP


def test_computer_plays_every_level_to_the_end() -> None:
    for level in Level:
        game = make_game(make_member(), level, target=0)
        while game.is_running:
            if game.to_move == game.computer_seat:
                assert play_owed_turn(game.pk)
            else:
                play_any(game)
            game.refresh_from_db()
        assert not ComputerError.objects.exists()


def test_answer_is_legal_whatever_fails(owed: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    break_level(monkeypatch, raise_with_cards)
    legal = {play.card for play in legal_plays(state_of(owed))}
    play_owed_turn(owed.pk)
    assert Move.objects.get(game=owed, seq=2).card in legal

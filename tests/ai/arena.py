"""Two players against each other, on the same cards from either side."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from games.ai import choose
from games.engine.cards import PACK, Card
from games.engine.observation import Observation
from games.engine.options import PRESETS, SINGLE_ROUND, Options
from games.engine.pair import Pair
from games.engine.play import Play
from games.engine.round import Round, apply_play, deal_round, resolve_play
from games.engine.scoring import Match, score_round
from games.engine.view import observe

Player = Callable[[Observation, int], Play]


@dataclass(frozen=True, slots=True)
class Verdict:
    """By how many points a round the first player leads, `margin` being 95 % either way."""

    lead: float
    margin: float
    won: float

    def __str__(self) -> str:
        return f"{self.lead:+.1f} ±{self.margin:.1f} points a round, {self.won:.0%} won"


def at_level(level: str) -> Player:
    return lambda observation, seed: choose(level, observation, seed=seed)


def shuffled_packs(number: int, *, seed: int) -> Iterator[tuple[Card, ...]]:
    chance = random.Random(seed)
    for _ in range(number):
        yield tuple(chance.sample(PACK, len(PACK)))


def compare(
    first: Player, second: Player, *, pairs: int, seed: int, options: Options = PRESETS["basra-2"]
) -> Verdict:
    """Each pack is played twice with the seats swapped, so that luck in the cards cancels."""
    leads: list[float] = []
    won = 0.0
    for number, pack in enumerate(shuffled_packs(pairs, seed=seed)):
        state = deal_round(pack, dealer=0, options=options)
        there = _lead(state, Pair(first, second), seed=number)
        back = -_lead(state, Pair(second, first), seed=number)
        leads.append((there + back) / 2)
        won += sum((lead > 0) + (lead == 0) / 2 for lead in (there, back)) / 2
    return Verdict(fmean(leads), 1.96 * stdev(leads) / sqrt(pairs), won / pairs)


def _lead(state: Round, players: Pair[Player], *, seed: int) -> int:
    *_, end = walk(state, players, seed=seed)
    points = score_round(end).points
    return points.first - points.second


def walk(state: Round, players: Pair[Player], *, seed: int) -> Iterator[Round]:
    """Every state of the round from the given one to its end. Raises IllegalPlay."""
    chance = random.Random(seed)
    yield state
    while (seat := state.to_move) is not None:
        play = players[seat](look(state), chance.getrandbits(64))
        state = apply_play(state, resolve_play(state, play.card, play.take))
        yield state


def look(state: Round) -> Observation:
    """What the seat to move sees, in a single round."""
    seat = state.to_move
    assert seat is not None
    return observe(state, seat, match=Match(state.options, SINGLE_ROUND))

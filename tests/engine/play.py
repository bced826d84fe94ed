"""Chance for tests, from a seed: options, packs, plays, whole matches."""

import random
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import reduce

from games.engine.cards import PACK, Card
from games.engine.options import CHOICES, PRESETS, Options
from games.engine.pair import Seat, other
from games.engine.play import Play
from games.engine.record import Record, RecordedPlay, RecordedRound
from games.engine.round import Round, apply_play, deal_round, legal_plays
from games.engine.scoring import Match, score_round

POINTS = (0, 1, 5, 10, 30)


def random_options(rng: random.Random, *, preset: str | None = None) -> tuple[str, Options]:
    """A preset and, around it, any mixture of options."""
    preset = preset or rng.choice(sorted(PRESETS))
    names = rng.sample([field.name for field in fields(Options)], rng.randint(0, 8))
    changes = {name: rng.choice(CHOICES.get(name, POINTS)) for name in names}
    return preset, replace(PRESETS[preset], **changes)


def random_pack(rng: random.Random) -> tuple[Card, ...]:
    return tuple(rng.sample(PACK, len(PACK)))


def random_round(rng: random.Random, *, dealer: Seat, options: Options) -> Iterator[Round]:
    """Every state of a round from the deal to the end."""
    state = deal_round(random_pack(rng), dealer=dealer, options=options)
    yield state
    while not state.is_over:
        state = apply_play(state, rng.choice(legal_plays(state)))
        yield state


def random_match(
    rng: random.Random, *, target: int, rounds: int = 40, preset: str | None = None
) -> tuple[Record, Match]:
    """A match to its end, or over so many rounds, as a record and as it was scored."""
    preset, options = random_options(rng, preset=preset)
    match, dealer = Match(options, target), rng.choice((0, 1))
    recorded: list[RecordedRound] = []
    while match.winner is None and len(recorded) < rounds:
        pack = random_pack(rng)
        state = deal_round(pack, dealer=dealer, options=options)
        plays: list[Play] = []
        while not state.is_over:
            plays.append(rng.choice(legal_plays(state)))
            state = apply_play(state, plays[-1])
        recorded.append(RecordedRound(dealer, pack, tuple(record_play(play) for play in plays)))
        match = match.book(score_round(state, carried=match.carried))
        dealer = other(dealer)
    return Record(preset, options, target, tuple(recorded)), match


def record_play(play: Play) -> RecordedPlay:
    return RecordedPlay(play.card, play.take)


def play_all(state: Round, plays: tuple[Play, ...]) -> Round:
    return reduce(apply_play, plays, state)

"""Speed of the rules: whole rounds by chance, and captures on floors that are always the same."""

import random
import time
from collections.abc import Callable
from statistics import median

from games.engine.capture import legal_captures
from games.engine.cards import PACK, Card
from games.engine.options import Options
from games.engine.round import apply_play, deal_round, legal_plays
from games.engine.scoring import RoundScore, score_round
from games.engine.sums import maximal_sums

REPETITIONS = 5
ROUNDS = 1500
FLOORS = 4000
RULES = Options()

Question = tuple[Card, tuple[Card, ...]]


def run() -> None:
    """Prints rounds and captures a second, medians of five."""
    floors = list_floors()
    print(f"The rules, medians of {REPETITIONS}")
    print(f"  random rounds, dealt, played and scored   {measure_rounds():10,.0f} a second")
    print(f"  legal captures of a card on a floor       {measure_captures(floors):10,.0f} a second")
    print(f"  the same, nothing remembered              {measure_cold(floors):10,.0f} a second")


def measure_rounds() -> float:
    """Rounds a second: a shuffled pack dealt, uniformly drawn legal plays, the bill."""
    rng = random.Random(2024)
    return ROUNDS / _median_time(lambda: [play_round(rng) for _ in range(ROUNDS)])


def measure_captures(floors: list[Question]) -> float:
    """Questions a second, each answered with every legal capture."""
    return len(floors) / _median_time(lambda: answer(floors))


def measure_cold(floors: list[Question]) -> float:
    """As `measure_captures`, with the sums forgotten before each pass."""

    def forget_and_answer() -> None:
        maximal_sums.cache_clear()
        answer(floors)

    return len(floors) / _median_time(forget_and_answer)


def play_round(rng: random.Random) -> RoundScore:
    pack = list(PACK)
    rng.shuffle(pack)
    state = deal_round(tuple(pack), dealer=0, options=RULES)
    while not state.is_over:
        plays = legal_plays(state)
        state = apply_play(state, plays[int(rng.random() * len(plays))])
    return score_round(state)


def list_floors() -> list[Question]:
    """Floors of one to sixteen cards with a card to play on each; always the same."""
    rng = random.Random(1913)
    drawn = (tuple(rng.sample(PACK, 2 + number % 16)) for number in range(FLOORS))
    return [(cards[0], cards[1:]) for cards in drawn]


def answer(floors: list[Question]) -> None:
    for card, floor in floors:
        legal_captures(card, floor, RULES)


def _median_time(work: Callable[[], object]) -> float:
    """Seconds that the work takes, the middle one of five."""
    times = []
    for _ in range(REPETITIONS):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return median(times)

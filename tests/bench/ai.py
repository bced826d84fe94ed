"""How strong the computer's levels are, and how long they think."""

import time
from itertools import pairwise
from statistics import fmean

from games.ai import LEVELS, choose
from games.engine.options import PRESETS
from games.engine.pair import Pair
from games.engine.round import deal_round
from tests.ai.arena import Verdict, at_level, compare, look, shuffled_packs, walk

PAIRS = 1500
ROUNDS = 100
SEED = 2024
DIFFERENT = ("basra-2", "basra-v2", "levant")  # basra-1 has the options of basra-2
GOALS = {"beginner": 1.0, "regular": 1.0, "strong": 5.0}  # milliseconds a play, mean


def run() -> None:
    """Prints each level's lead over the one below, and its time for a play."""
    print(f"The computer's levels, each pack of {PAIRS} played from both seats")
    for preset in DIFFERENT:
        for (weaker, stronger), verdict in measure_strength(preset, pairs=PAIRS).items():
            print(f"  {preset:<9} {f'{stronger} against {weaker}':<30} {verdict}")
    print(f"Time for a play, over {ROUNDS} rounds")
    for level, goal in GOALS.items():
        times = measure_thinking(level, rounds=ROUNDS)
        judged = "ok" if fmean(times) <= goal else "MISSED"
        print(
            f"  {level:<9} mean {fmean(times):.3f} ms (goal <= {goal:g}, {judged})"
            f"   p95 {times[len(times) * 95 // 100]:.3f} ms   most {times[-1]:.2f} ms"
        )


def measure_strength(preset: str, *, pairs: int) -> dict[tuple[str, str], Verdict]:
    """By (weaker, stronger): what the stronger leads by."""
    levels = list(LEVELS)
    return {
        (weaker, stronger): compare(
            at_level(stronger),
            at_level(weaker),
            pairs=pairs,
            seed=SEED,
            options=PRESETS[preset],
        )
        for weaker, stronger in pairwise(levels)
    }


def measure_thinking(level: str, *, rounds: int) -> list[float]:
    """Milliseconds of each play of whole rounds, the shortest first."""
    players = Pair(at_level(level), at_level(level))
    times: list[float] = []
    for number, pack in enumerate(shuffled_packs(rounds, seed=SEED)):
        state = deal_round(pack, dealer=0, options=PRESETS["basra-2"])
        *positions, _ = walk(state, players, seed=number)
        for observation in map(look, positions):
            start = time.perf_counter()
            choose(level, observation, seed=number)
            times.append((time.perf_counter() - start) * 1000)
    return sorted(times)

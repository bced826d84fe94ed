"""Players who look no further than the play itself."""

import random

from games.ai.prospects import Prospect, list_prospects, pick
from games.engine.observation import Observation

RANDOM_SHARE = 0.5


def choose_greedily(observation: Observation, chance: random.Random) -> Prospect:
    """Most points now, then most cards; among equals any."""
    prospects = list_prospects(observation)
    best = max((prospect.points, prospect.cards) for prospect in prospects)
    return pick([found for found in prospects if (found.points, found.cards) == best], chance)


def choose_half_at_random(observation: Observation, chance: random.Random) -> Prospect:
    """Greedy, but half of the plays are just any legal play."""
    if chance.random() < RANDOM_SHARE:
        return pick(list_prospects(observation), chance)
    return choose_greedily(observation, chance)

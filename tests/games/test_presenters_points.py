"""What counts how much, told from the options of a game."""

from typing import Any

import pytest

from games.engine.capture import Basra
from games.engine.options import make_options
from games.presenters.points import can_be_made, tell_points

WHEN = "Points are written down when the round ends: "


@pytest.mark.parametrize(
    ("preset", "overrides", "told"),
    [
        ("basra-2", {}, "30 for most cards, 10 for a basra and 30 for a jack or komi basra."),
        ("basra-v2", {}, "30 for most cards, 10 for a basra and 30 for a jack basra."),
        (
            "levant",
            {},
            "30 for most cards, 10 for a basra, "
            "1 for each jack and ace, 2 for [2C] and 3 for [TD].",
        ),
        (
            "basra-2",
            {"jack_basra_points": 20, "komi_basra_points": 50, "majority_points": 40},
            "40 for most cards, 10 for a basra, 20 for a jack basra and 50 for a komi basra.",
        ),
        (
            "basra-2",
            {"jack_basra_points": 12, "komi_basra_points": 12, "basra_points": 12},
            "30 for most cards and 12 for a basra.",
        ),
    ],
)
def test_points_are_those_of_the_options(preset: str, overrides: dict[str, Any], told: str) -> None:
    assert tell_points(make_options(preset, overrides)) == WHEN + told


@pytest.mark.parametrize(
    ("preset", "overrides", "kinds"),
    [
        ("basra-2", {}, {Basra.PLAIN, Basra.JACK, Basra.KOMI}),
        ("basra-2", {"jack_basra": False}, {Basra.PLAIN, Basra.JACK, Basra.KOMI}),
        (
            "basra-2",
            {"jack_basra": False, "komi_on_lone_jack": "plain"},
            {Basra.PLAIN, Basra.KOMI},
        ),
        ("levant", {}, {Basra.PLAIN}),
    ],
)
def test_basras_that_the_options_know(
    preset: str, overrides: dict[str, Any], kinds: set[Basra]
) -> None:
    options = make_options(preset, overrides)
    assert {kind for kind in Basra if can_be_made(kind, options)} == kinds

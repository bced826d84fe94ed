"""Presets and options: the one table of what differs between the published apps."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from games.engine.errors import BadOption, quote

RULES_VERSION = 1
SINGLE_ROUND = 0
MAX_POINTS = 100
HAND_SIZE = 4


@dataclass(frozen=True, slots=True)
class Options:
    """The full option set of a game; defaults are those of `basra-2`."""

    majority_points: int = 30
    basra_points: int = 10
    jack_basra_points: int = 30
    komi_basra_points: int = 30
    jack_basra: bool = True
    majority_tie: str = "nobody"
    komi_basra: str = "any_rank"
    komi_on_court: bool = True
    komi_on_lone_jack: str = "jack"
    burnt_komi: str = "any"
    card_points: str = "none"
    first_floor: int = 4
    floor_specials: str = "bury"
    capture_choice: str = "player"
    last_card_basra: bool = True


CHOICES: Mapping[str, tuple[object, ...]] = {
    "jack_basra": (True, False),
    "majority_tie": ("nobody", "carry"),
    "komi_basra": ("any_rank", "total_ten"),
    "komi_on_court": (True, False),
    "komi_on_lone_jack": ("jack", "plain", "none"),
    "burnt_komi": ("any", "seven"),
    "card_points": ("none", "classic"),
    "first_floor": (4, 2),
    "floor_specials": ("bury", "keep"),
    "capture_choice": ("player", "largest"),
    "last_card_basra": (True, False),
}
"""The values of each option that is not a number of points."""

PRESETS: Mapping[str, Options] = {
    "basra-1": Options(),
    "basra-2": Options(),
    "basra-v2": Options(komi_basra_points=10),
    "levant": Options(
        komi_basra_points=10,
        jack_basra=False,
        majority_tie="carry",
        komi_basra="total_ten",
        komi_on_court=False,
        komi_on_lone_jack="none",
        burnt_komi="seven",
        card_points="classic",
    ),
}


def make_options(preset: str, overrides: Mapping[str, Any] | None = None) -> Options:
    """A preset's options with some replaced. Raises BadOption for what does not exist."""
    options = PRESETS.get(preset) if isinstance(preset, str) else None
    if options is None:
        raise BadOption(f"unknown preset {quote(preset)}")
    for name, value in (overrides or {}).items():
        check_option(name, value)
    return replace(options, **(overrides or {}))


def check_option(name: str, value: object) -> None:
    """Raises BadOption unless the option exists and takes the value, by type too."""
    if name not in _NAMES:
        raise BadOption(f"unknown option {quote(name)}")
    allowed = CHOICES.get(name)
    if allowed is None:
        if type(value) is not int or not 0 <= value <= MAX_POINTS:
            raise BadOption(f"{name} is a whole number from 0 to {MAX_POINTS}")
    elif not any(type(value) is type(choice) and value == choice for choice in allowed):
        raise BadOption(f"{name} is one of {', '.join(map(_word, allowed))}")


def _word(value: object) -> str:
    """A value as whoever writes JSON knows it."""
    return str(value).lower() if isinstance(value, bool) else repr(value)


def check_target(target: object) -> int:
    """A target as offered (R5.2): 0 for a single round, else 10 to 1000. Raises BadOption."""
    if type(target) is int and (target == SINGLE_ROUND or 10 <= target <= 1000):
        return target
    raise BadOption("target is 0 (a single round) or a whole number from 10 to 1000")


def differences(preset: str, options: Options) -> dict[str, Any]:
    """What of `options` differs from the preset, as a game record writes it."""
    standard = asdict(make_options(preset))
    return {name: value for name, value in asdict(options).items() if value != standard[name]}


_NAMES = frozenset(field.name for field in fields(Options))

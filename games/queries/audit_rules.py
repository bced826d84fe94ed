"""Are the rules that a game has stored whole, and does its preset's name fit them?"""

from collections.abc import Iterator
from dataclasses import fields

from games.engine.errors import BadOption
from games.engine.options import PRESETS, Options, check_option

NAMES = tuple(option.name for option in fields(Options))


def list_option_faults(options: object) -> list[str]:
    """What keeps the stored options from being the engine's full set, each of its own type."""
    if not isinstance(options, dict):
        return ["options are no object"]
    missing = [f"option {name} is missing" for name in NAMES if name not in options]
    return [*missing, *_list_bad(options)]


def list_preset_faults(preset: str, rules: Options) -> list[str]:
    """Whether a preset is unknown, or the options are plainly those of another one.

    A game may differ from its preset in any option, so that only this can be told: in what sets
    presets apart it is like another and unlike its own.
    """
    if preset not in PRESETS:
        return [f"there is no preset {preset!r}"]
    alike = [name for name, standard in PRESETS.items() if _are_alike(rules, standard)]
    if not alike or preset in alike:
        return []
    return [f"preset is {preset!r}, the options are those of {' or '.join(map(repr, alike))}"]


def _list_bad(options: dict[str, object]) -> Iterator[str]:
    for name, value in options.items():
        try:
            check_option(name, value)
        except BadOption as error:
            yield str(error)


def _are_alike(rules: Options, standard: Options) -> bool:
    return all(getattr(rules, name) == getattr(standard, name) for name in _APART)


_APART = tuple(name for name in NAMES if len({getattr(p, name) for p in PRESETS.values()}) > 1)
"""The options in which presets differ from each other."""

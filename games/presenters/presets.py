"""What differs between the sets of rules, in words; a test holds the figures to the engine's."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.capture import Basra
from games.engine.options import PRESETS, Options
from games.presenters.points import can_be_made

Text = str | Promise

PRESET_NAMES: Mapping[str, Text] = {
    "basra-2": _("Egyptian Basra 2"),
    "basra-1": _("Egyptian Basra"),
    "basra-v2": _("Egyptian Basra v2"),
    "levant": _("Levant"),
}
PRESET_LINES: Mapping[str, Text] = {
    "basra-2": _("Most cards 30, basra 10, jack or komi basra 30."),
    "basra-1": _("The older sister: same points, same play."),
    "basra-v2": _("The same play, but a komi basra is worth 10."),
    "levant": _(
        "Jacks, aces, 2 of clubs and 10 of diamonds score; no jack basra; a tie carries over."
    ),
}
"""One line each, in the order in which a new game offers them."""

YES_NO: Mapping[object, Text] = {True: _("yes"), False: _("no")}
NO_SUCH_BASRA = "–"
WORDS: Mapping[str, tuple[Text, Mapping[object, Text]]] = {
    "jack_basra": (_("Jack on a lone jack is a basra"), YES_NO),
    "majority_tie": (
        _("Equal piles"),
        {"nobody": _("nobody gets the points"), "carry": _("carried to the next round")},
    ),
    "komi_basra": (
        _("The komi’s basra on numbers"),
        {
            "any_rank": _("if one rank would take them all"),
            "total_ten": _("if they add up to ten at most"),
        },
    ),
    "komi_on_court": (_("The komi’s basra on queens or kings only"), YES_NO),
    "komi_on_lone_jack": (
        _("The komi on a lone jack"),
        {"jack": _("jack basra"), "plain": _("plain basra"), "none": _("a sweep")},
    ),
    "burnt_komi": (
        _("The komi on the floor is taken by"),
        {"any": _("any card"), "seven": _("a seven, or in a sum")},
    ),
    "card_points": (
        _("Points for single cards"),
        {
            "none": _("none"),
            "classic": _("each jack 1, each ace 1, 2 of clubs 2, 10 of diamonds 3"),
        },
    ),
}
POINTS: Mapping[str, Text] = {
    "majority_points": _("Most cards"),
    "basra_points": _("Plain basra"),
    "jack_basra_points": _("Jack basra"),
    "komi_basra_points": _("Komi basra"),
}
POINTS_OF_KIND = {"jack_basra_points": Basra.JACK, "komi_basra_points": Basra.KOMI}


@dataclass(frozen=True, slots=True)
class PresetRow:
    """One line of the table of presets: what is told, and its value in each preset."""

    title: Text
    values: tuple[Text, ...]


def list_preset_rows() -> tuple[PresetRow, ...]:
    """The table of presets, its columns in the order of `PRESET_NAMES`."""
    options = [PRESETS[name] for name in PRESET_NAMES]
    points = [
        PresetRow(title, tuple(_tell_points(name, of) for of in options))
        for name, title in POINTS.items()
    ]
    choices = [
        PresetRow(title, tuple(words[getattr(of, name)] for of in options))
        for name, (title, words) in WORDS.items()
    ]
    return (*points, *choices)


def _tell_points(name: str, options: Options) -> str:
    """The figure; nothing where no such basra can be made."""
    kind = POINTS_OF_KIND.get(name)
    if kind is not None and not can_be_made(kind, options):
        return NO_SUCH_BASRA
    return str(getattr(options, name))

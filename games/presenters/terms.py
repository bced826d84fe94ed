"""The conditions of a game in words: rules, target, the time to think."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.options import SINGLE_ROUND
from games.presenters.presets import PRESET_NAMES

Text = str | Promise

# What one of the two books in a round, on average.
POINTS_A_ROUND = 24

PRESET_POINTS: Mapping[str, Text] = {
    "basra-1": gettext_lazy("Most cards 30 points, a basra 10, a jack or komi basra 30."),
    "basra-2": gettext_lazy("Most cards 30 points, a basra 10, a jack or komi basra 30."),
    "basra-v2": gettext_lazy("Most cards 30 points, a basra 10, a jack basra 30, a komi basra 10."),
    "levant": gettext_lazy(
        "Most cards 30 points, a basra 10. "
        "Jacks, aces, the 2 of clubs and the 10 of diamonds score too."
    ),
}
UNUSUAL: Mapping[str, Mapping[object, Text]] = {
    "first_floor": {2: gettext_lazy("The first floor has two cards.")},
    "floor_specials": {"keep": gettext_lazy("Jacks and the komi stay on the first floor.")},
    "capture_choice": {
        "largest": gettext_lazy("A card that could take in several ways takes the most cards.")
    },
    "last_card_basra": {False: gettext_lazy("The last card of a round is never a basra.")},
}


@dataclass(frozen=True, slots=True)
class Terms:
    """What is played for: `unusual` are the choices that differ from what most people play.

    `pace` and `bank` are their labels, `bank` empty where there is none.
    """

    rules: str
    points: str
    unusual: tuple[str, ...]
    target: int
    pace: str
    bank: str = ""
    stops_for_vacation: bool = True

    @property
    def until(self) -> str:
        """When the match ends: "61 points, about 3 rounds"."""
        if self.target == SINGLE_ROUND:
            return _("one round is played")
        count = max(1, round(self.target / POINTS_A_ROUND))
        return ngettext(
            "%(target)d points, about %(count)d round",
            "%(target)d points, about %(count)d rounds",
            count,
        ) % {"target": self.target, "count": count}

    @property
    def time(self) -> str:
        """How long a turn may last: "2 days a turn, and a bank of 3 days"."""
        if not self.bank:
            return self.pace
        return _("%(pace)s, and %(bank)s") % {"pace": self.pace, "bank": self.bank}

    @property
    def danger(self) -> str:
        """What comes of playing too late."""
        if self.bank:
            return _("Whoever has not played by then, and has no bank left, loses the game.")
        return _("Whoever has not played by then loses the game.")

    @property
    def rescue(self) -> str:
        """What may come instead; empty where vacations do not stop the clock."""
        if not self.stops_for_vacation:
            return ""
        return _(
            "If a member who has played has days of vacation left, "
            "a vacation begins by itself instead."
        )

    @property
    def summary(self) -> str:
        """One line: "Egyptian Basra 2, to 61, 2 days a turn, a bank of 3 days, no vacations"."""
        if self.target == SINGLE_ROUND:
            how_far = _("a single round")
        else:
            how_far = _("to %(target)d") % {"target": self.target}
        said = _("%(rules)s, %(how_far)s, %(pace)s") % {
            "rules": self.rules,
            "how_far": how_far,
            "pace": self.pace,
        }
        also = [self.bank, "" if self.stops_for_vacation else _("no vacations")]
        return _(", ").join([said, *filter(None, also)])


def describe_terms(
    *,
    preset: str,
    options: Mapping[str, Any],
    target: int,
    pace: str,
    bank: str = "",
    stops_for_vacation: bool = True,
) -> Terms:
    """`pace` and `bank` are labels, `bank` empty where there is none; `options` the full set."""
    unusual = [words.get(options[name]) for name, words in UNUSUAL.items()]
    return Terms(
        rules=str(PRESET_NAMES[preset]),
        points=str(PRESET_POINTS[preset]),
        unusual=tuple(str(text) for text in unusual if text is not None),
        target=target,
        pace=pace,
        bank=bank,
        stops_for_vacation=stops_for_vacation,
    )

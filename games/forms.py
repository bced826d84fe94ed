"""What a person may ask for: a game, and a play in it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.cards import Card, check_distinct
from games.engine.errors import BadNotation
from games.engine.options import SINGLE_ROUND
from games.models import Level
from games.presenters.presets import PRESET_LINES, PRESET_NAMES

Text = str | Promise
OTHER = "other"
SAY_HOW_FAR = _("Say how far: a number from 10 to 1000.")


@dataclass(frozen=True, slots=True)
class Label:
    """What stands beside a radio button: a title, and what choosing it means."""

    title: Text
    line: Text = ""

    def __str__(self) -> str:
        return str(self.title)


LEVEL_LINES: Mapping[str, Text] = {
    "beginner": _("Plays half its cards without a thought. Good for a first evening."),
    "regular": _("Takes what it can get, like most people in the café."),
    "strong": _("Counts what has gone, and leaves you little."),
}
LEVELS = [(key, Label(name, LEVEL_LINES[key])) for key, name in Level.choices]
PRESETS = [(key, Label(name, PRESET_LINES[key])) for key, name in PRESET_NAMES.items()]
TARGETS = [
    (str(SINGLE_ROUND), Label(_("A single round"))),
    ("61", Label(_("To 61"))),
    ("121", Label(_("To 121"))),
    ("151", Label(_("To 151"))),
    (OTHER, Label(_("Other"))),
]
FIRST_FLOORS = [("4", Label(_("Four cards"))), ("2", Label(_("Two cards")))]
FLOOR_SPECIALS = [
    ("bury", Label(_("Go to the bottom of the pack"))),
    ("keep", Label(_("Stay where they fall"))),
]
CAPTURE_CHOICES = [
    ("player", Label(_("Whoever plays chooses"))),
    ("largest", Label(_("The one with most cards"))),
]
LAST_CARDS = [("yes", Label(_("May be a basra"))), ("no", Label(_("Is never a basra")))]


class RadioField(forms.ChoiceField):
    """One of several, all of them in sight."""

    widget = forms.RadioSelect
    default_error_messages = {
        "required": _("Choose one of these."),
        "invalid_choice": _("Choose one of these."),
    }


class NumberField(forms.IntegerField):
    """A whole number as people write it: Python's own 1_00 is none."""

    def to_python(self, value: Any) -> int | None:
        if "_" in str(value):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value)


class NewGameForm(forms.Form):
    """A game against the computer: its level, the rules, the target, the rarer options."""

    level = RadioField(label=_("How strong?"), choices=LEVELS, initial="regular")
    preset = RadioField(label=_("Which rules?"), choices=PRESETS, initial="basra-2")
    target = RadioField(label=_("How far?"), choices=TARGETS, initial="121")
    other_target = NumberField(
        label=_("Another target, from 10 to 1000"),
        required=False,
        min_value=10,
        max_value=1000,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), SAY_HOW_FAR),
    )
    first_floor = RadioField(label=_("The first floor"), choices=FIRST_FLOORS, initial="4")
    floor_specials = RadioField(
        label=_("Jacks and komi on the first floor"), choices=FLOOR_SPECIALS, initial="bury"
    )
    capture_choice = RadioField(
        label=_("Several ways to take"), choices=CAPTURE_CHOICES, initial="player"
    )
    last_card_basra = RadioField(
        label=_("The last card of a round"), choices=LAST_CARDS, initial="yes"
    )

    OPTION_FIELDS = ("first_floor", "floor_specials", "capture_choice", "last_card_basra")

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        missing = cleaned.get("target") == OTHER and not cleaned.get("other_target")
        if missing and "other_target" not in self.errors:
            self.add_error("other_target", SAY_HOW_FAR)
        return cleaned

    @property
    def chosen_target(self) -> int:
        """The target of a valid form; 0 is a single round."""
        target = self.cleaned_data["target"]
        return int(self.cleaned_data["other_target"] if target == OTHER else target)

    @property
    def chosen_options(self) -> dict[str, Any]:
        """The options of a valid form, as the engine names and types them."""
        return {
            "first_floor": int(self.cleaned_data["first_floor"]),
            "floor_specials": self.cleaned_data["floor_specials"],
            "capture_choice": self.cleaned_data["capture_choice"],
            "last_card_basra": self.cleaned_data["last_card_basra"] == "yes",
        }

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.OPTION_FIELDS]

    @property
    def first_wrong(self) -> str | None:
        """The field to lead to: the first on the page with an error."""
        return next((name for name in self.fields if name in self.errors), None)

    @property
    def has_option_errors(self) -> bool:
        return any(name in self.errors for name in self.OPTION_FIELDS)


class TableForm(forms.Form):
    """An act at a table, with the version of the table that the person saw."""

    version = NumberField(
        min_value=0,
        max_value=2**31 - 1,
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"),
            _("That did not say to which table it belongs. Try again."),
        ),
    )

    @property
    def complaint(self) -> str:
        """The first thing that is wrong with it."""
        return str(next(iter(self.errors.values()))[0])


class ResignForm(TableForm):
    """Giving up the game."""


class PlayForm(TableForm):
    """A card and what it takes.

    The ways of each card are a group of radio buttons of their own, `take_8S`, so that a page
    without script can offer them all; a plain `take` does as well.
    """

    card = forms.CharField(error_messages={"required": _("Choose a card first, then play it.")})
    take = forms.CharField(required=False)

    def clean_card(self) -> Card:
        return parse_card(self.cleaned_data["card"])

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if card := cleaned.get("card"):
            text = self.data.get(f"take_{card}") or cleaned.get("take", "")
            cleaned["take"] = parse_take(text)
        return cleaned


def parse_card(code: str) -> Card:
    try:
        return Card(code)
    except BadNotation as error:
        raise forms.ValidationError(_("There is no such card. Choose one of yours.")) from error


def parse_take(text: str) -> frozenset[Card] | None:
    """None where nothing was named: most cards have one thing to do."""
    try:
        return frozenset(check_distinct(map(Card, text.split()))) or None
    except BadNotation as error:
        raise forms.ValidationError(_("Those are no cards. Choose again.")) from error

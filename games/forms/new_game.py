"""Beginning a game: against whom, by which rules."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import MAX_RAW_LENGTH
from accounts.words import NO_ADDRESS
from games import queries
from games.deadlines import REMINDED_BEFORE
from games.engine.options import SINGLE_ROUND, Options, make_options
from games.forms.fields import AddressField, Label, NumberField, RadioField, Text
from games.models import Bank, Level, Pace, TimeControl, usual_time
from games.presenters.presets import PRESET_LINES, PRESET_NAMES
from games.services.invitations import LIFETIME, SEAT_LIFETIME

OTHER = "other"
MAX_ADDRESS_LENGTH = 254
SAY_HOW_FAR = _("Say how far: a number from 10 to 1000.")
SAY_WHERE = _("Write the address of your friend.")
SAY_WHOM = _("Write a name.")
NOBODY_SO_CALLED = _("Nobody here is called that. Write the name as it is shown.")
COMPUTER, BY_LINK, BY_NAME, BY_MAIL, OPEN_SEAT = "computer", "link", "name", "address", "open"
USUAL, STOP, RUN = "usual", "stop", "run"

LINK_LINE = format_lazy(_("Send it any way you like. Good for {days} days."), days=LIFETIME.days)
SEAT_LINE = format_lazy(
    _("A seat in the lobby, for {days} days: any member may take it."), days=SEAT_LIFETIME.days
)
DOORS = [
    (BY_LINK, Label(_("A friend, by link"), LINK_LINE)),
    (BY_NAME, Label(_("Someone here"), _("By name: they see it here, and by mail if they like."))),
    (BY_MAIL, Label(_("A friend, by mail"), _("We write to the address you give, once."))),
    (OPEN_SEAT, Label(_("Whoever comes by"), SEAT_LINE)),
    (COMPUTER, Label(_("The computer"), _("Three levels. Starts at once, no clock."))),
]

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
PACES = [(str(pace.value), Label(pace.length)) for pace in Pace]
BANKS = [
    (str(Bank.NONE.value), Label(_("No bank"))),
    (str(Bank.DAY.value), Label(_("1 day"))),
    (str(Bank.THREE_DAYS.value), Label(_("3 days"))),
    (str(Bank.WEEK.value), Label(_("7 days"))),
]
VACATIONS = [
    (USUAL, Label(_("As usual"))),
    (STOP, Label(_("Stop the clock"))),
    (RUN, Label(_("Do not"))),
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


class NewGameForm(forms.Form):
    """A game: against whom, the rules, the target, the rarer options.

    Who has no account plays the computer. The level is asked for against the computer only, the
    time between people only.
    """

    who = RadioField(label=_("Against whom?"), choices=DOORS, initial=BY_LINK)
    name = forms.CharField(
        label=_("Their name"),
        required=False,
        max_length=MAX_RAW_LENGTH,
        error_messages={"required": SAY_WHOM, "max_length": NOBODY_SO_CALLED},
    )
    address = AddressField(
        label=_("Their e-mail address"),
        required=False,
        max_length=MAX_ADDRESS_LENGTH,
        error_messages={
            "required": SAY_WHERE,
            "invalid": NO_ADDRESS,
            "max_length": NO_ADDRESS,
        },
    )
    level = RadioField(
        label=_("How strong?"), choices=LEVELS, initial=Level.REGULAR, required=False
    )
    preset = RadioField(label=_("Which rules?"), choices=PRESETS, initial="basra-2")
    target = RadioField(label=_("How far?"), choices=TARGETS, initial=str(SINGLE_ROUND))
    other_target = NumberField(
        label=_("Another target, from 10 to 1000"),
        required=False,
        min_value=10,
        max_value=1000,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), SAY_HOW_FAR),
    )
    pace = RadioField(
        label=_("Time for a turn"), choices=PACES, initial=str(Pace.TWO_DAYS.value), required=False
    )
    bank = RadioField(
        label=_("A bank for the match"), choices=BANKS, initial=str(Bank.NONE.value), required=False
    )
    vacations = RadioField(label=_("Vacations"), choices=VACATIONS, initial=USUAL, required=False)
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

    def __init__(self, *args: Any, member: User | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.member = member
        self.invitee: User | None = None
        if member is None:
            self.fields["who"] = RadioField(
                label=_("Against whom?"), choices=DOORS[-1:], initial=COMPUTER, required=False
            )
            self.fields["target"].initial = "121"

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        missing = cleaned.get("target") == OTHER and not cleaned.get("other_target")
        if missing and "other_target" not in self.errors:
            self.add_error("other_target", SAY_HOW_FAR)
        if "who" not in self.errors:
            self._require("level" if self.is_against_computer else "pace")
        if cleaned.get("who") == BY_NAME:
            self._require("name")
            self._find_invitee(cleaned.get("name", ""))
        if cleaned.get("who") == BY_MAIL:
            self._require("address")
        return cleaned

    def _require(self, name: str) -> None:
        field = self.fields[name]
        if name not in self.errors and not self.cleaned_data.get(name):
            self.add_error(name, field.error_messages["required"])

    def _find_invitee(self, name: str) -> None:
        if "name" in self.errors:
            return
        self.invitee = queries.find_member(name)
        if self.invitee is None:
            self.add_error("name", NOBODY_SO_CALLED)
        elif self.invitee == self.member:
            self.add_error("name", _("That is you. Somebody else, please."))

    @property
    def is_against_computer(self) -> bool:
        return self.cleaned_data["who"] in (COMPUTER, "")

    @property
    def field_of_other(self) -> str:
        """The field that says who is invited."""
        return "address" if self.cleaned_data["who"] == BY_MAIL else "name"

    @property
    def chosen_target(self) -> int:
        """The target of a valid form; 0 is a single round."""
        target = self.cleaned_data["target"]
        return int(self.cleaned_data["other_target"] if target == OTHER else target)

    @property
    def chosen_time(self) -> TimeControl:
        """The time control of a valid form of a game between people."""
        bank = Bank(int(self.cleaned_data["bank"] or Bank.NONE))
        usual = usual_time(Pace(int(self.cleaned_data["pace"])), bank)
        wish = self.cleaned_data["vacations"]
        return usual if wish in (USUAL, "") else replace(usual, stops_for_vacation=wish == STOP)

    @property
    def chosen_options(self) -> Options:
        """The full set of options of a valid form."""
        chosen = {
            "first_floor": int(self.cleaned_data["first_floor"]),
            "floor_specials": self.cleaned_data["floor_specials"],
            "capture_choice": self.cleaned_data["capture_choice"],
            "last_card_basra": self.cleaned_data["last_card_basra"] == "yes",
        }
        return make_options(self.cleaned_data["preset"], chosen)

    @property
    def option_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.OPTION_FIELDS]

    @property
    def reminders(self) -> list[tuple[str, int]]:
        """By pace, how many mails remind of a deadline at most."""
        return [(pace, len(REMINDED_BEFORE[int(pace)])) for pace, _label in PACES]

    @property
    def first_wrong(self) -> str | None:
        """The field to lead to: the first on the page with an error."""
        return next((name for name in self.fields if name in self.errors), None)

    @property
    def has_option_errors(self) -> bool:
        return any(name in self.errors for name in self.OPTION_FIELDS)

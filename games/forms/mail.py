"""Where, when and about what a person wants to read by mail."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.forms.fields import AddressField, Label, RadioField
from games.models import MailClass, MailSettings, TurnMails
from games.services.pauses import MOST_A_DAY, MOST_INVITATIONS_A_DAY

NONE = "none"
HOURS = [(hour, f"{hour:02}:00") for hour in range(24)]
BY_CHECKBOX = [choice for choice in MailClass.choices if choice[0] != MailClass.TURNS]


@dataclass(frozen=True, slots=True)
class MailWishes:
    """What the form says; `turns` and `quiet` are None for none."""

    turns: TurnMails | None
    digest_hour: int
    quiet: tuple[int, int] | None
    plays_from_mail: bool
    wanted: frozenset[MailClass]


class AddressForm(forms.Form):
    """A guest's address."""

    address = AddressField(
        label=_("Your e-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class HourField(forms.TypedChoiceField):
    """A whole hour of the day, by the clock on the wall; None for none, where that may be."""

    default_error_messages = RadioField.default_error_messages

    def __init__(self, *, none: Any = None, **options: Any) -> None:
        choices = HOURS if none is None else [("", none), *HOURS]
        super().__init__(
            choices=choices,
            coerce=int,
            empty_value=None,
            required=none is None,
            widget=forms.Select(attrs={"class": "input"}),
            **options,
        )


class MailForm(forms.Form):
    """How often, when and about what."""

    most_a_day = MOST_A_DAY
    most_invitations_a_day = MOST_INVITATIONS_A_DAY

    turns = RadioField(
        label=_("When it is your turn"),
        choices=[
            (
                TurnMails.ONE.value,
                Label(
                    _("One mail until I come back"),
                    _("However many games wait, it names them all. Then we keep quiet."),
                ),
            ),
            (
                TurnMails.EVERY.value,
                Label(_("Every turn"), _("A mail for each play of the other side.")),
            ),
            (
                TurnMails.DIGEST.value,
                Label(_("Once a day"), _("One mail with all that waits, at an hour of yours.")),
            ),
            (
                NONE,
                Label(_("No mail"), _("Look in now and then: the clocks run on.")),
            ),
        ],
    )
    digest_hour = HourField(label=_("Hour of the daily mail"))
    quiet_from = HourField(label=_("Quiet from"), none=_("no quiet hours"))
    quiet_until = HourField(label=_("Quiet until"), none=_("no quiet hours"))
    plays_from_mail = forms.BooleanField(required=False)
    wanted = forms.MultipleChoiceField(
        label=_("We also write to you about"),
        choices=BY_CHECKBOX,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        hours = {data.get("quiet_from"), data.get("quiet_until")}
        has_both_fields = {"quiet_from", "quiet_until"} <= data.keys()
        if has_both_fields and hours != {None} and (None in hours or len(hours) == 1):
            self.add_error("quiet_until", _("Choose two different hours, or none."))
        return data

    @property
    def wishes(self) -> MailWishes:
        """Of a form that is valid."""
        data = self.cleaned_data
        turns = None if data["turns"] == NONE else TurnMails(data["turns"])
        wanted = {MailClass(value) for value in data["wanted"]} | (
            {MailClass.TURNS} if turns else set()
        )
        quiet = data["quiet_from"], data["quiet_until"]
        return MailWishes(
            turns=turns,
            digest_hour=data["digest_hour"],
            quiet=None if None in quiet else quiet,
            plays_from_mail=data["plays_from_mail"],
            wanted=frozenset(wanted | ({MailClass.TURNS} if turns else set())),
        )


def show_wishes(wishes: MailSettings, stopped: Iterable[str]) -> MailForm:
    """The form as it is filled in now."""
    has_no_turns = MailClass.TURNS in stopped
    wanted = [value for value, _label in BY_CHECKBOX if value not in stopped]
    return MailForm(
        initial={
            "turns": NONE if has_no_turns else wishes.turns,
            "digest_hour": wishes.digest_hour,
            "quiet_from": wishes.quiet_from,
            "quiet_until": wishes.quiet_until,
            "plays_from_mail": wishes.plays_from_mail,
            "wanted": wanted,
        }
    )

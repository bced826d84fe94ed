"""Going on vacation: until when."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.forms.fields import Label, RadioField

OPEN, DATE = "open", "date"
DAYS = {
    "1": Label(_("1 day")),
    "2": Label(_("2 days")),
    "3": Label(_("3 days")),
    "7": Label(_("1 week")),
    "14": Label(_("2 weeks")),
    "21": Label(_("3 weeks")),
}
ENDS = [
    (OPEN, Label(_("Until I come back"))),
    *DAYS.items(),
    (DATE, Label(_("Until a day I name"))),
]
MORNING = time(9)
# No stay lasts as long.
MOST_YEARS = 3
NAME_A_DAY = _("Name the day.")
IS_PAST = _("That moment has passed. Name one ahead.")


class VacationForm(forms.Form):
    """When a vacation that begins `now` ends. A day that is named is one of the reader's zone."""

    end = RadioField(label=_("For how long?"), choices=ENDS, initial=OPEN)
    day = forms.DateField(
        label=_("The day you are back"),
        required=False,
        error_messages={"invalid": NAME_A_DAY},
    )
    at = forms.TimeField(
        label=_("At what time"),
        required=False,
        initial=f"{MORNING:%H:%M}",
        input_formats=["%H:%M"],
        error_messages={"invalid": _("Write a time, such as 09:00.")},
    )

    def __init__(self, *args: Any, now: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.now = now

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("end") == DATE and "day" not in self.errors:
            self._check_day(cleaned.get("day"))
        return cleaned

    def _check_day(self, day: date | None) -> None:
        if day is None or not self._is_near(day):
            self.add_error("day", NAME_A_DAY)
        elif self._named_moment(day) <= self.now:
            self.add_error("day", IS_PAST)

    def _is_near(self, day: date) -> bool:
        """At the ends of the calendar no zone can be reckoned."""
        return abs(day.year - self.now.year) <= MOST_YEARS

    @property
    def until(self) -> datetime | None:
        """The end that a valid form asks for; None where its person will say when it comes."""
        end = self.cleaned_data["end"]
        if end == OPEN:
            return None
        if end == DATE:
            return self._named_moment(self.cleaned_data["day"])
        return self.now + timedelta(days=int(end))

    def _named_moment(self, day: date) -> datetime:
        """Where clocks go back, the first of two such times; in an hour left out, just after."""
        at = self.cleaned_data.get("at") or MORNING
        local = datetime.combine(day, at, tzinfo=timezone.get_current_timezone())
        return local.astimezone(UTC)

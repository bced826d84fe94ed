"""Fields of forms, and what stands beside them."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.addresses import clean_address

Text = str | Promise


@dataclass(frozen=True, slots=True)
class Label:
    """What stands beside a radio button: a title, and what choosing it means."""

    title: Text
    line: Text = ""

    def __str__(self) -> str:
        return str(self.title)


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


class AddressField(forms.EmailField):
    """An e-mail address, in its one spelling."""

    def clean(self, value: Any) -> str:
        address = super().clean(value)
        if not address:
            return ""
        cleaned = clean_address(address)
        self.run_validators(cleaned)  # it may have become longer
        return cleaned

"""Where and what a person wants to read by mail."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import MailClass


class AddressForm(forms.Form):
    """A guest's address."""

    address = forms.EmailField(
        label=_("Your e-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def clean_address(self) -> str:
        return str(self.cleaned_data["address"]).lower()


class MailForm(forms.Form):
    """The classes of mail that a person wants."""

    wanted = forms.MultipleChoiceField(
        choices=MailClass, required=False, widget=forms.CheckboxSelectMultiple
    )

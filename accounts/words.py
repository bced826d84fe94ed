"""What the forms of this room say, in the site's own words instead of the libraries'."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = Mapping[str, str | Promise]

STILL_EMPTY = _("This is still empty.")
CHOOSE_ONE = _("Choose one of these.")
NO_ADDRESS = _("This does not look like an e-mail address.")
NOT_THERE = _("We cannot write to an address of this kind.")
PASSWORD_HELP = _("At least 8 characters, not only digits.")
ADDRESS = _("E-mail address")

LABELS: Words = {
    "login": ADDRESS,
    "email": ADDRESS,
    "password": _("Password"),
    "oldpassword": _("The password you have now"),
    "password1": _("Password"),
    "password2": _("The same password again"),
    "code": _("Code"),
}
"""By the names that the sign-in library gives to its fields."""

ERRORS: Words = {
    "account_inactive": _("This account is suspended. Write to us if you do not know why."),
    "duplicate_email": _("That is the address you have already."),
    "email_password_mismatch": _("Address and password do not fit together. Look at both again."),
    "email_taken": _("Somebody has an account with this address."),
    "enter_current_password": _("That is not your password."),
    "incorrect_code": _("That is not the code. Look at the mail again."),
    "incorrect_password": _("That is not your password."),
    "rate_limited": _("That was quick. Wait a minute, then try again."),
    "same_as_current": _("That is the address you have already."),
    "too_many_login_attempts": _("That was often. Drink a glass of tea, then try again."),
}
"""By the names that the sign-in library gives to its complaints."""

SECOND_FACTOR_ERRORS: Words = {
    "cannot_generate_recovery_codes": _("Codes for emergencies come with an app. Set it up first."),
    "incorrect_code": _("That is not the code. Look at the app again: it changes twice a minute."),
    "unverified_email": _("Prove your e-mail address first, then set up the app."),
}
"""By the names that the library gives to its complaints about the second step of a sign-in."""


class InOurWords(forms.BaseForm):
    """Labels and complaints of a form's fields; `labels` are those that differ from LABELS."""

    labels: Words = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        labels: dict[str, Any] = {**LABELS, **self.labels}
        for name, field in self.fields.items():
            field.label = labels.get(name, field.label)
            put_in_our_words(field)
        if "password1" in self.fields:
            self.fields["password1"].help_text = PASSWORD_HELP


def put_in_our_words(field: forms.Field) -> None:
    """What the field says of a wrong answer."""
    field.error_messages["required"] = STILL_EMPTY
    if isinstance(field, forms.EmailField):
        field.error_messages["invalid"] = NO_ADDRESS
    if isinstance(field, forms.ChoiceField):
        field.error_messages["invalid_choice"] = CHOOSE_ONE

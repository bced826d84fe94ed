"""The forms of the sign-in library, which speak in this site's words."""

from typing import Any

from allauth.account import forms as library
from allauth.account.utils import passthrough_next_redirect_url
from allauth.mfa.base import forms as second_factor
from allauth.mfa.totp.forms import ActivateTOTPForm
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.addresses import fold_address
from accounts.limits import check_codes_of_visitor
from accounts.words import InOurWords

# mypy: disable-error-code="misc"
# The library is not typed.

NEW_PASSWORD = {"password1": _("New password")}


class TwiceTheSame(InOurWords):
    """A password that is typed twice."""

    def clean_password2(self) -> Any:
        again = self.cleaned_data["password2"]
        if again != self.cleaned_data.get("password1", again):
            raise ValidationError(_("These two are not the same."), code="password_mismatch")
        return again


class LoginForm(InOurWords, library.LoginForm):
    """The way to a new password leads on to the page that was meant, too."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        reset = reverse("account_reset_password")
        url = passthrough_next_redirect_url(self.request, reset, REDIRECT_FIELD_NAME)
        self.fields["password"].help_text = render_to_string(
            "account/password_reset_help_text.html", {"url": url}
        )

    def clean(self) -> Any:
        try:
            return super().clean()
        except ValidationError as error:
            if error.code != "email_password_mismatch":
                raise
            self.add_error("password", error)  # where the page opens, to type it again
            return self.cleaned_data

    def clean_login(self) -> str:
        return fold_address(super().clean_login())


class AddEmailForm(InOurWords, library.AddEmailForm):
    pass


class ChangePasswordForm(TwiceTheSame, library.ChangePasswordForm):
    labels = NEW_PASSWORD


class SetPasswordForm(TwiceTheSame, library.SetPasswordForm):
    pass


class ResetPasswordForm(InOurWords, library.ResetPasswordForm):
    def clean_email(self) -> Any:
        self.cleaned_data["email"] = fold_address(self.cleaned_data["email"])
        check_codes_of_visitor(self.cleaned_data["email"])
        return super().clean_email()


class ResetPasswordKeyForm(TwiceTheSame, library.ResetPasswordKeyForm):
    labels = NEW_PASSWORD


class ReauthenticateForm(InOurWords, library.ReauthenticateForm):
    pass


class RequestLoginCodeForm(InOurWords, library.RequestLoginCodeForm):
    """Takes the address of the sign-in's own form as well, whose second button leads here."""

    def add_prefix(self, field_name: str) -> Any:
        is_from_sign_in = field_name == "email" and "login" in self.data
        return "login" if is_from_sign_in else super().add_prefix(field_name)

    def clean_email(self) -> Any:
        self.cleaned_data["email"] = fold_address(self.cleaned_data["email"])
        check_codes_of_visitor(self.cleaned_data["email"])
        return super().clean_email()


class ConfirmLoginCodeForm(InOurWords, library.ConfirmLoginCodeForm):
    pass


class ConfirmEmailVerificationCodeForm(InOurWords, library.ConfirmEmailVerificationCodeForm):
    pass


class ConfirmReauthenticationCodeForm(InOurWords, library.ConfirmReauthenticationCodeForm):
    pass


class ConfirmPasswordResetCodeForm(InOurWords, library.ConfirmPasswordResetCodeForm):
    pass


class SecondFactorForm(InOurWords, second_factor.AuthenticateForm):
    pass


class SecondFactorAgainForm(InOurWords, second_factor.ReauthenticateForm):
    pass


class ActivateTotpForm(InOurWords, ActivateTOTPForm):
    pass

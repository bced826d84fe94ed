"""What this site does its own way when people sign in with another site (sign-in.md)."""

import logging
import traceback
from typing import Any

from allauth.account.internal.userkit import filter_users_by_email
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter, _build_apps_from_settings
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialLogin
from allauth.socialaccount.providers.base import AuthError, Provider
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import HttpRequest
from django.shortcuts import redirect

from accounts.models import User
from accounts.names import MAX_RAW_LENGTH, clean_name

logger = logging.getLogger(__name__)


class SocialAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]  # the library is not typed
    """Keys from the environment, accounts joined by twice proven addresses, little kept."""

    def list_apps(
        self, request: HttpRequest, provider: str | None = None, client_id: str | None = None
    ) -> list[SocialApp]:
        # The library would look for keys in the database as well, on every page with a button.
        found = _build_apps_from_settings(provider=provider, client_id=client_id)
        return [app for apps in found.values() for app in apps]

    def populate_user(
        self, request: HttpRequest, sociallogin: SocialLogin, data: dict[str, Any]
    ) -> User:
        check_subject(sociallogin.account)
        user: User = super().populate_user(request, sociallogin, data)
        user.name = read_name(data)
        # All that is kept of what the other site tells: what a person knows the link by.
        sociallogin.account.extra_data = {"email": user.email}
        return user

    def authenticate_by_email(self, sociallogin: SocialLogin) -> tuple[User, str] | None:
        """The account that this sign-in joins: both sites hold the address for proven."""
        for told in sociallogin.email_addresses:
            known = EmailAddress.objects.filter(email=told.email, verified=True)
            if told.verified and (found := known.select_related("user").first()):
                return found.user, told.email
        return None

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        # What waits in the session until a name is chosen holds no key to the other site.
        sociallogin.token = None
        is_visitor = request.user.is_anonymous
        if is_visitor and sociallogin.is_existing and not sociallogin.user.is_active:
            raise ImmediateHttpResponse(redirect("account_inactive"))

    def get_signup_form_initial_data(self, sociallogin: SocialLogin) -> dict[str, str]:
        told = find_address(sociallogin)
        return {"email": told.email if told else "", "name": suggest_name(sociallogin.user.name)}

    def save_user(
        self, request: HttpRequest, sociallogin: SocialLogin, form: Form | None = None
    ) -> User:
        chosen = form.cleaned_data["email"] if form else ""
        sociallogin.email_addresses = [
            told for told in sociallogin.email_addresses if told.email == chosen
        ]
        user: User = super().save_user(request, sociallogin, form)
        return user

    def on_authentication_error(
        self,
        request: HttpRequest,
        provider: Provider,
        error: str | None = None,
        exception: Exception | None = None,
        extra_context: dict[str, Any] | None = None,
    ) -> None:
        if error != AuthError.CANCELLED:
            logger.warning("Sign-in with %s failed: %s", provider.sub_id, describe(exception))


def check_subject(account: SocialAccount) -> None:
    """Raise ValueError unless all that the other site tells is of one person, named by a text."""
    subject = account.uid
    if not subject.strip() or not subject.isprintable():
        raise ValueError("No database holds such a subject")
    # The library makes a text of whatever an OpenID Connect server says: every null is "None".
    parts = [account.extra_data.get(name) for name in ("userinfo", "id_token")]
    if any(part["sub"] != subject for part in parts if part):
        raise ValueError("The subject is no text, or there are two")


def find_address(sociallogin: SocialLogin) -> EmailAddress | None:
    """The address that the other site tells first, with its word on whether it is proven."""
    return next(iter(sociallogin.email_addresses), None)


def has_account(sociallogin: SocialLogin) -> bool:
    """Whether somebody has an account with the address that the other site tells."""
    told = find_address(sociallogin)
    return told is not None and bool(filter_users_by_email(told.email))


def read_name(data: dict[str, Any]) -> str:
    """What the other site calls the person."""
    parts = (data.get("first_name"), data.get("last_name"))
    return str(data.get("name") or " ".join(filter(None, parts)))[:MAX_RAW_LENGTH]


def suggest_name(text: str) -> str:
    """The name if it may be one here and is free, else nothing."""
    try:
        name = clean_name(text)
    except ValidationError:
        return ""
    return "" if User.objects.is_name_taken(name) else name


def describe(exception: Exception | None) -> str:
    """The kind of a mishap and where it came up; its own words may quote keys and addresses."""
    if exception is None:
        return "nothing of ours came back"
    frames = traceback.extract_tb(exception.__traceback__)
    place = f" in {frames[-1].name}" if frames else ""
    return f"{type(exception).__name__}{place}"

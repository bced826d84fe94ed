"""What this site does its own way in the journeys of the sign-in library."""

import logging
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.mail import EmailMultiAlternatives
from django.db import IntegrityError, transaction
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts import half_way, words
from accounts.addresses import clean_address
from accounts.destination import is_page_of_ours, pop_destination
from accounts.models import User
from accounts.ways_in import forget_ways_in

logger = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # the library is not typed
    """Names beside addresses, mails in two parts, and safer answers to hostile requests."""

    error_messages = {**DefaultAccountAdapter.error_messages, **words.ERRORS}

    def save_user(self, request: HttpRequest, user: User, form: Form, commit: bool = True) -> User:
        user.rename(form.cleaned_data["name"])
        user.time_zone = form.cleaned_data["time_zone"]
        user.language = get_language() or settings.LANGUAGE_CODE
        saved: User = super().save_user(request, user, form, commit=commit)
        return saved

    def clean_email(self, email: str) -> str:
        cleaned = clean_address(email)
        if len(cleaned) > EmailAddress._meta.get_field("email").max_length:
            raise ValidationError(_("This address is too long."), code="max_length")
        return cleaned

    def set_password(self, user: User, password: str) -> None:
        user.set_password(password)
        with transaction.atomic():
            half_way.check_unchanged(self.request, user)
            # The library writes the whole row, and with it what has changed in the meantime.
            user.save(update_fields=["password"])

    def pre_login(self, request: HttpRequest, user: User, **hooks: Any) -> HttpResponse | None:
        half_way.note_person(request.session, user)
        refusal: HttpResponse | None = super().pre_login(request, user, **hooks)
        return refusal

    def login(self, request: HttpRequest, user: User) -> None:
        with transaction.atomic():
            half_way.check_unchanged(request, user)
            super().login(request, user)

    def should_send_confirmation_mail(
        self, request: HttpRequest, email_address: EmailAddress, signup: bool
    ) -> bool:
        # By now the library has written the address anew, if it was missing: the account may have
        # closed since the password was compared.
        with transaction.atomic():
            people = User.objects.select_for_update(no_key=True).filter(pk=email_address.user_id)
            person = people.get()
            if person.closed_at is None:
                return True
            forget_ways_in(people)
        raise ImmediateHttpResponse(self.respond_user_inactive(request, person))

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        try:
            with transaction.atomic():
                half_way.check_unchanged(request, email_address.user)
                return bool(super().confirm_email(request, email_address))
        except IntegrityError:
            # Somebody else proved the same address a moment ago.
            self.add_message(
                request,
                messages.ERROR,
                "account/messages/email_confirmation_failed.txt",
                {"email": email_address.email},
            )
            return False

    def is_safe_url(self, url: str) -> bool:
        return is_page_of_ours(url)

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        return pop_destination(request) or resolve_url(settings.LOGIN_REDIRECT_URL)

    def get_signup_redirect_url(self, request: HttpRequest) -> str:
        return self.get_login_redirect_url(request)

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        return reverse("accounts:settings")

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("accounts:settings")

    def format_email_subject(self, subject: str) -> str:
        return subject

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMultiAlternatives:
        headers = {"Auto-Submitted": "auto-generated", **(headers or {})}
        mail: EmailMultiAlternatives = super().render_mail(
            template_prefix, email, context, headers=headers
        )
        page = render_to_string(
            "account/email/page.html",
            {
                "subject": mail.subject,
                "paragraphs": mail.body.split("\n\n"),
                "code": context.get("code"),
            },
        )
        mail.attach_alternative(page, "text/html")
        return mail

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        context = {"email": email, "site_address": settings.SITE_ADDRESS, **context}
        mail = self.render_mail(template_prefix, email, context)
        try:
            mail.send()
        except Exception:  # each way of sending has errors of its own
            logger.exception("The mail %s could not be sent", template_prefix)
            messages.error(
                self.request,
                _("We could not send the mail just now. Nothing is lost: try again in a minute."),
            )

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        # The library's own key holds the Host header, which is the caller's to vary.
        return str(credentials.get("email", "")).lower()

"""Answers to signals of Django's and the library's sign-in."""

from typing import Any

from allauth.account.internal.flows.login import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.account.models import EmailAddress
from allauth.account.signals import (
    authentication_step_completed,
    email_changed,
    email_confirmed,
    password_changed,
    password_reset,
    password_set,
    user_logged_in,
)
from allauth.mfa.signals import authenticator_added
from allauth.socialaccount.models import SocialAccount
from django.apps import apps as installed
from django.apps.config import AppConfig
from django.apps.registry import Apps
from django.contrib.auth import signals as auth_signals
from django.db.models.signals import post_migrate
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.middleware import keep_alive
from accounts.models import User
from accounts.roles import set_up_roles
from accounts.sessions import sign_out_elsewhere
from accounts.signals import address_proven, joined, keys_changed

# Pages where an address is proven by somebody who need not be the one who signed up with it.
PROOFS_BY_ANYBODY = {"confirm_login_code", "account_confirm_password_reset_code"}
# Ways to sign in for which one reads one's mail, as the library names them.
PROOFS_BY_MAIL = {"code", "password_reset"}
# What is read again of the proofs that a session has seen.
KEPT_OF_PROOFS = {"method", "at", "reauthenticated"}


@receiver(auth_signals.user_logged_in)
def date_session(request: HttpRequest, **_kwargs: Any) -> None:
    # The session is about to be written anyway: the next page need not write it once more.
    keep_alive(request.session)


@receiver(authentication_step_completed)
def forget_whose_proof_it_was(request: HttpRequest, **_kwargs: Any) -> None:
    # Sessions are not found by their person: an address, or a number at another site, would stay in
    # them for weeks after the account has closed.
    request.session[AUTHENTICATION_METHODS_SESSION_KEY] = [
        {name: record[name] for name in KEPT_OF_PROOFS & record.keys()}
        for record in request.session[AUTHENTICATION_METHODS_SESSION_KEY]
    ]


@receiver(user_logged_in)
def announce_joined(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    joined.send_robust(sender=User, user=user, request=request)


@receiver(email_confirmed)
def forget_unproven_ways_in(
    request: HttpRequest, email_address: EmailAddress, **_kwargs: Any
) -> None:
    # Somebody may have signed up with a stranger's address and waits for its owner to come.
    # The owner proves the address by a code; neither the other's password nor the other's account
    # at another site must open the door.
    page = request.resolver_match
    if page and page.url_name in PROOFS_BY_ANYBODY:
        user = email_address.user
        user.set_unusable_password()
        user.save(update_fields=["password"])
        SocialAccount.objects.filter(user=user).delete()


@receiver([email_changed, password_changed, password_reset, password_set])
def announce_other_keys(user: User, **_kwargs: Any) -> None:
    keys_changed.send(sender=User, user=user)


@receiver(email_confirmed)
def announce_proven_address(email_address: EmailAddress, **_kwargs: Any) -> None:
    address_proven.send(sender=User, user=email_address.user, address=email_address.email)


@receiver(authentication_step_completed)
def announce_address_proven_again(user: User, method: str, **proof: Any) -> None:
    # A code that was sent there has come back from there.
    if method in PROOFS_BY_MAIL and proof.get("email"):
        address_proven.send(sender=User, user=user, address=proof["email"])


@receiver(authenticator_added)
def end_sessions_without_second_step(request: HttpRequest, user: User, **_kwargs: Any) -> None:
    # From here on each session of the person has been asked for it.
    sign_out_elsewhere(request, user)


@receiver(post_migrate)
def keep_roles(app_config: AppConfig, using: str, apps: Apps = installed, **_kwargs: Any) -> None:
    # Each app's permissions come after its tables; when the last app reports, all are there.
    last = [config for config in installed.get_app_configs() if config.models_module][-1]
    has_groups = "auth" in {config.label for config in apps.get_app_configs()}
    if app_config == last and has_groups:
        set_up_roles(using)

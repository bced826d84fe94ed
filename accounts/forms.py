"""What a person tells about themselves."""

from contextlib import suppress
from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.models import EmailAddress
from allauth.socialaccount import forms as social_forms
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts.locks import lock_open_account
from accounts.models import User
from accounts.names import MAX_RAW_LENGTH, clean_name
from accounts.social_adapter import find_address
from accounts.validators import REGIONS, known_time_zones, offered_time_zones
from accounts.ways_in import make_address_to_nowhere
from accounts.words import InOurWords, put_in_our_words

NAME_TAKEN = ValidationError(_("This name is taken. Please choose another."), code="taken")


class NameTaken(Exception):
    """Somebody took the name between the check and the write."""


class NameField(forms.CharField):
    """A public name, normalised."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("label", _("Name"))
        kwargs.setdefault("help_text", _("How others see you. 3 to 20 letters, digits and spaces."))
        super().__init__(max_length=MAX_RAW_LENGTH, **kwargs)
        self.widget.attrs["autocomplete"] = "nickname"

    def clean(self, value: Any) -> str:
        return clean_name(super().clean(value))


class JoiningForm(InOurWords, forms.Form):
    """What every way of joining asks for: a public name; the browser adds its time zone."""

    name = NameField()
    time_zone = forms.CharField(required=False, widget=forms.HiddenInput)

    account_already_exists: bool

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if User.objects.is_name_taken(name):
            raise NAME_TAKEN
        return name

    def clean_time_zone(self) -> str:
        guess: str = self.cleaned_data["time_zone"]
        return guess if guess in known_time_zones() else "UTC"

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Store the person, or answer as if, where the address has an account already.

        Raises NameTaken when somebody else was faster.
        """
        if not self.account_already_exists and (user := self._store(request)):
            return user, None
        self._store_nobody()
        response: HttpResponse = super().try_save(request)[1]  # type: ignore[misc]
        return None, response

    def _store(self, request: HttpRequest) -> User | None:
        try:
            with transaction.atomic():
                user: User = self.save(request)  # type: ignore[attr-defined]
        except IntegrityError as error:
            if User.objects.is_name_taken(self.cleaned_data["name"]):
                raise NameTaken from error
            if not User.objects.filter(email=self.cleaned_data["email"]).exists():
                raise
            self.account_already_exists = True
            return None
        return user

    def _store_nobody(self) -> None:
        """Do what storing a person does, and undo it: the clock must not tell either."""
        nobody = User(email=make_address_to_nowhere())
        nobody.rename(self.cleaned_data["name"])
        nobody.set_password(self.cleaned_data.get("password1") or None)
        with suppress(IntegrityError), transaction.atomic():
            nobody.save()
            EmailAddress.objects.create(user=nobody, email=nobody.email, primary=True)
            transaction.set_rollback(True)


class SignupForm(JoiningForm, allauth_forms.SignupForm):  # type: ignore[misc]  # the library is not typed
    """An address and a name; a password only for those who like one."""

    field_order = ["email", "name", "password1", "time_zone"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        password = self.fields["password1"]
        password.label = _("Password, if you like")
        password.help_text = _(
            "Without one we send you a code each time you sign in. "
            "With one: at least 8 characters, not only digits."
        )


class SocialSignupForm(JoiningForm, social_forms.SignupForm):  # type: ignore[misc]  # as above
    """A name for a person whom another site knows; the address only where it vouches for none."""

    field_order = ["email", "name", "time_zone"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        email, told = self.fields["email"], find_address(self.sociallogin)
        if told and told.verified:
            email.disabled = True
            email.help_text = _("Proven already, no code needed. No other player ever sees it.")
        else:
            email.help_text = _("We send a code to it, to be sure it is yours.")


class PersonForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic at run time
    """Name, language and time zone of a person who has an account."""

    name = NameField()

    class Meta:
        model = User
        fields = ["name", "language", "time_zone"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"] = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
        self.fields["time_zone"] = forms.ChoiceField(
            label=_("Time zone"), choices=list_time_zone_choices(kept=self.instance.time_zone)
        )
        for field in self.fields.values():
            put_in_our_words(field)

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if User.objects.is_name_taken(name, besides=self.instance):
            raise NAME_TAKEN
        return name


class SettingsForm(PersonForm):
    """The settings page; writes nothing but what it shows."""

    def store(self) -> User:
        """Write the choices. Raises NameTaken when somebody else was faster, and AlreadyClosed."""
        user: User = self.save(commit=False)
        try:
            with transaction.atomic():
                lock_open_account(user)
                user.save(update_fields=["name", "name_key", "language", "time_zone"])
        except IntegrityError as error:
            raise NameTaken from error
        return user


def list_time_zone_choices(*, kept: str) -> list[tuple[Any, Any]]:
    """Return the choices of a time zone field: UTC, then the places of each region.

    The zone that is `kept` is among them, even by a name that is offered no more.
    """
    places: dict[str, list[tuple[str, str]]] = {region: [] for region in REGIONS}
    names = offered_time_zones() | ({kept} & known_time_zones())
    for name in sorted(names - {"UTC"}):
        region, _slash, place = name.partition("/")
        places[region].append((name, place.replace("_", " ")))
    return [("UTC", "UTC"), *((REGIONS[region], places[region]) for region in REGIONS)]

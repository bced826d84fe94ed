"""The people of the site."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models.functions import Length, Lower
from django.db.models.lookups import GreaterThanOrEqual, LessThanOrEqual
from django.utils import timezone
from django.utils.crypto import get_random_string, salted_hmac
from django.utils.translation import gettext_lazy as _

from accounts.fields import NameField
from accounts.names import MAX_KEY_LENGTH, MAX_LENGTH, MIN_LENGTH, clean_name, name_key
from accounts.validators import check_language, check_time_zone

PUBLIC_ID_LENGTH = 12


def make_public_id() -> str:
    """A name for addresses that tells nothing and stays when the person is renamed."""
    return get_random_string(PUBLIC_ID_LENGTH)


class UserManager(BaseUserManager["User"]):
    """Creates people by their e-mail address; a name is public, an address never is."""

    def create_user(
        self, email: str, password: str | None = None, *, name: str, **extra: Any
    ) -> "User":
        """Store and return a new person.

        Raises ValidationError for a name or address that is not allowed or taken.
        """
        user = self.model(email=email, name=name, **extra)
        user.set_password(password)
        user.full_clean(exclude=["password"])
        user.save(using=self._db)
        return user

    def create_superuser(
        self, email: str, password: str | None = None, *, name: str, **extra: Any
    ) -> "User":
        """Store and return a new member of staff who may do everything."""
        user = self.create_user(
            email, password, name=name, is_staff=True, is_superuser=True, **extra
        )
        # Whoever may type this command on the server vouches for the address.
        addresses = user.emailaddress_set  # type: ignore[attr-defined]  # the library is not typed
        addresses.create(email=user.email, verified=True, primary=True)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").lower())

    def erase_unproven(self, *, joined_before: datetime) -> int:
        """Erase sign-ups whose address was never proven, so that name and address are free again.

        Returns how many. Nobody can have signed in to such an account.
        """
        unproven = self.filter(
            joined_at__lt=joined_before, last_login__isnull=True, emailaddress__verified=False
        ).exclude(emailaddress__verified=True)
        erased = list(unproven.distinct())
        for user in erased:
            user.delete()
        return len(erased)

    def is_name_taken(self, name: str, *, besides: "User | None" = None) -> bool:
        """Tell whether somebody else is known by the name."""
        others = self.exclude(pk=besides.pk) if besides and besides.pk else self.all()
        return others.filter(name_key=name_key(name)).exists()


class User(AbstractBaseUser, PermissionsMixin):
    """A person with an account: signs in by address, is known by a chosen name.

    `email` is kept in lower case. `name` and `name_key` change together, by `rename`. Who is
    suspended, or has closed the account, is not active.
    """

    public_id = models.CharField(
        _("public id"), max_length=22, unique=True, default=make_public_id, editable=False
    )
    email = models.EmailField(
        _("e-mail address"),
        unique=True,
        error_messages={"unique": _("Somebody has an account with this address.")},
    )
    name = NameField(_("name"), max_length=MAX_LENGTH)
    name_key = models.CharField(
        max_length=MAX_KEY_LENGTH,
        unique=True,
        editable=False,
        error_messages={"unique": _("This name is taken.")},
    )
    language = models.CharField(
        _("language"), max_length=10, default="en", validators=[check_language]
    )
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[check_time_zone]
    )
    is_active = models.BooleanField(_("active"), default=True)
    is_staff = models.BooleanField(_("staff"), default=False)
    joined_at = models.DateTimeField(_("joined"), default=timezone.now, editable=False)
    last_seen_at = models.DateTimeField(_("last seen"), null=True, blank=True, editable=False)
    suspended_at = models.DateTimeField(_("suspended"), null=True, blank=True, editable=False)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True, editable=False)
    session_generation = models.PositiveIntegerField(
        default=0,
        editable=False,
        help_text=_("Raised to end every session of the person at once."),
    )

    objects = UserManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        permissions = [
            ("suspend_user", _("Can suspend people and let them back in")),
            ("close_user", _("Can close accounts")),
            ("sign_out_user", _("Can sign people out everywhere")),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(email=Lower("email")), name="user_email_in_lower_case"
            ),
            models.CheckConstraint(
                condition=GreaterThanOrEqual(Length("name"), MIN_LENGTH)
                & LessThanOrEqual(Length("name"), MAX_LENGTH),
                name="user_name_length",
            ),
            models.CheckConstraint(
                condition=models.Q(is_active=True, suspended_at__isnull=True)
                | models.Q(is_active=False),
                name="user_suspended_is_not_active",
            ),
            models.CheckConstraint(
                condition=models.Q(closed_at__isnull=True) | models.Q(is_active=False),
                name="user_closed_is_not_active",
            ),
        ]

    def __str__(self) -> str:
        return str(self.name)

    def clean(self) -> None:
        self.email = self.email.lower()
        self.name_key = name_key(self.name)

    def get_session_auth_hash(self) -> str:
        """What a session holds: another after a new password or session generation."""
        return self._make_session_hash(settings.SECRET_KEY)

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        return map(self._make_session_hash, settings.SECRET_KEY_FALLBACKS)

    def _make_session_hash(self, secret: str | bytes) -> str:
        kept = f"{self.session_generation}:{self.password}"
        return salted_hmac("accounts.session", kept, secret=secret, algorithm="sha256").hexdigest()

    def rename(self, text: str) -> None:
        """Take the name, normalised. Raises ValidationError with a sentence; does not save."""
        self.name = clean_name(text)
        self.name_key = name_key(self.name)

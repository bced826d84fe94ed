"""The people of the site."""

from typing import Any

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class UserManager(BaseUserManager["User"]):
    """Creates people by their e-mail address; a name is public, an address never is."""

    def create_user(
        self, email: str, password: str | None = None, *, name: str = "", **extra: Any
    ) -> "User":
        user = self.model(email=self.normalize_email(email), name=name, **extra)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(
        self, email: str, password: str | None = None, *, name: str = "", **extra: Any
    ) -> "User":
        return self.create_user(
            email, password, name=name, is_staff=True, is_superuser=True, **extra
        )


class User(AbstractBaseUser, PermissionsMixin):
    """A person with an account: signs in by address, is known by a chosen name."""

    email = models.EmailField(_("e-mail address"), unique=True)
    name = models.CharField(_("name"), max_length=20)
    name_key = models.CharField(max_length=60, unique=True, editable=False)
    language = models.CharField(_("language"), max_length=10, default="en")
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    is_active = models.BooleanField(_("active"), default=True)
    is_staff = models.BooleanField(_("staff"), default=False)
    date_joined = models.DateTimeField(_("joined"), default=timezone.now)

    objects = UserManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")

    def __str__(self) -> str:
        return self.name

"""Why an act on an account is refused. Each is an ordinary outcome; `str` says it in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Refused(Exception):
    """Nothing was changed."""

    words: str | Promise

    def __str__(self) -> str:
        return str(self.words)


class AlreadyClosed(Refused):
    words = _("This account is closed already.")


class AlreadySuspended(Refused):
    words = _("This account is suspended already.")


class NotSuspended(Refused):
    words = _("This account is not suspended.")


class LastSuperuser(Refused):
    words = _(
        "This is the only account that may do everything here. Give somebody else that power first."
    )

"""What the staff may do to a person."""

from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.closing import close_account, foresee_closing
from accounts.desk_acts import MAX_REASON, MIN_REASON, Act, ActForm, Data
from accounts.desk_conflicts import is_answerable, list_companions
from accounts.errors import AlreadyClosed, AlreadySuspended, NotSuspended, Refused
from accounts.letters import foresee_letter
from accounts.locks import lock_open_account, lock_to_shut_out
from accounts.models import User
from accounts.sessions import sign_out_everywhere
from accounts.suspending import foresee_restoring, foresee_suspending, restore, suspend

ONLY_SUPERUSERS = gettext_lazy("Somebody on the staff: only a superuser may do this.")


class PersonAct(Act[User]):
    """On staff only superusers act, and nobody on themselves or on those with whom they play."""

    refusals = (Refused,)

    def find_obstacle(self, obj: User) -> str | Promise | None:
        if obj.closed_at is not None:
            return AlreadyClosed.words
        return None if is_answerable(obj, to=self.actor) else ONLY_SUPERUSERS

    def has_conflict(self, obj: User) -> bool:
        return obj.pk in list_companions(self.actor)

    def snapshot(self, obj: User) -> Data:
        return {
            "is_active": obj.is_active,
            "suspended_at": obj.suspended_at,
            "closed_at": obj.closed_at,
            "session_generation": obj.session_generation,
        }


class SuspendForm(ActForm):
    why = forms.CharField(
        label=gettext_lazy("Why, for the person"),
        help_text=gettext_lazy("It stands in the mail that tells them. One may answer it."),
        min_length=MIN_REASON,
        max_length=MAX_REASON,
        widget=forms.Textarea(attrs={"rows": 3, "dir": "auto"}),
    )


class Suspend(PersonAct):
    name = "suspend"
    form_class = SuspendForm
    title = gettext_lazy("Suspend")
    done = gettext_lazy("The account is suspended.")
    permission = "accounts.suspend_user"

    def find_obstacle(self, obj: User) -> str | Promise | None:
        return super().find_obstacle(obj) or (AlreadySuspended.words if obj.suspended_at else None)

    def foresee(self, obj: User, data: Data) -> list[str]:
        return [
            _("%(name)s is signed out everywhere and cannot sign in until you restore the account.")
            % {"name": obj.name},
            foresee_letter(obj),
            *foresee_suspending(obj),
        ]

    def perform(self, obj: User, data: Data) -> None:
        suspend(obj, why=data["why"])

    def lock(self, obj: User) -> User:
        return lock_to_shut_out(obj)


class Restore(PersonAct):
    name = "restore"
    title = gettext_lazy("Restore")
    done = gettext_lazy("The account is restored.")
    permission = "accounts.suspend_user"

    def find_obstacle(self, obj: User) -> str | Promise | None:
        return super().find_obstacle(obj) or (None if obj.suspended_at else NotSuspended.words)

    def foresee(self, obj: User, data: Data) -> list[str]:
        return [
            _("%(name)s can sign in again.") % {"name": obj.name},
            foresee_letter(obj),
            *foresee_restoring(obj),
        ]

    def perform(self, obj: User, data: Data) -> None:
        restore(obj)

    def lock(self, obj: User) -> User:
        return lock_open_account(obj)


class Close(PersonAct):
    name = "close"
    title = gettext_lazy("Close the account")
    done = gettext_lazy("The account is closed.")
    permission = "accounts.close_user"

    def foresee(self, obj: User, data: Data) -> list[str]:
        return [
            _("This is for ever. %(name)s becomes a former player without a name.")
            % {"name": obj.name},
            _("Addresses, password and links to other sites are deleted; the games stay."),
            foresee_letter(obj),
            *foresee_closing(obj),
        ]

    def perform(self, obj: User, data: Data) -> None:
        close_account(obj, by=self.actor)

    def lock(self, obj: User) -> User:
        return lock_to_shut_out(obj)


class SignOut(PersonAct):
    name = "sign_out"
    title = gettext_lazy("Sign out everywhere")
    done = gettext_lazy("Every browser is signed out.")
    permission = "accounts.sign_out_user"

    def foresee(self, obj: User, data: Data) -> list[str]:
        return [
            _("Every browser in which %(name)s has signed in asks for a sign-in again.")
            % {"name": obj.name},
            _("Nothing else changes: games go on, and the password stays."),
        ]

    def perform(self, obj: User, data: Data) -> None:
        sign_out_everywhere(obj)

    def lock(self, obj: User) -> User:
        return lock_open_account(obj)


ACTS: tuple[type[Act[Any]], ...] = (Suspend, Restore, SignOut, Close)

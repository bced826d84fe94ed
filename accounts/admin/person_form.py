"""The form of a person at the staff's desk."""

from typing import Any

from django import forms

from accounts.errors import Refused
from accounts.forms import PersonForm
from accounts.locks import lock_open_account, lock_to_shut_out


class DeskPersonForm(PersonForm):
    """Checked once more under the lock: the page was read before it, and others act as well."""

    def clean(self) -> dict[str, Any] | None:
        """Only inside the transaction that writes the person."""
        data = super().clean()
        lock = lock_to_shut_out if self._takes_the_desk_away() else lock_open_account
        try:
            lock(self.instance)
        except Refused as refusal:
            raise forms.ValidationError(str(refusal)) from refusal
        return data

    def list_columns(self) -> list[str]:
        """The columns of the person that the form has changed."""
        columns = [name for name in self.changed_data if name != "groups"]
        return [*columns, "name_key"] if "name" in columns else columns

    def _takes_the_desk_away(self) -> bool:
        powers = {"is_staff", "is_superuser"} & self.fields.keys()
        return any(self.initial[name] and not self.cleaned_data[name] for name in powers)

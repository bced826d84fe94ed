"""Acts at a table."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine.cards import Card, check_distinct
from games.engine.errors import BadNotation
from games.forms.fields import NumberField


class TableForm(forms.Form):
    """An act at a table, with the version of the table that the person saw."""

    version = NumberField(
        min_value=0,
        max_value=2**31 - 1,
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"),
            _("That did not say to which table it belongs. Try again."),
        ),
    )

    @property
    def complaint(self) -> str:
        """The first thing that is wrong with it."""
        return str(next(iter(self.errors.values()))[0])


class SightForm(TableForm):
    """Which table a page shows, at which version."""

    game = forms.CharField(max_length=22)


class GiftForm(TableForm):
    """A gift of time, with the number of gifts that the person had made before."""

    given = NumberField(
        min_value=0,
        max_value=1000,
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"),
            _("That did not say to which turn it belongs. Try again."),
        ),
    )


class PlayForm(TableForm):
    """A card and what it takes.

    The ways of each card are a group of radio buttons of their own, `take_8S`, so that a page
    without script can offer them all; a plain `take` does as well.
    """

    card = forms.CharField(error_messages={"required": _("Choose a card first, then play it.")})
    take = forms.CharField(required=False)

    def clean_card(self) -> Card:
        return parse_card(self.cleaned_data["card"])

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if card := cleaned.get("card"):
            text = self.data.get(f"take_{card}") or cleaned.get("take", "")
            cleaned["take"] = parse_take(text)
        return cleaned


def parse_card(code: str) -> Card:
    try:
        return Card(code)
    except BadNotation as error:
        raise forms.ValidationError(_("There is no such card. Choose one of yours.")) from error


def parse_take(text: str) -> frozenset[Card] | None:
    """None where nothing was named: most cards have one thing to do."""
    try:
        return frozenset(check_distinct(map(Card, text.split()))) or None
    except BadNotation as error:
        raise forms.ValidationError(_("Those are no cards. Choose again.")) from error

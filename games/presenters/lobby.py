"""What one may narrow the lobby down to."""

from dataclasses import dataclass

from games.presenters.presets import Text


@dataclass(frozen=True, slots=True)
class Choice:
    """One wish, as a link; its label is empty where it takes the others back."""

    label: Text
    url: str
    is_chosen: bool

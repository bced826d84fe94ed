"""What a person may ask for: a game, and acts in it."""

from games.forms.new_game import NewGameForm
from games.forms.table import GiftForm, PlayForm, TableForm

__all__ = ["GiftForm", "NewGameForm", "PlayForm", "TableForm"]

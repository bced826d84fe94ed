"""What a person may ask for: a game, and acts in it."""

from games.forms.new_game import NewGameForm
from games.forms.table import PlayForm, TableForm

__all__ = ["NewGameForm", "PlayForm", "TableForm"]

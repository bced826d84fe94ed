"""Parts of a game's page that are drawn by templates."""

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games import queries
from games.admin.words import name_both
from games.models import Game
from games.presenters.desk import present_desk_table

MAILS_SHOWN = 20


def draw_table(game: Game) -> SafeString:
    """The table as anybody may see it, who holds no cards."""
    view = queries.get_public_view(game)
    table = present_desk_table(view, names=name_both(game), totals=game.totals)
    return render_to_string("admin/games/game/table.html", {"game": game, "table": table})


def draw_mails(game: Game) -> SafeString:
    """What was owed to whom because of the game, the latest first."""
    notices = game.notices.select_related("user", "guest").order_by("-pk")
    found = list(notices[: MAILS_SHOWN + 1])
    context = {"game": game, "notices": found[:MAILS_SHOWN], "has_more": len(found) > MAILS_SHOWN}
    return render_to_string("admin/games/game/mails.html", context)

"""A game that nobody plays is about to be put away."""

from django.utils.translation import gettext as _

from games import clock
from games.mail.letter import Letter
from games.mail.table import Table
from games.presenters.moments import tell_day
from games.services.idle_games import find_end_of_idle


def write_idle(table: Table) -> Letter:
    now = clock.now()
    since = tell_day(table.game.last_play_at, now=now)
    until = tell_day(find_end_of_idle(table.game), now=now)
    return Letter(
        subject=_("A game of yours is about to be put away"),
        headline=_("Your game with %(name)s has waited long") % {"name": table.them.in_sentence},
        paragraphs=(
            _("Nobody has played in it since %(day)s.") % {"day": since},
            _("Play by %(day)s, or it is put away then and counts for nobody.") % {"day": until},
        ),
        floor=table.floor,
        score=table.score,
        button=_("Open the game"),
        url=table.url,
        why=_("You get this because games that nobody plays for 60 days are put away."),
    )

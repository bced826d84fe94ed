"""The daily mail about turns: all games that wait, the most urgent first."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.mail.letter import Letter
from games.mail.links import absolute
from games.mail.turn import list_as_waiting, tell_more, tell_why
from games.models import Seat as SeatRow
from games.models import TurnMails

MOST_GAMES = 30


def write_daily(waiting: Sequence[SeatRow]) -> Letter | None:
    """Of all who wait for the reader; None where one does, of which its own mail tells more."""
    count = len(waiting)
    if count < 2:
        return None
    return Letter(
        subject=ngettext("%(count)d game waits", "%(count)d games wait", count) % {"count": count},
        headline=ngettext("%(count)d game waits for you", "%(count)d games wait for you", count)
        % {"count": count},
        paragraphs=[_("It is your turn in all of them; the most urgent comes first.")],
        button=_("Open the first one"),
        url=absolute(reverse("games:next")),
        others=[list_as_waiting(seat) for seat in waiting[:MOST_GAMES]],
        more_others=tell_more(count - MOST_GAMES),
        why=tell_why(TurnMails.DIGEST),
    )

"""The daily mail about turns: all games that wait, the most urgent first."""

from collections.abc import Sequence
from dataclasses import replace

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.mail.hand import list_hand, list_turns_told
from games.mail.letter import Letter
from games.mail.links import absolute
from games.mail.turn import list_as_waiting, tell_why
from games.mail.words import person_of
from games.models import Player, TurnMails
from games.models import Seat as SeatRow


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
        others=[list_as_waiting(seat) for seat in waiting],
        why=tell_why(TurnMails.DIGEST),
    )


def add_first_hand(
    letter: Letter, waiting: Sequence[SeatRow], *, reader: Player, generation: int
) -> Letter:
    """With the floor and the hand of the most urgent game that can be played from a mail.

    Its links are those of the notice of that turn, whether or not this is the one that is sent.
    """
    told = list_turns_told(reader, [seat.game_id for seat in waiting])
    first = next((seat for seat in waiting if seat.game_id in told), None)
    if first is None:
        return letter
    here = _("The floor and your hand are those of your game with %(name)s.")
    return replace(
        letter,
        paragraphs=[*letter.paragraphs, here % {"name": person_of(first).in_sentence}],
        floor=first.game.floor.split(),
        hand=list_hand(told[first.game_id], generation=generation),
    )

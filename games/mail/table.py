"""A table as a mail may show it: what everybody sees, and nothing of any hand."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.pair import Seat, as_seat, other
from games.engine.view import SeatView
from games.mail.letter import Score
from games.mail.links import absolute
from games.mail.words import person_of
from games.models import Game, Notice, Player
from games.models import Seat as SeatRow
from games.presenters.people import Person, facing
from games.queries.spectator import get_public_view


@dataclass(frozen=True, slots=True)
class Table:
    """The game of a notice for its reader, who sits in `seat` opposite `them`."""

    game: Game
    reader: Player
    seat: Seat
    them: Person
    view: SeatView

    @property
    def url(self) -> str:
        return absolute(self.game.get_absolute_url())

    @property
    def is_readers_turn(self) -> bool:
        return self.game.is_running and not self.game.is_held and self.game.is_turn_of(self.seat)

    @property
    def score(self) -> Score:
        """Points booked, and what the running round has come to; all of it lies open."""
        taken = facing(self.view.pile_sizes, self.seat)
        basras = facing(self.view.basras.map(lambda count: count.total), self.seat)
        return Score(
            title=self.stage,
            mine=_("You"),
            theirs=self.them.isolated,
            rows=[
                (_("Score"), *facing(self.game.totals, self.seat)),
                (_("Cards taken this round"), *taken),
                (_("Basras this round"), *basras),
            ],
        )

    @property
    def stage(self) -> str:
        """How far the match is."""
        if not self.game.target:
            return _("A single round")
        return _("Round %(number)d, to %(target)d") % {
            "number": self.game.round_number,
            "target": self.game.target,
        }

    @property
    def terms(self) -> str:
        """The pace; nothing ends a game by itself yet, and that is said."""
        if self.game.pace is None:
            return ""
        return _("%(pace)s. No clock ends games here yet: the pace is your word to each other.") % {
            "pace": self.game.get_pace_display().capitalize()
        }


def get_table(notice: Notice, game: Game) -> Table:
    """Three queries. Raises Seat.DoesNotExist where the reader does not sit there any more."""
    seats = SeatRow.objects.filter(game=game).select_related("user", "guest").order_by("index")
    found = list(seats)
    mine = next((seat for seat in found if seat.is_held_by(notice.reader)), None)
    if mine is None:
        raise SeatRow.DoesNotExist
    seat = as_seat(mine.index)
    return Table(
        game=game,
        reader=notice.reader,
        seat=seat,
        them=person_of(found[other(seat)]),
        view=get_public_view(game),
    )

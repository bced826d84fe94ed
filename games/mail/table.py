"""A table as a mail may show it: what everybody sees. Neither pack nor hand is read for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.engine.pair import Seat, as_seat, other
from games.mail.deadline import tell_deadline
from games.mail.letter import Highlight, Score
from games.mail.links import absolute, make_turn_url
from games.mail.words import person_of
from games.models import Game, Notice, Player
from games.models import Seat as SeatRow
from games.presenters.people import Person, facing
from games.queries.recent import Recent
from games.services.facts import Facts


@dataclass(frozen=True, slots=True)
class Table:
    """The game of a notice for its reader, who sits in `seat` opposite `them`.

    `away_until` is when the vacation of the other side ends, if it is on one.
    """

    notice: Notice
    game: Game
    seat: Seat
    them: Person
    facts: Facts
    away_until: datetime | None = None

    @property
    def reader(self) -> Player:
        return self.notice.reader

    @property
    def url(self) -> str:
        if self.is_readers_turn:
            return make_turn_url(self.game)
        return absolute(self.game.get_absolute_url())

    @property
    def recent(self) -> Recent:
        """The last plays there."""
        return self.facts.recent[self.game.pk]

    @property
    def waiting(self) -> Sequence[SeatRow]:
        """Who waits for the reader in other games, the most urgent first."""
        seats = self.facts.waiting.get(self.reader, [])
        return [seat for seat in seats if seat.game_id != self.game.pk]

    @property
    def floor(self) -> Sequence[str]:
        return self.game.floor.split()

    @property
    def is_readers_turn(self) -> bool:
        return self.game.awaits(self.seat)

    @property
    def score(self) -> Score:
        """Points booked, and what the running round has come to; all of it lies open."""
        return Score(
            title=self.stage,
            mine=_("You"),
            theirs=self.them.isolated,
            rows=[
                (_("Score"), *facing(self.game.totals, self.seat)),
                (_("Cards taken this round"), *facing(self.recent.taken, self.seat)),
                (_("Basras this round"), *facing(self.recent.basras, self.seat)),
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
    def deadline(self) -> Highlight | None:
        """Until when whose turn lasts; None against the computer and once the game is over."""
        return tell_deadline(
            self.game, reader=self.seat, them=self.them, away_until=self.away_until
        )

    @property
    def time_terms(self) -> str:
        """What the two have agreed on: "1 day a turn, no bank, no vacations"; empty against the
        computer."""
        time = self.game.time_control
        if time is None:
            return ""
        said = [str(time.pace.label), str(time.bank.label)]
        return ", ".join(said if time.stops_for_vacation else [*said, _("no vacations")])


def get_table(notice: Notice, game: Game, facts: Facts) -> Table:
    """Raises Seat.DoesNotExist where the reader does not sit there any more."""
    mine = facts.find_seat(notice)
    if mine is None:
        raise SeatRow.DoesNotExist
    seat = as_seat(mine.index)
    opponent = facts.seats[game.pk][other(seat)]
    return Table(
        notice=notice,
        game=game,
        seat=seat,
        them=person_of(opponent),
        facts=facts,
        away_until=opponent.away_until,
    )

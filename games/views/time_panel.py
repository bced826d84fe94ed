"""From a game's clock, and what was done to it, to the panel that tells it."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext as _

from games import queries
from games.deadlines import Running
from games.engine.pair import Pair, Seat, other
from games.models import Game, GiftOfTime
from games.presenters.deadline import Deadline
from games.presenters.people import Person, facing
from games.presenters.time_panel import (
    TimePanel,
    tell_bank,
    tell_gift,
    tell_gift_of_staff,
    tell_outage,
    tell_stops,
)
from games.presenters.vacation import tell_absence
from games.queries import Table


def present_time(table: Table, deadline: Deadline, *, them: Person, now: datetime) -> TimePanel:
    """Of a running game between people."""
    game, you = table.game, table.you
    return TimePanel(
        terms=_tell_terms(game),
        deadline=deadline,
        is_yours=game.is_turn_of(you),
        banks=facing(_find_banks(game, now).map(tell_bank), you) if game.bank else None,
        absence=_tell_absence(table, them=them, now=now),
        notes=tuple(_list_notes(table, them=them, now=now)),
        courtesies_url=_find_courtesies_url(game, you),
    )


def _tell_terms(game: Game) -> str:
    pace = game.get_pace_display()
    if not game.bank:
        return pace
    return _("%(pace)s, and %(bank)s") % {"pace": pace, "bank": game.get_bank_display()}


def _find_banks(game: Game, now: datetime) -> Pair[timedelta]:
    """As they are at this moment: that of the side to move may be running."""
    banks = game.banks_left
    if isinstance(game.clock, Running) and game.to_move is not None:
        return banks.put(1 if game.to_move else 0, game.clock.stop(now).bank_left)
    return banks


def _tell_absence(table: Table, *, them: Person, now: datetime) -> str:
    """Empty where they are here."""
    game, until = table.game, table.seats[other(table.you)].away_until
    if until is None:
        return ""
    return tell_absence(
        them,
        until=until,
        now=now,
        stops=game.stops_for_vacation,
        is_their_turn=not game.is_turn_of(table.you),
    )


def _list_notes(table: Table, *, them: Person, now: datetime) -> Iterator[str]:
    game, you = table.game, table.you
    added = queries.find_added_time(game, now=now)
    for gift in added.gifts:
        if gift.at >= game.last_play_at:
            yield describe_gift(gift, you=you, them=them)
    if added.outage is not None and added.outage.ended_at >= game.last_play_at:
        yield tell_outage(added.outage.began_at, added.outage.ended_at, now=now)
    yield tell_stops(stops_for_vacation=game.stops_for_vacation)


def describe_gift(gift: GiftOfTime, *, you: Seat, them: Person) -> str:
    if gift.by_staff:
        return tell_gift_of_staff(gift.amount)
    return tell_gift(gift.amount, giver=them if gift.seat == you else None)


def _find_courtesies_url(game: Game, you: Seat) -> str:
    """Empty on one's own turn, and while the clock stands still."""
    if game.is_turn_of(you) or not isinstance(game.clock, Running):
        return ""
    return reverse("games:their_turn", args=[game.public_id])

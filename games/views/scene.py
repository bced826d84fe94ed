"""From what the queries found to what the presenters take."""

from games.engine.capture import Basra
from games.engine.cards import Card
from games.engine.pair import as_seat
from games.engine.play import Turn
from games.models import Move, MoveKind, Via
from games.presenters.acts import describe_act
from games.presenters.bill import PlayedRound
from games.presenters.table import Scene
from games.queries import FinishedRound, Table
from games.views.people import people_of


def make_turn(move: Move) -> Turn:
    """A move that is a play, as the engine tells it."""
    return Turn(
        seat=as_seat(move.seat or 0),
        card=Card(move.card),
        took=move.cards_taken,
        basra=Basra(move.basra) if move.basra else None,
    )


def make_scene(table: Table) -> Scene:
    """The running table; what is no play there, the staff have done."""
    act = table.last_act
    is_play = act is None or act.kind == MoveKind.PLAY
    return Scene(
        view=table.view,
        seat=table.you,
        people=people_of(table.seats),
        totals=table.game.totals,
        target=table.game.target,
        carried=table.round.carried,
        round_number=table.round.number,
        may_play=table.game.awaits(table.you),
        forced=frozenset(place for place, made in enumerate(table.turns) if made.via == Via.FORCED),
        act="" if act is None or is_play else describe_act(act.kind, actor=None),
        is_held=table.game.is_held,
    )


def make_played_round(found: FinishedRound) -> PlayedRound | None:
    """What a bill is made of; None for a round that was cut off."""
    if found.score is None:
        return None
    return PlayedRound(
        number=found.round.number,
        options=found.view.options,
        target=found.game.target,
        turns=found.view.turns,
        leftovers=found.view.leftovers,
        last_capturer=found.view.last_capturer,
        score=found.score,
        before=found.before,
        carried=found.round.carried,
    )

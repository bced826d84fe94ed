"""The one door: every play, from wherever it comes, goes through here."""

from dataclasses import dataclass

from django.db import transaction

from games.engine.cards import Card
from games.engine.pair import Seat
from games.engine.round import resolve_play
from games.models import Via
from games.services.errors import NotYourTurn
from games.services.live import LiveGame, check_may_act, open_game


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a play. `ended_round` is the number of the round that it ended, or None."""

    version: int
    round_number: int
    ended_round: int | None
    is_finished: bool


def play_card(
    *,
    game_id: int,
    seat: Seat,
    version: int,
    card: Card,
    take: frozenset[Card] | None = None,
    via: Via = Via.PAGE,
) -> Outcome:
    """Play a card for the seat, on the table as it was at `version`, in one transaction.

    `take` may be None where only one result is legal. With it come the plays that leave no
    choice, the end of the round, the next deal and the end of the match. Raises NotRunning,
    StaleVersion, OnHold, NotYourTurn and the engine's IllegalPlay; then nothing has changed.
    """
    with transaction.atomic():
        live = open_game(game_id)
        check_may_act(live.game, version)
        if live.state.to_move != seat:
            raise NotYourTurn
        live.play(resolve_play(live.state, card, take), via=via)
        live.play_forced()
        live.write()
    return _outcome(live)


def _outcome(live: LiveGame) -> Outcome:
    ended = [row.number for row in live.ended_rows]
    return Outcome(
        version=live.game.version,
        round_number=live.game.round_number,
        ended_round=ended[-1] if ended else None,
        is_finished=not live.game.is_running,
    )

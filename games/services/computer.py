"""The computer's turn: a promise on the game's row, claimed, thought about and played."""

import logging
import traceback
from datetime import timedelta

from django.db.models import F
from django.utils.crypto import salted_hmac

from games import ai, clock, dispatch
from games.engine.pair import Seat, as_seat
from games.engine.play import Play
from games.engine.round import Round as RoundState
from games.engine.round import legal_plays, resolve_play
from games.engine.view import observe
from games.models import ComputerError, Game, Sweep, Via
from games.models import Seat as SeatRow
from games.queries.replay import get_current_round, list_played, match_before, replay_round
from games.services.errors import Refused
from games.services.live import COMPUTER_PAUSE
from games.services.play import play_card

logger = logging.getLogger(__name__)

# Who claims a turn has so long for it; then it is owed again, to whoever comes.
LEASE = timedelta(seconds=20)
# A level that has taken a worker with it so often is not asked again for this turn.
MOST_ATTEMPTS = 2
SWEPT_AT_ONCE = 500
SWEEP = "computer-turns"


def play_owed_turn(game_id: int) -> bool:
    """Play the computer's turn if it is owed and nobody else works on it; tells whether it did.

    Harmless when it comes twice, late or for nothing.
    """
    if not _claim(game_id):
        return False
    game = Game.objects.get(pk=game_id)
    if game.to_move is None or game.to_move != game.computer_seat:
        return False
    try:
        _think_and_play(game, as_seat(game.to_move))
    except Refused:
        return False
    return True


def offer_owed_turns() -> int:
    """Ask workers for every turn that is owed; returns how many."""
    owed = _list_owed()
    for game_id in owed:
        dispatch.nudge_computer(game_id)
    Sweep.record(SWEEP)
    return len(owed)


def play_owed_turns() -> int:
    """Play every turn that is owed, here and now; returns how many. Needs no worker."""
    played = 0
    while owed := _list_owed():
        played += sum(_try_owed_turn(game_id) for game_id in owed)
    Sweep.record(SWEEP)
    return played


def _try_owed_turn(game_id: int) -> bool:
    """One game that cannot be played keeps no other waiting."""
    try:
        return play_owed_turn(game_id)
    except Exception as error:
        logger.error("The turn in game %d failed (%s).", game_id, type(error).__qualname__)
        return False


def _list_owed() -> list[int]:
    owed = Game.objects.owed_by_computer(clock.now())
    return list(owed.values_list("pk", flat=True)[:SWEPT_AT_ONCE])


def _claim(game_id: int) -> bool:
    """Take the turn for a while: one UPDATE, so that of two who try one succeeds.

    A turn may be claimed within its pause, since clocks of servers differ a little.
    """
    now = clock.now()
    owed = Game.objects.owed_by_computer(now + COMPUTER_PAUSE).filter(pk=game_id)
    claimed = owed.order_by().update(
        computer_due_at=now + LEASE, computer_attempts=F("computer_attempts") + 1
    )
    return bool(claimed)


def _think_and_play(game: Game, seat: Seat) -> None:
    row = get_current_round(game)
    state = replay_round(game, row, list_played(row))
    level = SeatRow.objects.values_list("level", flat=True).get(game=game, index=seat)
    observation = observe(state, seat, match=match_before(game, row))
    try:
        if game.computer_attempts > MOST_ATTEMPTS:
            raise TimeoutError
        play = ai.choose(level, observation, seed=_make_seed(game))
        play = resolve_play(state, play.card, play.take)
    except Exception as error:
        _record(error, game=game, level=level)
        _play(game, seat, _any_play(state), via=Via.FALLBACK)
    else:
        _play(game, seat, play, via=Via.COMPUTER)


def _play(game: Game, seat: Seat, play: Play, *, via: Via) -> None:
    play_card(
        game_id=game.pk, seat=seat, version=game.version, card=play.card, take=play.take, via=via
    )


def _make_seed(game: Game) -> int:
    """Chance for the level. It has nothing to do with the shuffle, so nothing of it leaks."""
    digest = salted_hmac("games.computer", f"{game.public_id}:{game.version}", algorithm="sha256")
    return int.from_bytes(digest.digest())


def _any_play(state: RoundState) -> Play:
    return legal_plays(state)[0]


def _record(error: Exception, *, game: Game, level: str) -> None:
    frames = traceback.extract_tb(error.__traceback__)
    ComputerError.objects.create(
        game=game,
        version=game.version,
        level=level,
        exception=type(error).__qualname__[:200],
        place="\n".join(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames),
    )
    logger.error("Level %s failed (%s); the house played.", level, type(error).__qualname__)

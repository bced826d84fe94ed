"""A running game under its lock: what is done to it, and the one place that writes it."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from games import clock, dispatch
from games.engine.cards import format_cards
from games.engine.pair import Seat, as_seat, other
from games.engine.play import Play
from games.engine.round import Round as RoundState
from games.engine.round import apply_play, find_forced_play
from games.engine.scoring import score_round
from games.models import PLAYS_TO_COUNT, EndedBy, Game, GameStatus, Move, MoveKind, Round, Via
from games.queries.replay import list_played, match_before, replay_round
from games.services import notices
from games.services.clocks import (
    CLOCK,
    begin_clock,
    end_clock,
    get_round_and_away,
    start_clock,
    stop_clock,
)
from games.services.deal import make_next_round
from games.services.errors import NotRunning, OnHold, StaleVersion

# Between a play and the computer's answer, whatever its hand: long enough to see one's own card
# fall, and nothing can be read from it.
COMPUTER_PAUSE = timedelta(milliseconds=500)

WRITTEN = (
    "status",
    "version",
    "round_number",
    "to_move",
    "floor",
    "counts",
    "total_0",
    "total_1",
    "winner",
    "ended_by",
    "last_play_at",
    "ended_at",
    "held_at",
    "computer_due_at",
    "computer_attempts",
    *CLOCK,
)


@dataclass
class LiveGame:
    """A locked game with its state. Moves are made on it in memory; `write` stores them."""

    game: Game
    row: Round
    state: RoundState
    now: datetime
    away: frozenset[int] = frozenset()
    moves: list[Move] = field(default_factory=list)
    ended_rows: list[Round] = field(default_factory=list)
    has_new_turn: bool = False
    missed_at: datetime | None = None

    def play(self, play: Play, *, via: Via) -> None:
        """Make a play that `resolve_play` gave, and all that the rules attach to it."""
        seat = self.state.to_move
        if seat is None:
            raise NotRunning
        stop_clock(self.game, at=self.now)
        self.state = apply_play(self.state, play)
        turn = self.state.turns[-1]
        self.has_new_turn = True
        self._add_move(
            seat,
            via=via,
            card=turn.card,
            took=format_cards(turn.took),
            basra=turn.basra.value if turn.basra else "",
        )
        if self.state.is_over:
            self._end_round()

    def play_forced(self) -> None:
        """The house plays what leaves no choice."""
        while self.game.is_running and (play := find_forced_play(self.state)):
            self.play(play, via=Via.FORCED)

    def resign(self, seat: Seat) -> None:
        self._add_move(seat, via=Via.PAGE, kind=MoveKind.RESIGN)
        self.end(GameStatus.FINISHED, by=EndedBy.RESIGN, winner=other(seat))

    def abort(self, seat: Seat) -> None:
        self._add_move(seat, via=Via.PAGE, kind=MoveKind.ABORT)
        self.end(GameStatus.ABORTED, by=EndedBy.ABORT)

    def run_out(self, seat: Seat, *, is_young: bool) -> None:
        """The clock ends the game: lost, or called off where the seat has never played."""
        self.missed_at = self.game.deadline_at
        self._add_move(seat, via=Via.CLOCK, kind=MoveKind.TIME)
        if is_young:
            self.end(GameStatus.ABORTED, by=EndedBy.TIME)
        else:
            self.end(GameStatus.FINISHED, by=EndedBy.TIME, winner=other(seat))

    def hold(self) -> None:
        self._add_move(None, via=Via.STAFF, kind=MoveKind.HOLD)
        self.game.held_at = self.now
        stop_clock(self.game, at=self.now)

    def release(self) -> None:
        self._add_move(None, via=Via.STAFF, kind=MoveKind.RELEASE)
        self.game.held_at = None
        if self.game.to_move not in self.away:
            start_clock(self.game, at=self.now)

    def decide(self, status: GameStatus, *, winner: Seat | None) -> None:
        """The staff end the game: finished with a winner or none, or aborted."""
        self._add_move(None, via=Via.STAFF, kind=MoveKind.DECIDE)
        self.end(status, by=EndedBy.STAFF, winner=winner)

    def end(self, status: GameStatus, *, by: EndedBy, winner: Seat | None = None) -> None:
        self.game.status = status
        self.game.ended_by = by
        self.game.winner = winner
        self.game.ended_at = self.now
        self.game.held_at = None
        end_clock(self.game)
        if not self.row.is_over:
            self._close_row()

    def write(self) -> None:
        """Store everything with the mails that it owes, and wake the computer after the commit."""
        refresh_game(self.game, self.state, now=self.now)
        if self.has_new_turn:
            begin_clock(self.game, at=self.now, stands_still=self.game.to_move in self.away)
        Move.objects.bulk_create(self.moves)
        for row in self.ended_rows:
            row.save(update_fields=["points_0", "points_1", "ended_at"])
        if self.row.pk is None:
            self.row.save(force_insert=True)
        self.game.save(update_fields=WRITTEN)
        self._owe_notices()
        if self.game.computer_due_at and not self.game.is_held:
            dispatch.nudge_computer(self.game.pk, after=COMPUTER_PAUSE)

    def _owe_notices(self) -> None:
        """For acts of a seat: the first move is its own, the others are forced."""
        actor = self.moves[0].seat if self.moves else None
        if actor is None:
            return
        if self.game.ended_by == EndedBy.TIME:
            notices.owe_time_out(self.game, missed_at=self.missed_at)
        elif not self.game.is_running:
            notices.owe_game_over(self.game, to=[other(as_seat(actor))])
        else:
            self._owe_word_of_play(as_seat(actor))

    def _owe_word_of_play(self, actor: Seat) -> None:
        """The bill of a round says whose turn it is: who has had it is not told again."""
        if self.ended_rows:
            notices.owe_round_over(self.game, to=other(actor))
        if self.game.to_move != actor:
            notices.owe_turn(self.game)

    def _add_move(self, seat: Seat | None, *, via: Via, **columns: str) -> None:
        self.game.version += 1
        self.game.last_play_at = self.now
        self.moves.append(
            Move(
                game=self.game,
                round=self.row,
                seq=self.game.version,
                seat=seat,
                via=via,
                at=self.now,
                **columns,
            )
        )

    def _end_round(self) -> None:
        score = score_round(self.state, carried=self.row.carried)
        match = match_before(self.game, self.row).book(score)
        self.row.points_0, self.row.points_1 = score.points
        self.game.total_0, self.game.total_1 = match.totals
        self._close_row()
        if match.winner is None:
            self._deal_next(match.carried)
        else:
            self.end(GameStatus.FINISHED, by=EndedBy.PLAYED, winner=match.winner)

    def _close_row(self) -> None:
        self.row.ended_at = self.now
        self.ended_rows.append(self.row)

    def _deal_next(self, carried: int) -> None:
        self.game.round_number += 1
        self.row = make_next_round(
            self.game,
            number=self.game.round_number,
            dealer=other(as_seat(self.row.dealer)),
            carried=carried,
            now=self.now,
        )
        self.state = replay_round(self.game, self.row, ())


def refresh_game(game: Game, state: RoundState, *, now: datetime) -> None:
    """Set what the game's row repeats of its state, the computer's promise included."""
    game.floor = format_cards(state.floor)
    # They play in turn: both have, as soon as there are twice as many.
    game.counts = game.counts or len(state.turns) >= 2 * PLAYS_TO_COUNT
    game.to_move = state.to_move if game.is_running else None
    is_owed = game.to_move is not None and game.to_move == game.computer_seat
    game.computer_due_at = now + COMPUTER_PAUSE if is_owed else None
    game.computer_attempts = 0


def open_game(game_id: int) -> LiveGame:
    """Lock a running game and fold its round; only inside a transaction.

    Raises Game.DoesNotExist and NotRunning.
    """
    game = Game.objects.for_update().get(pk=game_id)
    if not game.is_running:
        raise NotRunning
    row, away = get_round_and_away(game)
    state = replay_round(game, row, list_played(row))
    return LiveGame(game=game, row=row, state=state, now=clock.now(), away=away)


def check_may_act(game: Game, version: int) -> None:
    """Whether a seat may act on what it saw. Raises StaleVersion and OnHold."""
    if game.version != version:
        raise StaleVersion
    if game.is_held:
        raise OnHold

"""Does what is stored about a game follow from its moves?"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from django.db import DatabaseError

from games.engine.cards import Card, format_cards
from games.engine.options import RULES_VERSION
from games.engine.pair import SEATS, Pair, Seat, as_seat, other
from games.engine.round import Round as RoundState
from games.engine.round import apply_play, deal_round, resolve_play
from games.engine.scoring import Match, score_round
from games.engine.shuffle import SHUFFLE_VERSION, derive_dealer, derive_pack, make_commitment
from games.models import PLAYS_TO_COUNT, EndedBy, Game, GameStatus, Move, MoveKind, Round
from games.queries.audit_clock import list_clock_faults
from games.queries.audit_rules import list_option_faults, list_preset_faults
from games.queries.replay import make_play

AT_ONCE = 100
ENDINGS = {
    MoveKind.RESIGN: EndedBy.RESIGN,
    MoveKind.ABORT: EndedBy.ABORT,
    MoveKind.TIME: EndedBy.TIME,
    MoveKind.DECIDE: EndedBy.STAFF,
}
"""Moves after which nothing comes, and by what the game is over then."""


def audit_games(public_ids: Collection[str] | None = None) -> Iterator[tuple[str, list[str]]]:
    """Every game, or those named, with what does not fit, in words that show no hidden card."""
    games = Game.objects.order_by("pk")
    if public_ids is not None:
        games = games.filter(public_id__in=public_ids)
    for pk, public_id in games.values_list("pk", "public_id").iterator(chunk_size=AT_ONCE):
        yield public_id, _audit_stored(pk)


def list_differences(game: Game) -> list[str]:
    """What of the stored game does not follow from its packs and moves."""
    audit = _Audit(game)
    try:
        audit.run()
    except DatabaseError:
        raise
    except Exception as error:  # whatever else is wrong is this game's fault, and no other's
        audit.found.append(f"cannot be replayed ({type(error).__name__})")
    return audit.found


def _audit_stored(pk: int) -> list[str]:
    try:
        game = Game.objects.get(pk=pk)
    except Game.DoesNotExist:  # erased since it was listed
        return []
    except DatabaseError:
        raise
    except Exception as error:  # a column holds what is no value of its type
        return [f"cannot be read ({type(error).__name__})"]
    return list_differences(game)


@dataclass
class _Audit:
    """One pass over a game: `match` and `state` are what the moves come to."""

    game: Game
    found: list[str] = field(default_factory=list)

    def run(self) -> None:
        self.rows = list(Round.objects.filter(game=self.game).order_by("number"))
        self.moves = list(Move.objects.filter(game=self.game).order_by("seq"))
        if not self._check_rules():
            return
        self.match = Match(options=self.game.rules, target=self.game.target)
        if self._check_rounds():
            self._check_moves()
            self._check_game()

    def _expect(self, what: str, stored: object, computed: object) -> None:
        if stored != computed:
            self.found.append(f"{what} is {_show(stored)}, by the moves it is {_show(computed)}")

    def _check_rules(self) -> bool:
        """Whether there are rules to replay by."""
        game, faults = self.game, list_option_faults(self.game.options)
        if game.rules_version != RULES_VERSION:
            faults.append(f"no rules have the version {game.rules_version}")
        self.found += faults
        if not faults:
            self.found += list_preset_faults(game.preset, game.rules)
        return not faults

    def _check_rounds(self) -> bool:
        """Whether there is a round at all."""
        self._expect("rounds", [row.number for row in self.rows], list(self._numbers()))
        dealer: Seat | None = None
        dealt_at = self.game.created_at
        for row in self.rows:
            self._check_deal(row, after=dealer)
            self._expect(f"round {row.number}: dealt", row.dealt_at, dealt_at)
            dealer = as_seat(row.dealer)
            self.state = self._replay(row)
            self._check_end(row)
            dealt_at = row.ended_at or dealt_at
        return bool(self.rows)

    def _numbers(self) -> range:
        return range(1, self.game.round_number + 1)

    def _check_deal(self, row: Round, *, after: Seat | None) -> None:
        """Pack, dealer and commitment follow from the seed. What differs is not shown."""
        self._expect(f"round {row.number}: carried", row.carried, self.match.carried)
        if row.derivation != SHUFFLE_VERSION:
            self.found.append(f"round {row.number}: no shuffle has the version {row.derivation}")
            return
        game, seed = self.game.public_id, bytes.fromhex(row.seed)
        dealer = derive_dealer(seed, game=game) if after is None else other(after)
        self._expect(f"round {row.number}: dealer", row.dealer, dealer)
        if row.pack != format_cards(derive_pack(seed, game=game, number=row.number)):
            self.found.append(f"round {row.number}: the pack is not that of the seed")
        if row.commitment != make_commitment(seed, game=game, number=row.number):
            self.found.append(f"round {row.number}: the commitment is not that of the seed")

    def _replay(self, row: Round) -> RoundState:
        pack = tuple(Card(code) for code in row.pack.split())
        state = deal_round(pack, dealer=as_seat(row.dealer), options=self.game.rules)
        for move in self._plays_of(row):
            state = self._follow(state, move)
        return state

    def _plays_of(self, row: Round) -> list[Move]:
        plays = (move for move in self.moves if move.kind == MoveKind.PLAY)
        return [move for move in plays if move.round_id == row.pk]

    def _follow(self, state: RoundState, move: Move) -> RoundState:
        play = make_play(move.card, move.took)
        self._expect(f"move {move.seq}: seat", move.seat, state.to_move)
        after = apply_play(state, resolve_play(state, play.card, play.take))
        turn = after.turns[-1]
        self._expect(f"move {move.seq}: took", move.took, format_cards(turn.took))
        self._expect(f"move {move.seq}: basra", move.basra, turn.basra.value if turn.basra else "")
        return after

    def _check_end(self, row: Round) -> None:
        points: Pair[int] | None = None
        ended_at = self.game.ended_at
        if self.state.is_over:
            score = score_round(self.state, carried=self.match.carried)
            self.match = self.match.book(score)
            points = score.points
            ended_at = self._plays_of(row)[-1].at
        self._expect(f"round {row.number}: points", row.points, points)
        self._expect(f"round {row.number}: ended", row.ended_at, ended_at)

    def _check_moves(self) -> None:
        numbers = [move.seq for move in self.moves]
        self._expect("moves", numbers, list(range(1, len(numbers) + 1)))
        order = {row.pk: row.number for row in self.rows}
        rounds = [order.get(move.round_id, 0) for move in self.moves]
        self._expect("rounds of the moves", rounds, sorted(filter(None, rounds)))
        endings = [move.seq for move in self.moves if move.kind in ENDINGS]
        if endings:
            self._expect("move that ends the game", endings, numbers[-1:])

    def _check_game(self) -> None:
        game, last = self.game, self.moves[-1] if self.moves else None
        self._expect("version", game.version, len(self.moves))
        self._expect("totals", tuple(game.totals), tuple(self.match.totals))
        self._expect("floor", game.floor, format_cards(self.state.floor))
        self._expect("counts", game.counts, self._has_begun())
        self._expect("last play", game.last_play_at, last.at if last else game.created_at)
        self._expect("to move", game.to_move, self.state.to_move if game.is_running else None)
        self._expect("held", game.held_at, self._find_hold())
        self._check_seats()
        self._check_result(last)
        self.found += list_clock_faults(game)

    def _has_begun(self) -> bool:
        """Whether both have made the play after which neither may call the game off."""
        players = [move.seat for move in self.moves if move.kind == MoveKind.PLAY]
        return all(players.count(seat) >= PLAYS_TO_COUNT for seat in SEATS)

    def _find_hold(self) -> datetime | None:
        """Since when the game is on hold, by the moves."""
        holds = [move for move in self.moves if move.kind in (MoveKind.HOLD, MoveKind.RELEASE)]
        is_held = self.game.is_running and holds and holds[-1].kind == MoveKind.HOLD
        return holds[-1].at if is_held else None

    def _check_seats(self) -> None:
        seats = list(self.game.seats.order_by("index").values_list("index", "level"))
        self._expect("seats", [index for index, _ in seats], list(SEATS))
        computer = next((index for index, level in seats if level), None)
        self._expect("computer's seat", self.game.computer_seat, computer)

    def _check_result(self, last: Move | None) -> None:
        """What players brought about follows from the moves; other ends are somebody's word."""
        game = self.game
        if last and last.kind == MoveKind.RESIGN and last.seat is not None:
            self._expect_result(EndedBy.RESIGN, winner=1 - last.seat, at=last.at)
        elif last and last.kind == MoveKind.TIME and last.seat is not None:
            self._check_time_out(last, as_seat(last.seat))
        elif last and last.kind in (MoveKind.ABORT, MoveKind.DECIDE):
            self._expect("ended by", game.ended_by, ENDINGS[MoveKind(last.kind)].value)
            self._expect("ended", game.ended_at, last.at)
        elif last and self.match.winner is not None:
            self._expect_result(EndedBy.PLAYED, winner=self.match.winner, at=last.at)
        elif game.ended_by in {by.value for by in (EndedBy.PLAYED, *ENDINGS.values())}:
            self._expect("status", game.status, GameStatus.RUNNING)
        elif game.ended_at:
            self._expect("ended", game.ended_at, max(game.ended_at, game.last_play_at))

    def _check_time_out(self, last: Move, seat: Seat) -> None:
        """Whose time ran out was to move; who had never played has lost nothing."""
        self._expect(f"move {last.seq}: seat", seat, self.state.to_move)
        has_played = any(m.seat == seat for m in self.moves if m.kind == MoveKind.PLAY)
        if has_played:
            self._expect_result(EndedBy.TIME, winner=other(seat), at=last.at)
        else:
            aborted = GameStatus.ABORTED
            self._expect_result(EndedBy.TIME, winner=None, at=last.at, status=aborted)

    def _expect_result(
        self,
        by: EndedBy,
        *,
        winner: int | None,
        at: datetime,
        status: GameStatus = GameStatus.FINISHED,
    ) -> None:
        game = self.game
        self._expect("status", game.status, status)
        self._expect("ended by", game.ended_by, by.value)
        self._expect("winner", game.winner, winner)
        self._expect("ended", game.ended_at, at)


def _show(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else repr(value)

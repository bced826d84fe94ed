"""Does what is stored about a game follow from its moves?"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from games.engine.cards import Card, format_cards
from games.engine.errors import EngineError
from games.engine.pair import Pair, Seat, as_seat, other
from games.engine.round import Round as RoundState
from games.engine.round import apply_play, deal_round, resolve_play
from games.engine.scoring import Match, score_round
from games.engine.shuffle import derive_dealer, derive_pack, make_commitment
from games.models import EndedBy, Game, GameStatus, Move, MoveKind, Round
from games.queries.replay import make_play

AT_ONCE = 100


def audit_games(games: Iterator[Game] | None = None) -> Iterator[tuple[Game, list[str]]]:
    """Every game, or those given, with what does not fit, in words that show no hidden card."""
    found = Game.objects.order_by("pk").iterator(chunk_size=AT_ONCE) if games is None else games
    for game in found:
        yield game, list_differences(game)


def list_differences(game: Game) -> list[str]:
    """What of the stored game does not follow from its packs and moves."""
    return _Audit(game).run()


@dataclass
class _Audit:
    """One pass over a game: `match` and `state` are what the moves come to."""

    game: Game
    found: list[str] = field(default_factory=list)

    def run(self) -> list[str]:
        self.rows = list(Round.objects.filter(game=self.game).order_by("number"))
        self.moves = list(Move.objects.filter(game=self.game).order_by("seq"))
        try:
            self.match = Match(options=self.game.rules, target=self.game.target)
            self._check_rounds()
        except (EngineError, TypeError, ValueError) as error:
            self.found.append(f"cannot be replayed ({type(error).__name__})")
            return self.found
        self._check_moves()
        self._check_game()
        return self.found

    def _expect(self, what: str, stored: object, computed: object) -> None:
        if stored != computed:
            self.found.append(f"{what} is {stored!r}, by the moves it is {computed!r}")

    def _check_rounds(self) -> None:
        self._expect("rounds", [row.number for row in self.rows], list(self._numbers()))
        dealer: Seat | None = None
        for row in self.rows:
            self._check_deal(row, after=dealer)
            dealer = as_seat(row.dealer)
            self.state = self._replay(row)
            self._check_end(row)

    def _numbers(self) -> range:
        return range(1, self.game.round_number + 1)

    def _check_deal(self, row: Round, *, after: Seat | None) -> None:
        """Pack, dealer and commitment follow from the seed. What differs is not shown."""
        game, seed = self.game.public_id, bytes.fromhex(row.seed)
        dealer = derive_dealer(seed, game=game) if after is None else other(after)
        self._expect(f"round {row.number}: dealer", row.dealer, dealer)
        self._expect(f"round {row.number}: carried", row.carried, self.match.carried)
        if row.pack != format_cards(derive_pack(seed, game=game, number=row.number)):
            self.found.append(f"round {row.number}: the pack is not that of the seed")
        if row.commitment != make_commitment(seed, game=game, number=row.number):
            self.found.append(f"round {row.number}: the commitment is not that of the seed")

    def _replay(self, row: Round) -> RoundState:
        pack = tuple(Card(code) for code in row.pack.split())
        state = deal_round(pack, dealer=as_seat(row.dealer), options=self.game.rules)
        for move in self.moves:
            if move.round_id == row.pk and move.kind == MoveKind.PLAY:
                state = self._follow(state, move)
        return state

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
        if self.state.is_over:
            score = score_round(self.state, carried=self.match.carried)
            self.match = self.match.book(score)
            points = score.points
        self._expect(f"round {row.number}: points", row.points, points)
        is_over = self.state.is_over or not self.game.is_running
        self._expect(f"round {row.number}: over", row.is_over, is_over)

    def _check_moves(self) -> None:
        numbers = [move.seq for move in self.moves]
        self._expect("moves", numbers, list(range(1, len(numbers) + 1)))
        rounds = [move.round_id for move in self.moves]
        order = {row.pk: row.number for row in self.rows}
        self._expect("order of moves", rounds, sorted(rounds, key=lambda key: order.get(key, 0)))
        resigned = [move.seq for move in self.moves if move.kind == MoveKind.RESIGN]
        if resigned:
            self._expect("resignation", resigned, numbers[-1:])

    def _check_game(self) -> None:
        game, last = self.game, self.moves[-1] if self.moves else None
        self._expect("version", game.version, len(self.moves))
        self._expect("totals", tuple(game.totals), tuple(self.match.totals))
        self._expect("floor", game.floor, format_cards(self.state.floor))
        self._expect("last play", game.last_play_at, last.at if last else game.created_at)
        self._expect("computer's seat", game.computer_seat, self._computer_seat())
        self._expect("to move", game.to_move, self.state.to_move if game.is_running else None)
        self._check_result(last)

    def _computer_seat(self) -> int | None:
        seats = self.game.seats.exclude(level="").values_list("index", flat=True)
        return seats.first()

    def _check_result(self, last: Move | None) -> None:
        """What players brought about follows from the moves; other ends are somebody's word."""
        game = self.game
        if last and last.kind == MoveKind.RESIGN:
            by, winner = EndedBy.RESIGN, 1 - last.seat
        elif self.match.winner is not None:
            by, winner = EndedBy.PLAYED, self.match.winner
        elif game.is_running or game.ended_by in (EndedBy.PLAYED, EndedBy.RESIGN):
            self._expect("status", game.status, GameStatus.RUNNING)
            return
        else:
            return
        self._expect("status", game.status, GameStatus.FINISHED)
        self._expect("ended by", game.ended_by, by.value)
        self._expect("winner", game.winner, winner)

"""A record played out: every round, what it paid, and who has won."""

from dataclasses import asdict, dataclass
from typing import Any

from games.engine.errors import BadRecord, IllegalPlay
from games.engine.pair import Pair, Seat
from games.engine.play import Turn
from games.engine.record import Record, RecordedRound
from games.engine.round import Round, apply_play, deal_round, resolve_play
from games.engine.scoring import Match, RoundScore, score_round


@dataclass(frozen=True, slots=True)
class ReplayedRound:
    """A round as far as the record goes; `score` is None where it is unfinished."""

    state: Round
    score: RoundScore | None

    @property
    def points(self) -> Pair[int]:
        return self.score.points if self.score else Pair(0, 0)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a record comes to. `winner` is by points, or as the record says it ended otherwise."""

    rounds: tuple[ReplayedRound, ...]
    match: Match
    winner: Seat | None


def replay_record(record: Record) -> Outcome:
    """Plays a record out. Raises BadRecord, which names the round and the play."""
    match = Match(record.options, record.target)
    rounds: list[ReplayedRound] = []
    for number, recorded in enumerate(record.rounds):
        at = f"rounds[{number}]"
        _check_may_follow(rounds, match, at=at)
        state = _replay_round(recorded, match, at=at)
        score = score_round(state, carried=match.carried) if state.is_over else None
        rounds.append(ReplayedRound(state, score))
        match = match.book(score) if score else match
    return Outcome(tuple(rounds), match, _winner(record, match))


def format_outcome(outcome: Outcome) -> dict[str, Any]:
    """The outcome as a plain object, ready for a JSON writer."""
    return {
        "rounds": [_format_round(played) for played in outcome.rounds],
        "totals": list(outcome.match.totals),
        "winner": outcome.winner,
    }


def _check_may_follow(rounds: list[ReplayedRound], match: Match, *, at: str) -> None:
    if match.winner is not None:
        raise BadRecord("the match was decided before this round", at=at)
    if rounds and not rounds[-1].state.is_over:
        raise BadRecord("the round before this one is unfinished", at=at)


def _replay_round(recorded: RecordedRound, match: Match, *, at: str) -> Round:
    state = deal_round(recorded.pack, dealer=recorded.dealer, options=match.options)
    for number, play in enumerate(recorded.plays):
        try:
            state = apply_play(state, resolve_play(state, play.card, play.take))
        except IllegalPlay as error:
            reason = error.reason.replace("_", " ")
            raise BadRecord(f"illegal play: {reason}", at=f"{at}.plays[{number}]") from None
    return state


def _winner(record: Record, match: Match) -> Seat | None:
    if record.ended is None:
        return match.winner
    if match.winner is not None:
        raise BadRecord("the match was decided by points", at="ended")
    return record.ended.winner


def _format_round(played: ReplayedRound) -> dict[str, Any]:
    state = played.state
    return {
        "dealer": state.dealer,
        "floor_start": sorted(state.floor_start),
        "plays": [_format_turn(turn) for turn in state.turns],
        "piles": list(state.piles.map(len)),
        "basras": [asdict(count) for count in state.basras],
        "points": list(played.points),
    }


def _format_turn(turn: Turn) -> dict[str, Any]:
    return {"seat": turn.seat, "card": turn.card, "took": list(turn.took), "basra": turn.basra}

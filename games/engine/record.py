"""The game record: a match as one plain object, and the strict way in.

No text here: `parse_record` takes what a JSON reader gives, `format_record` gives what a JSON
writer takes. `games.engine.replay` plays a record out.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from games.engine.capture import Capture
from games.engine.cards import PACK, Card
from games.engine.errors import BadNotation, BadRecord, EngineError
from games.engine.explain import read_options
from games.engine.options import RULES_VERSION, Options, check_target, differences
from games.engine.pair import Seat, other
from games.engine.strict import read_card, read_cards, read_list, read_object, read_seat

WHOLE_RECORD = "record"
"""The place of an error that concerns the record as a whole."""

MAX_ROUNDS = 200
MAX_PLAYS = 50
"""No round is longer, whatever its options."""

ENDINGS = ("resign", "time", "abort", "staff")
"""The ways a match ends otherwise than by points."""


@dataclass(frozen=True, slots=True)
class RecordedPlay:
    """A card, and what it was to take; None where the record leaves that to the rules."""

    card: Card
    take: Capture | None = None


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """`pack` is the shuffled pack from the top, before anything was dealt or buried."""

    dealer: Seat
    pack: tuple[Card, ...]
    plays: tuple[RecordedPlay, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """How a match ended otherwise than by points; `by` is one of ENDINGS."""

    by: str
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class Record:
    """All that is needed to play a match again."""

    preset: str
    options: Options
    target: int
    rounds: tuple[RecordedRound, ...]
    ended: Ended | None = None
    rules: int = RULES_VERSION


def parse_record(data: object) -> Record:
    """The record in an object read from JSON. Raises BadRecord, which names the place.

    What a play says is checked for its form only: whether it is legal, replaying tells.
    """
    with place(WHOLE_RECORD):
        fields = read_object(
            data, required=("preset", "target", "rounds"), optional=("rules", "options", "ended")
        )
    with place("rules"):
        _check_rules(fields.get("rules", RULES_VERSION))
    with place("preset"):
        read_options(fields["preset"], {})
    with place("options"):
        options = read_options(fields["preset"], fields.get("options", {}))
    with place("target"):
        target = check_target(fields["target"])
    with place("rounds"):
        rounds = _read_rounds(fields["rounds"])
    with place("ended"):
        ended = _read_ended(fields["ended"]) if "ended" in fields else None
    return Record(fields["preset"], options, target, rounds, ended)


def format_record(record: Record) -> dict[str, Any]:
    """The object that `parse_record` reads back as the same record."""
    data: dict[str, Any] = {
        "rules": record.rules,
        "preset": record.preset,
        "options": differences(record.preset, record.options),
        "target": record.target,
        "rounds": [_format_round(played) for played in record.rounds],
    }
    return {**data, "ended": asdict(record.ended)} if record.ended else data


@contextmanager
def place(at: str) -> Iterator[None]:
    """Says where in a record it is that the engine refuses; the innermost place is kept."""
    try:
        yield
    except BadRecord:
        raise
    except EngineError as error:
        raise BadRecord(str(error), at=at) from None


def _check_rules(rules: object) -> None:
    if type(rules) is not int or rules != RULES_VERSION:
        raise BadNotation(f"the only rules version is {RULES_VERSION}")


def _read_rounds(data: object) -> tuple[RecordedRound, ...]:
    found = read_list(data)
    if len(found) > MAX_ROUNDS:
        raise BadNotation(f"{len(found)} rounds: at most {MAX_ROUNDS} are replayed")
    rounds: list[RecordedRound] = []
    for number, item in enumerate(found):
        at = f"rounds[{number}]"
        with place(at):
            rounds.append(_read_round(item, at=at))
        if number and rounds[-1].dealer != other(rounds[-2].dealer):
            raise BadRecord("the dealer alternates", at=f"{at}.dealer")
    return tuple(rounds)


def _read_round(data: object, *, at: str) -> RecordedRound:
    fields = read_object(data, required=("dealer", "pack", "plays"))
    with place(f"{at}.dealer"):
        dealer = read_seat(fields["dealer"])
    with place(f"{at}.pack"):
        pack = _read_pack(fields["pack"])
    with place(f"{at}.plays"):
        plays = _read_plays(fields["plays"], at=f"{at}.plays")
    return RecordedRound(dealer, pack, plays)


def _read_pack(data: object) -> tuple[Card, ...]:
    pack = read_cards(data)
    if len(pack) != len(PACK):
        raise BadNotation(f"a pack has 52 cards, not {len(pack)}")
    return pack


def _read_plays(data: object, *, at: str) -> tuple[RecordedPlay, ...]:
    found = read_list(data)
    if len(found) > MAX_PLAYS:
        raise BadRecord(f"no round has more than {MAX_PLAYS} plays", at=f"{at}[{MAX_PLAYS}]")
    plays = []
    for number, item in enumerate(found):
        with place(f"{at}[{number}]"):
            plays.append(_read_play(item))
    return tuple(plays)


def _read_play(data: object) -> RecordedPlay:
    fields = read_object(data, required=("card",), optional=("take",))
    take = frozenset(read_cards(fields["take"])) if "take" in fields else None
    return RecordedPlay(read_card(fields["card"]), take)


def _read_ended(data: object) -> Ended:
    fields = read_object(data, required=("by", "winner"))
    by, winner = fields["by"], fields["winner"]
    if not isinstance(by, str) or by not in ENDINGS:
        raise BadNotation(f"by is one of {', '.join(ENDINGS)}")
    return Ended(by, None if winner is None else read_seat(winner))


def _format_round(played: RecordedRound) -> dict[str, Any]:
    return {
        "dealer": played.dealer,
        "pack": list(played.pack),
        "plays": [_format_play(play) for play in played.plays],
    }


def _format_play(play: RecordedPlay) -> dict[str, Any]:
    card = {"card": play.card}
    return card if play.take is None else {**card, "take": sorted(play.take)}

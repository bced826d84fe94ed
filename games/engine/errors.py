"""What can be wrong with what the engine is given."""

from enum import StrEnum

LONGEST_QUOTED = 40


def quote(text: object) -> str:
    """Somebody's text as a message may repeat it: escaped, and not at any length."""
    shown = str(text)
    return ascii(shown if len(shown) <= LONGEST_QUOTED else f"{shown[:LONGEST_QUOTED]}...")


class EngineError(ValueError):
    """Anything the engine refuses."""


class BadNotation(EngineError):
    """A text that is no card, play or position."""


class BadOption(EngineError):
    """An unknown preset or option, or a value that the option does not take."""


class BadShuffle(EngineError):
    """A seed, game id, round number or version that no shuffle can be derived from."""


class Reason(StrEnum):
    """Why a play is illegal; pages translate these."""

    ROUND_OVER = "round_over"
    NOT_IN_HAND = "not_in_hand"
    NAME_A_CAPTURE = "name_a_capture"
    NO_SUCH_CAPTURE = "no_such_capture"


class IllegalPlay(EngineError):
    """A play that the rules do not allow; the state it was tried on is unchanged."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class BadRecord(EngineError):
    """A game record that is refused; `at` names the place, such as `rounds[0].plays[3]`."""

    def __init__(self, message: str, *, at: str) -> None:
        super().__init__(message)
        self.at = at

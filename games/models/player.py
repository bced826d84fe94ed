"""Who plays: an account or a guest."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Player:
    """A person in front of the site; exactly one of the two is set."""

    user_id: int | None = None
    guest_id: int | None = None

    def __post_init__(self) -> None:
        if (self.user_id is None) == (self.guest_id is None):
            raise ValueError("a player is either an account or a guest")

    @property
    def is_guest(self) -> bool:
        return self.guest_id is not None

    @property
    def key(self) -> int:
        """The primary key of the account or guest."""
        return self.guest_id if self.guest_id is not None else self.user_id or 0

    @property
    def columns(self) -> dict[str, Any]:
        """The column of a seat that tells this person, for filters and for a new seat."""
        if self.user_id is not None:
            return {"user_id": self.user_id}
        return {"guest_id": self.guest_id}

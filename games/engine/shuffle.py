"""The provable shuffle: pack, first dealer and commitment from a seed, as docs/shuffle.md tells.

Pure: the caller draws the seed from the system's secure source, and keeps it secret while the
round runs. No error here repeats a seed.
"""

import hashlib
import hmac
import re
from collections.abc import Iterator

from games.engine.cards import PACK, Card
from games.engine.errors import BadShuffle
from games.engine.pair import Seat

SHUFFLE_VERSION = 1
SEED_BYTES = 32


def derive_pack(
    seed: bytes, *, game: str, number: int, version: int = SHUFFLE_VERSION
) -> tuple[Card, ...]:
    """The 52 cards from the top, for round `number` (from 1) of the game with that public id.

    Raises BadShuffle for a seed, id, number or version that nothing can be derived from.
    """
    chance = _bytes(_check_seed(seed), _subject("pack", game=game, number=number, version=version))
    cards = list(PACK)
    for last in range(len(cards) - 1, 0, -1):
        drawn = _below(last + 1, chance)
        cards[last], cards[drawn] = cards[drawn], cards[last]
    return tuple(cards)


def derive_dealer(seed: bytes, *, game: str, version: int = SHUFFLE_VERSION) -> Seat:
    """Who deals round 1 (R1.3), from the seed of that round. Raises BadShuffle."""
    chance = _bytes(_check_seed(seed), _subject("dealer", game=game, number=1, version=version))
    return 1 if _below(2, chance) else 0


def make_commitment(seed: bytes, *, game: str, number: int, version: int = SHUFFLE_VERSION) -> str:
    """What is shown before the first card: 64 hexadecimal digits. Raises BadShuffle."""
    subject = _subject("commitment", game=game, number=number, version=version)
    return hashlib.sha256(f"{subject}:{_check_seed(seed).hex()}".encode()).hexdigest()


def _check_seed(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise BadShuffle(f"a seed has {SEED_BYTES} bytes")
    return seed


def _subject(label: str, *, game: str, number: int, version: int) -> str:
    if version != SHUFFLE_VERSION:
        raise BadShuffle(f"no shuffle has the version {version}")
    if not re.fullmatch(r"[A-Za-z0-9_-]+", game):
        raise BadShuffle("a game id is made of letters, digits, - and _")
    if number < 1:
        raise BadShuffle("rounds are numbered from 1")
    return f"basra-shuffle-{version}:{label}:{game}:{number}"


def _bytes(seed: bytes, subject: str) -> Iterator[int]:
    """HMAC-SHA-256 in counter mode, byte by byte, without end."""
    counter = 0
    while True:
        yield from hmac.digest(seed, f"{subject}:{counter}".encode(), "sha256")
        counter += 1


def _below(bound: int, chance: Iterator[int]) -> int:
    """A number from 0 to bound - 1: bytes that would favour some of them are passed over."""
    limit = 256 - 256 % bound
    return next(byte for byte in chance if byte < limit) % bound

"""Dealing a round: the seed, and what follows from it."""

import secrets
from datetime import datetime

from games.engine.cards import format_cards
from games.engine.pair import Seat
from games.engine.shuffle import (
    SEED_BYTES,
    SHUFFLE_VERSION,
    derive_dealer,
    derive_pack,
    make_commitment,
)
from games.models import Game, Round


def make_first_round(game: Game, *, now: datetime) -> Round:
    """Round 1, not yet saved; its shuffle draws the dealer too (R1.3)."""
    seed = secrets.token_bytes(SEED_BYTES)
    dealer = derive_dealer(seed, game=game.public_id)
    return _make_round(game, seed, number=1, dealer=dealer, carried=0, now=now)


def make_next_round(game: Game, *, number: int, dealer: Seat, carried: int, now: datetime) -> Round:
    """A later round, not yet saved; `carried` is the majority that is still open (R4.2)."""
    seed = secrets.token_bytes(SEED_BYTES)
    return _make_round(game, seed, number=number, dealer=dealer, carried=carried, now=now)


def _make_round(
    game: Game, seed: bytes, *, number: int, dealer: Seat, carried: int, now: datetime
) -> Round:
    return Round(
        game=game,
        number=number,
        dealer=dealer,
        pack=format_cards(derive_pack(seed, game=game.public_id, number=number)),
        seed=seed.hex(),
        commitment=make_commitment(seed, game=game.public_id, number=number),
        derivation=SHUFFLE_VERSION,
        carried=carried,
        dealt_at=now,
    )

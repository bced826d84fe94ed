"""One card of a hand by itself, for a page that may not show the others."""

from dataclasses import dataclass, replace

from games.engine.cards import Card
from games.engine.view import SeatView
from games.presenters.preview import FloorCard, HandCard, preview_turn


@dataclass(frozen=True, slots=True)
class OneCard:
    """What the card would do on the floor; the marks are those of this card alone."""

    floor: tuple[FloorCard, ...]
    held: HandCard


def present_one_card(view: SeatView, card: Card) -> OneCard:
    """Of the seat to move, which holds the card."""
    alone = replace(
        view,
        hand=(card,),
        choices=tuple(choice for choice in view.choices if choice.card == card),
    )
    preview = preview_turn(alone)
    return OneCard(floor=preview.floor, held=preview.hand[0])

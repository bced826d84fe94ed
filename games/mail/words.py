"""Cards and plays as a mail calls them, and who is opposite."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.capture import Basra
from games.models import Game, Move
from games.models import Seat as SeatRow
from games.presenters.cards import RANKS, SUITS
from games.presenters.people import Person
from games.presenters.sentences import join_words


def tell_turn(game: Game) -> str:
    """That it is the reader's, and which it is."""
    return _("Now it is your turn: move %(number)d.") % {"number": game.turn_number}


def name_card(code: str) -> str:
    """The card as it stands in a list or a subject: "6 of clubs"."""
    return _("%(rank)s of %(suit)s") % {"rank": RANKS[code[0]], "suit": SUITS[code[1]]}


def name_in_sentence(code: str) -> str:
    return pgettext("inside a sentence", "the %(rank)s of %(suit)s") % {
        "rank": RANKS[code[0]],
        "suit": SUITS[code[1]],
    }


def name_all(codes: Iterable[str]) -> str:
    """ "the 6 of diamonds, the 4 of spades and the 2 of hearts"."""
    return join_words([name_in_sentence(code) for code in codes])


def person_of(seat: SeatRow) -> Person:
    """The occupant of a seat, whose user and guest should have come with it."""
    return Person(seat.name, level=seat.get_level_display() if seat.is_computer else "")


def tell_play(move: Move, person: Person) -> str:
    """A play in one sentence; `person` made it."""
    words = {"name": person.at_start, "card": name_in_sentence(move.card)}
    return _("%(name)s played %(card)s") % words


def tell_capture(move: Move) -> str:
    """What the card took, and the name of its basra."""
    if not move.took:
        return _("It took nothing and stayed on the floor.")
    took = _("It took %(cards)s.") % {"cards": name_all(move.cards_taken)}
    return f"{took} {_tell_basra(move)}".rstrip()


def _tell_basra(move: Move) -> str:
    return {
        "": "",
        Basra.PLAIN.value: _("Basra!"),
        Basra.JACK.value: _("A jack basra!"),
        Basra.KOMI.value: _("A komi basra!"),
    }[move.basra]

"""From a stored seat to how its occupant is shown."""

from django.utils.translation import gettext as _

from games.models import Seat
from games.presenters.people import Person

COMPUTER_STAR = 2


def person_of(seat: Seat) -> Person:
    """The occupant of a seat; the seat's user and guest should have come with it."""
    if seat.is_computer:
        return Person(_("Computer"), number=COMPUTER_STAR, level=seat.get_level_display())
    return Person(seat.name, number=seat.user_id or seat.guest_id or 0)

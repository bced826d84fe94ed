"""From what is stored of people to how they are shown."""

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games.engine.pair import Pair
from games.models import Guest, Seat
from games.presenters.people import Person, tell_apart

COMPUTER_STAR = 2


def people_of(seats: Pair[Seat]) -> Pair[Person]:
    """The two at a table, whose stars differ."""
    return tell_apart(seats.map(person_of))


def person_of(seat: Seat) -> Person:
    """The occupant of a seat; the seat's user and guest should have come with it."""
    if seat.is_computer:
        return Person(_("Computer"), number=COMPUTER_STAR, level=seat.get_level_display())
    return person_of_player(seat.user, seat.guest)


def person_of_player(user: User | None, guest: Guest | None) -> Person:
    """A member or a guest, of whom one is given."""
    if user is not None:
        return person_of_member(user)
    if guest is not None:
        return Person(guest.name, number=guest.pk)
    raise ValueError("a player is either an account or a guest")


def person_of_member(user: User) -> Person:
    """Leads to the member's page, as long as there is one."""
    url = "" if user.closed_at else reverse("games:profile", args=[user.public_id])
    return Person(user.name, number=user.pk, url=url)

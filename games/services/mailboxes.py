"""Where a person reads mail, and in which words."""

from dataclasses import dataclass

from games.models import Notice
from games.services.facts import Facts


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A proven address, with its reader's language and time zone; "" is the site's.

    `link_generation` is that of links which play a card; None for who does not want any.
    """

    address: str
    language: str
    time_zone: str
    link_generation: int | None = None


def find_mailbox(notice: Notice, facts: Facts) -> Mailbox | None:
    """The mailbox of whom the notice is for; None where no address is proven.

    Who is invited by address has only that; it is proven once they take the invitation.
    """
    if notice.user is not None:
        address = facts.addresses.get(notice.user.pk, "")
        generation = _find_link_generation(notice, facts)
        found = Mailbox(address, notice.user.language, notice.user.time_zone, generation)
    elif notice.guest is not None:
        generation = _find_link_generation(notice, facts)
        found = Mailbox(notice.guest.email, notice.guest.language, "", generation)
    else:
        found = Mailbox(notice.invitation.address if notice.invitation else "", "", "")
    return found if found.address else None


def _find_link_generation(notice: Notice, facts: Facts) -> int | None:
    wishes = facts.settings.get(notice.reader)
    return wishes.link_generation if wishes and wishes.plays_from_mail else None

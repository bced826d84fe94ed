"""Where a person reads mail, and in which words."""

from dataclasses import dataclass, replace

from games.models import Notice, TurnMails
from games.services.facts import Facts, find_person


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A proven address, with its reader's language and time zone; "" is the site's.

    `turns` is how often its reader hears of turns, `link_generation` that of links which play a
    card; None for who does not want any.
    """

    address: str
    language: str
    time_zone: str
    turns: str = TurnMails.ONE
    link_generation: int | None = None


def find_mailbox(notice: Notice, facts: Facts) -> Mailbox | None:
    """The mailbox of whom the notice is for; None where no address is proven.

    Who is invited by address has only that; it is proven once they take the invitation.
    """
    if notice.user is not None:
        address = facts.addresses.get(notice.user.pk, "")
        found = Mailbox(address, notice.user.language, notice.user.time_zone)
    elif notice.guest is not None:
        found = Mailbox(notice.guest.email, notice.guest.language, notice.guest.time_zone)
    else:
        found = Mailbox(notice.invitation.address if notice.invitation else "", "", "")
    return _add_wishes(found, notice, facts) if found.address else None


def _add_wishes(mailbox: Mailbox, notice: Notice, facts: Facts) -> Mailbox:
    person = find_person(notice)
    wishes = facts.settings.get(person) if person else None
    if wishes is None:
        return mailbox
    generation = wishes.link_generation if wishes.plays_from_mail else None
    return replace(mailbox, turns=wishes.turns, link_generation=generation)

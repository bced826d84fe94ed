"""Where a person reads mail, and in which words."""

from dataclasses import dataclass

from games.models import Notice
from games.services.facts import Facts


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A proven address, with its reader's language and time zone; "" is the site's."""

    address: str
    language: str
    time_zone: str


def find_mailbox(notice: Notice, facts: Facts) -> Mailbox | None:
    """The mailbox of whom the notice is for; None where no address is proven."""
    if notice.guest is not None:
        address, language, time_zone = notice.guest.email, notice.guest.language, ""
    else:
        address, language, time_zone = _find_address(notice, facts), *_ways_of(notice)
    return Mailbox(address, language, time_zone) if address else None


def _find_address(notice: Notice, facts: Facts) -> str:
    return facts.addresses.get(notice.user_id or 0, "")


def _ways_of(notice: Notice) -> tuple[str, str]:
    return (notice.user.language, notice.user.time_zone) if notice.user else ("", "")

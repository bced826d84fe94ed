"""Where a person reads mail, and in which words."""

from dataclasses import dataclass

from allauth.account.models import EmailAddress

from games.models import Notice


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A proven address, with its reader's language and time zone; "" is the site's."""

    address: str
    language: str
    time_zone: str


def find_mailbox(notice: Notice) -> Mailbox | None:
    """The mailbox of whom the notice is for; None where no address is proven."""
    if notice.guest is not None:
        address, language, time_zone = notice.guest.email, notice.guest.language, ""
    else:
        address, language, time_zone = _find_address(notice), *_ways_of(notice)
    return Mailbox(address, language, time_zone) if address else None


def _find_address(notice: Notice) -> str:
    proven = EmailAddress.objects.filter(user=notice.user_id, primary=True, verified=True)
    return next(iter(proven.values_list("email", flat=True)), "")


def _ways_of(notice: Notice) -> tuple[str, str]:
    return (notice.user.language, notice.user.time_zone) if notice.user else ("", "")

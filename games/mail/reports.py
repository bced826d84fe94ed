"""What a mail provider tells of mails that went out: an address that takes none, a complaint."""

from collections.abc import Callable, Mapping
from typing import Any

from anymail.signals import EventType, RejectReason

from games import clock
from games.models import AddressStopReason
from games.services.address_stops import stop_address

# Its classes of a bounce for good: no such person, no such address.
SPARKPOST_HARD = {"10", "30", "90"}
# Why a provider does not even try: it has heard so before.
HEARD_BEFORE = {
    RejectReason.BOUNCED: AddressStopReason.BOUNCED,
    RejectReason.INVALID: AddressStopReason.BOUNCED,
    RejectReason.SPAM: AddressStopReason.COMPLAINED,
}


def heed(event: Any, provider: str) -> None:
    """Stop mail to the address of the event, where it says that it is of no use or not wanted.

    Twice is as once. What may pass another day, and what is only looked on, changes nothing.
    """
    reason = find_reason(event, provider)
    if reason is not None and event.recipient:
        now = clock.now()
        stop_address(event.recipient, reason, at=min(event.timestamp or now, now))


def find_reason(event: Any, provider: str) -> AddressStopReason | None:
    """Why nothing more is sent to the address; None where it may be."""
    match event.event_type:
        case EventType.COMPLAINED:
            return AddressStopReason.COMPLAINED
        case EventType.REJECTED:
            return HEARD_BEFORE.get(event.reject_reason)
        case EventType.BOUNCED if not is_soft(event.esp_event, provider):
            return AddressStopReason.BOUNCED
    return None


def is_soft(told: Mapping[str, Any], provider: str) -> bool:
    """Whether the bounce may pass, as the provider's own words have it: a full mailbox, a block.

    Of the others the library tells that by the kind of event.
    """
    judge = SOFT.get(provider)
    return judge is not None and judge(told)


def _is_soft_to_sparkpost(told: Mapping[str, Any]) -> bool:
    (details,) = told["msys"].values()
    return details.get("bounce_class") not in SPARKPOST_HARD


SOFT: dict[str, Callable[[Mapping[str, Any]], bool]] = {
    "Brevo": lambda told: told["event"] == "soft_bounce",
    "MailerSend": lambda told: told["data"]["type"] == "soft_bounced",
    "Mailjet": lambda told: not told.get("hard_bounce"),
    "Postmark": lambda told: told.get("Type") == "SoftBounce",
    "SparkPost": _is_soft_to_sparkpost,
}

"""What slows strangers down.

Codes to an address: few for one visitor, more for all together. A stranger who asks again and again
for codes to somebody's address uses up a limit of their own; its owner, elsewhere, still gets one.
The wide limit, the library's own, spares the mailbox.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from allauth.account.adapter import get_adapter
from allauth.core import context, ratelimit
from allauth.core.internal.ratelimit import get_ip


def check_codes_of_visitor(email: str) -> None:
    """Count one code to the address, for the visitor who asks now.

    Raises ValidationError, in words, when that was too often.
    """
    key = f"{get_ip(context.request)} {email.lower()}"
    if not ratelimit.consume(context.request, action="code_of_visitor", key=key):
        raise get_adapter().validation_error("too_many_login_attempts")


@contextmanager
def lasting(seconds: float) -> Iterator[None]:
    """Let what is done in here end no earlier than that, whether there was much to do or little."""
    begun = time.monotonic()
    try:
        yield
    finally:
        time.sleep(max(0.0, begun + seconds - time.monotonic()))

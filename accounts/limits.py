"""Limits on codes to an address: tight for one visitor, wide for all together.

A stranger who asks again and again for codes to somebody's address uses up a limit of their own;
its owner, elsewhere, still gets one. The wide limit, the library's own, spares the mailbox.
"""

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

"""What the app on a phone does: codes that change every half a minute (RFC 6238)."""

import base64
import hashlib
import hmac
import struct
import time

PERIOD = 30  # seconds


def code_of(secret: str, *, periods_later: int = 0) -> str:
    """The six digits that the app shows now, or some half minutes later."""
    counter = struct.pack(">Q", int(time.time()) // PERIOD + periods_later)
    digest = hmac.new(base64.b32decode(secret), counter, hashlib.sha1).digest()
    start = digest[-1] & 15
    number = int.from_bytes(digest[start : start + 4]) & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"

"""What this room tells the others, without knowing them."""

from typing import Any

from django.dispatch import Signal

# A person has signed in, for the first time or again. Sent with `user` and `request`, whose
# session is the one the person had as a guest. A receiver that fails does not stop the sign-in.
joined = Signal()

# The person has another password or another address, sent with `user`: what opens by the old ones
# must not open any more.
keys_changed = Signal()

# The person lives by the clock of another zone, sent with `user`.
zone_changed = Signal()

# The person has read a mail at the address, sent with `user` and `address`.
address_proven = Signal()

# The following are sent with `user`. The first three come inside the transaction in which it
# happens, with the person locked: a receiver that fails stops it.

# The account closes: what waits for its person must end.
closing = Signal()

# The person cannot come in until further notice.
suspended = Signal()

# The person may come in again; `since` is when they were suspended.
restored = Signal()

# What would closing the account end? Receivers answer a list of sentences.
asked_before_closing = Signal()

# As above, of suspending; of restoring, with `since` as well.
asked_before_suspending = Signal()
asked_before_restoring = Signal()

# What does the site know of the person? Receivers answer a dict of JSON values, by name.
export_asked = Signal()


def list_sentences(signal: Signal, *, user: Any, **more: Any) -> list[str]:
    """What all receivers answer to one of the questions above."""
    answers: list[tuple[Any, Any]] = signal.send(sender=type(user), user=user, **more)
    return [sentence for _receiver, sentences in answers for sentence in sentences]

"""What this room tells the others, without knowing them."""

from django.dispatch import Signal

# A person has signed in, for the first time or again. Sent with `user` and `request`, whose
# session is the one the person had as a guest. A receiver that fails does not stop the sign-in.
joined = Signal()

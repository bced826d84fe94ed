"""The staff's desk for games."""

from games.admin import (
    address_stop,
    game,
    invitation,
    links,
    mail_wishes,
    move,
    notice,
    panels,
    people,
    round,
    time,
    watch,
)

__all__ = [
    "address_stop",
    "game",
    "invitation",
    "links",
    "mail_wishes",
    "move",
    "notice",
    "panels",
    "people",
    "round",
    "time",
    "watch",
]

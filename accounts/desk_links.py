"""Where a person's page at the staff's desk leads. Each room registers links of its own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from accounts.models import User


@dataclass(frozen=True)
class Link:
    """A list about the person, for those with the permission, such as "games.view_game"."""

    words: str | Promise
    url: str
    permission: str


LinkMaker = Callable[[User], Sequence[Link]]

_makers: list[LinkMaker] = []


def register_links(make: LinkMaker) -> LinkMaker:
    """Put links on the page of every person; usable as a decorator."""
    _makers.append(make)
    return make


def list_links(person: User, *, viewer: User) -> list[Link]:
    """The links on the person's page that the viewer may follow."""
    links = (link for make in _makers for link in make(person))
    return [link for link in links if viewer.has_perm(link.permission)]

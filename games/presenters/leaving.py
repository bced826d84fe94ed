"""What closing an account ends, in sentences."""

from collections.abc import Iterator

from django.utils.translation import ngettext


def say_what_ends(
    *, with_people: int, with_computer: int, sent: int, received: int
) -> Iterator[str]:
    """A sentence for each that there is."""
    if with_people:
        yield ngettext(
            "%(count)d running game ends as resigned. Your opponent wins it and gets a mail.",
            "%(count)d running games end as resigned. Your opponents win them and get a mail.",
            with_people,
        ) % {"count": with_people}
    if with_computer:
        yield ngettext(
            "%(count)d running game against the computer ends as resigned.",
            "%(count)d running games against the computer end as resigned.",
            with_computer,
        ) % {"count": with_computer}
    if sent:
        yield ngettext(
            "%(count)d invitation of yours is withdrawn.",
            "%(count)d invitations of yours are withdrawn.",
            sent,
        ) % {"count": sent}
    if received:
        yield ngettext(
            "%(count)d invitation to you is declined.",
            "%(count)d invitations to you are declined.",
            received,
        ) % {"count": received}

"""What closing or suspending an account ends or stops, in sentences for anybody."""

from collections.abc import Iterator

from django.utils.translation import ngettext


def say_what_ends(
    *, with_people: int, with_computer: int, sent: int, received: int
) -> Iterator[str]:
    """A sentence for each that there is."""
    if with_people:
        yield ngettext(
            "%(count)d running game ends as resigned. The opponent wins it and gets a mail.",
            "%(count)d running games end as resigned. The opponents win them and get a mail.",
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
            "%(count)d invitation that was sent is withdrawn.",
            "%(count)d invitations that were sent are withdrawn.",
            sent,
        ) % {"count": sent}
    if received:
        yield ngettext(
            "%(count)d invitation that was received is declined.",
            "%(count)d invitations that were received are declined.",
            received,
        ) % {"count": received}


def say_what_stops(games: int) -> Iterator[str]:
    """A sentence, if there are running games with people."""
    if games:
        yield ngettext(
            "%(count)d running game goes on hold. Both players get a mail.",
            "%(count)d running games go on hold. Their players get a mail.",
            games,
        ) % {"count": games}


def say_what_goes_on(games: int) -> Iterator[str]:
    """A sentence, if there are games that the suspension had stopped."""
    if games:
        yield ngettext(
            "%(count)d game goes on as it stood. Both players get a mail.",
            "%(count)d games go on as they stood. Their players get a mail.",
            games,
        ) % {"count": games}

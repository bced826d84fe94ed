"""What closing or suspending an account ends or stops, in sentences for anybody."""

from collections.abc import Iterator

from django.utils.translation import ngettext


def say_what_ends(
    *, with_people: int, with_computer: int, sent: int, received: int
) -> Iterator[str]:
    """A sentence for each that there is."""
    if with_people:
        yield ngettext(
            "%(count)d running game ends as resigned. The opponent wins it, and gets a mail"
            " if they take such mails.",
            "%(count)d running games end as resigned. The opponents win them, and get a mail"
            " if they take such mails.",
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


def say_what_stops(*, games: int, mails: int) -> Iterator[str]:
    """What becomes of running games with people, and how many of their players hear of it."""
    if games:
        yield ngettext(
            "%(count)d running game goes on hold.", "%(count)d running games go on hold.", games
        ) % {"count": games}
        yield from _say_who_hears(games=games, mails=mails)


def say_what_goes_on(*, games: int, mails: int) -> Iterator[str]:
    """As above, of games that the suspension had stopped."""
    if games:
        yield ngettext(
            "%(count)d game goes on as it stood.", "%(count)d games go on as they stood.", games
        ) % {"count": games}
        yield from _say_who_hears(games=games, mails=mails)


def _say_who_hears(*, games: int, mails: int) -> Iterator[str]:
    """One mail for each game and player; whose address is not proven gets none."""
    silent = 2 * games - mails
    if mails:
        yield ngettext(
            "%(count)d mail about it goes out to players.",
            "%(count)d mails about it go out to players.",
            mails,
        ) % {"count": mails}
    if silent:
        yield ngettext(
            "%(count)d mail cannot be sent: there is no proven address.",
            "%(count)d mails cannot be sent: there is no proven address.",
            silent,
        ) % {"count": silent}

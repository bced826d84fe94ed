"""What the front page of the desk tells of games: what needs a look, and how much goes on."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.http import HttpRequest
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.desk_panels import Concern, Figure, Panel, Tally, count_by_day, register_panel
from games import clock, queries
from games.admin.base import address_of_list
from games.models import (
    AddressStop,
    ComputerError,
    Game,
    GameStatus,
    Guest,
    Invitation,
    InvitationState,
    Move,
    MoveKind,
    Notice,
    NoticeState,
    Outage,
    Sweep,
)
from games.queries.flow import count_mails_lately, count_plays_lately
from games.queries.owed import Debt, get_deadline_debt
from games.services.address_stops import UNREACHABLE

RECENT = timedelta(days=7)


@register_panel
def tell_games(request: HttpRequest) -> Panel | None:
    if not request.user.has_perm("games.view_game"):
        return None
    return Panel(
        title=gettext_lazy("Games"),
        concerns=tuple(_list_concerns_of_games(request.user)),
        tallies=tuple(_list_tallies_of_games()),
        figures=tuple(_list_figures_of_games()),
    )


@register_panel
def tell_mails(request: HttpRequest) -> Panel | None:
    if not request.user.has_perm("games.view_notice"):
        return None
    return Panel(
        title=gettext_lazy("Mails"),
        concerns=tuple(_list_concerns_of_mails()),
        tallies=tuple(_list_tallies_of_mails(request.user)),
        figures=tuple(_list_figures_of_mails()),
    )


@register_panel
def tell_sweeps(request: HttpRequest) -> Panel | None:
    if not request.user.has_perm("games.view_sweep"):
        return None
    stalled = queries.list_stalled_sweeps()
    words = ngettext(
        "sweep stands still: %(names)s", "sweeps stand still: %(names)s", len(stalled)
    ) % {"names": ", ".join(stalled)}
    return Panel(
        title=gettext_lazy("Sweeps"),
        concerns=[Concern(words, len(stalled), address_of_list(Sweep))],
    )


def _list_concerns_of_games(user: Any) -> Iterator[Concern]:
    debt = queries.get_computer_debt()
    owed = ngettext("turn that the computer owes", "turns that the computer owes", debt.count)
    url = address_of_list(Game, status__exact=GameStatus.RUNNING)
    yield Concern(_with_age(owed, debt), debt.count, url)
    late = get_deadline_debt()
    words = ngettext("game past its deadline", "games past their deadline", late.count)
    yield Concern(_with_age(words, late), late.count, address_of_list(Game, clock="past"))
    held = Game.objects.filter(held_at__isnull=False).count()
    words = ngettext("game on hold", "games on hold", held)
    yield Concern(words, held, address_of_list(Game, hold="yes"))
    if user.has_perm("games.view_outage"):
        yield _count_outages()
    if not user.has_perm("games.view_computererror"):
        return
    errors = ComputerError.objects.filter(at__gt=clock.now() - RECENT).count()
    words = ngettext(
        "error of the computer in the last week", "errors of the computer in the last week", errors
    )
    yield Concern(words, errors, address_of_list(ComputerError))


def _count_outages() -> Concern:
    count = Outage.objects.filter(ended_at__gt=clock.now() - RECENT).count()
    words = ngettext(
        "outage in the last week: deadlines were put off",
        "outages in the last week: deadlines were put off",
        count,
    )
    return Concern(words, count, address_of_list(Outage))


def _list_tallies_of_games() -> Iterator[Tally]:
    still = Game.objects.filter(turn_left__isnull=False).count()
    words = ngettext("clock stands still", "clocks stand still", still)
    yield Tally(words, still, address_of_list(Game, clock="still"))
    plays = count_plays_lately()
    words = ngettext("play between people", "plays between people", plays)
    yield Tally(_("%(words)s in the last hour") % {"words": words}, plays)


def _list_tallies_of_mails(user: Any) -> Iterator[Tally]:
    held = Notice.objects.filter(state=NoticeState.HELD).count()
    words = ngettext("mail held until its time", "mails held until their time", held)
    yield Tally(words, held, address_of_list(Notice, state__exact=NoticeState.HELD))
    mails = count_mails_lately()
    words = ngettext("mail sent", "mails sent", mails)
    yield Tally(_("%(words)s in the last hour") % {"words": words}, mails)
    if user.has_perm("games.view_addressstop"):
        stopped = AddressStop.objects.filter(reason__in=UNREACHABLE, lifted_at__isnull=True).count()
        words = ngettext(
            "address from which mail came back", "addresses from which mail came back", stopped
        )
        yield Tally(words, stopped, address_of_list(AddressStop, lifted_at__isempty=1))


def _list_concerns_of_mails() -> Iterator[Concern]:
    parked, failed = queries.count_parked_notices(), queries.count_failing_notices()
    words = ngettext("parked mail", "parked mails", parked)
    yield Concern(words, parked, address_of_list(Notice, state__exact=NoticeState.PARKED))
    words = ngettext(
        "mail that failed and is tried again", "mails that failed and are tried again", failed
    )
    yield Concern(words, failed, address_of_list(Notice, state__exact=NoticeState.FAILED))
    debt = queries.get_mail_debt()
    words = _with_age(ngettext("mail overdue", "mails overdue", debt.count), debt)
    yield Concern(words, debt.count, address_of_list(Notice, state__exact=NoticeState.PENDING))


def _list_figures_of_games() -> Iterator[Figure]:
    now = clock.now()
    finished = Game.objects.filter(status=GameStatus.FINISHED)
    accepted = Invitation.objects.filter(state=InvitationState.ACCEPTED)
    counted: list[tuple[Any, Any, str]] = [
        (gettext_lazy("games started"), Game.objects.all(), "created_at"),
        (gettext_lazy("games finished"), finished, "ended_at"),
        (gettext_lazy("plays"), Move.objects.filter(kind=MoveKind.PLAY), "at"),
        (gettext_lazy("new guests"), Guest.objects.all(), "created_at"),
        (gettext_lazy("invitations sent"), Invitation.objects.all(), "created_at"),
        (gettext_lazy("invitations accepted"), accepted, "ended_at"),
    ]
    for words, rows, column in counted:
        yield Figure(words, count_by_day(rows, column, now))


def _list_figures_of_mails() -> Iterator[Figure]:
    now = clock.now()
    counted = [
        (gettext_lazy("mails sent"), NoticeState.SENT),
        (gettext_lazy("mails skipped"), NoticeState.SKIPPED),
        (gettext_lazy("mails parked"), NoticeState.PARKED),
    ]
    for words, state in counted:
        yield Figure(words, count_by_day(Notice.objects.filter(state=state), "done_at", now))


def _with_age(words: str, debt: Debt) -> str:
    if debt.oldest is None:
        return words
    now = clock.now()
    age = timesince(now - debt.oldest, now, depth=1)
    return _("%(words)s, the oldest for %(age)s") % {"words": words, "age": age}

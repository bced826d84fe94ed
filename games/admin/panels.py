"""What the front page of the desk tells of games: what needs a look, and how much goes on."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.http import HttpRequest
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.desk_panels import Concern, Figure, Panel, count_by_day, register_panel
from games import clock, queries
from games.admin.base import address_of_list
from games.models import (
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
    Sweep,
)
from games.queries.owed import Debt

RECENT = timedelta(days=7)


@register_panel
def tell_games(request: HttpRequest) -> Panel | None:
    if not request.user.has_perm("games.view_game"):
        return None
    return Panel(
        title=gettext_lazy("Games"),
        concerns=tuple(_list_concerns_of_games(request.user)),
        figures=tuple(_list_figures_of_games()),
    )


@register_panel
def tell_mails(request: HttpRequest) -> Panel | None:
    if not request.user.has_perm("games.view_notice"):
        return None
    return Panel(
        title=gettext_lazy("Mails"),
        concerns=tuple(_list_concerns_of_mails()),
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
    held = Game.objects.filter(held_at__isnull=False).count()
    words = ngettext("game on hold", "games on hold", held)
    yield Concern(words, held, address_of_list(Game, hold="yes"))
    if not user.has_perm("games.view_computererror"):
        return
    errors = ComputerError.objects.filter(at__gt=clock.now() - RECENT).count()
    words = ngettext(
        "error of the computer in the last week", "errors of the computer in the last week", errors
    )
    yield Concern(words, errors, address_of_list(ComputerError))


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

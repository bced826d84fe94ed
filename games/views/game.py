"""A game's own page: its table while it runs, its result when it is over."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import clock, queries
from games.models import PLAYS_TO_COUNT, Game, Notice, NoticeKind, NoticeReason, Seat
from games.players import UNATTENDED, is_unattended, is_visit, player_of
from games.presenters.table import TableView, present_table, title_table
from games.queries import Table
from games.services.facts import Facts
from games.services.presence import note_seen
from games.services.reasons import find_silence
from games.views.answers import go_to_page, is_htmx
from games.views.deadline import present_deadline, present_warning
from games.views.next_game import find_skipped, make_next_url
from games.views.result import show_result
from games.views.scene import make_scene
from games.views.time_panel import present_time
from games.views.version import make_version_url

# The computer answers at once, a person when they please; the staff act seldom.
SECONDS_BETWEEN_LOOKS_AT_COMPUTER = 1
SECONDS_BETWEEN_LOOKS_AT_PERSON = 15
LONGEST_NUMBER = 9


@never_cache
@require_safe
def game(request: HttpRequest, public_id: str) -> HttpResponse:
    """For its players, and for everybody once it is over.

    `round` in the address is the round last seen: when it has ended, its bill comes first.
    `turn` is the one of which a mail has told.
    """
    try:
        table = queries.get_table(public_id, player_of(request))
    except Seat.DoesNotExist:
        return show_result(request, public_id)
    seen = request.GET.get("round", "")
    if any(seen == str(row.number) and row.points for row in table.rounds[-2:]):
        return _lead_on(request, reverse("games:round", args=[public_id, seen]))
    _note_seen(request, table)
    return show_game(request, table)


def get_table_or_404(request: HttpRequest, public_id: str) -> Table:
    """The game as its player sees it; everybody else hears that there is nothing."""
    try:
        return queries.get_table(public_id, player_of(request))
    except Seat.DoesNotExist as error:
        raise Http404 from error


def show_game(
    request: HttpRequest, table: Table, *, note: str = "", status: int = 200
) -> HttpResponse:
    """The page that fits the state of the game; `note` says what went otherwise than meant."""
    if table.game.is_running:
        template = "games/table.html#table" if is_htmx(request) else "games/table.html"
        return render(request, template, _table_context(request, table, note), status=status)
    if not is_htmx(request):
        return show_result(request, table.game.public_id, note=note, status=status)
    # A table that waited asked for its own part; the result is a page of its own.
    if note:
        messages.warning(request, note)
    return _lead_on(request, table.game.get_absolute_url())


def _lead_on(request: HttpRequest, address: str) -> HttpResponse:
    """A page that goes there by itself has shown it to nobody either."""
    return go_to_page(request, f"{address}?{UNATTENDED}" if is_unattended(request) else address)


def table_url(public_id: str, round_number: int, *, skipped: str = "") -> str:
    """The table, for somebody who has seen that round and none after it.

    `skipped` is the last of the games that were passed over on the way to this one.
    """
    after = f"&after={skipped}" if skipped else ""
    return f"{reverse('games:game', args=[public_id])}?round={round_number}{after}"


def _has_moved_on(request: HttpRequest, game: Game) -> bool:
    """Whether the mail that led here told of an earlier turn; nonsense has told of none."""
    told = request.GET.get("turn", "")[:LONGEST_NUMBER]
    return told.isdecimal() and 0 < int(told) < game.turn_number


def _note_seen(request: HttpRequest, table: Table) -> None:
    seat, version = table.seats[table.you], table.game.version
    if is_visit(request) and (seat.seen_version is None or seat.seen_version < version):
        note_seen(seat.pk, version)


def _table_context(request: HttpRequest, table: Table, note: str) -> dict[str, Any]:
    public_id, game, now = table.game.public_id, table.game, clock.now()
    presented = present_table(make_scene(table))
    them, skipped = presented.them.person, find_skipped(request)
    deadline = present_deadline(game, you=table.you, them=them, now=now)
    return {
        "table": presented,
        "page_title": title_table(presented),
        "note": note,
        "has_moved_on": _has_moved_on(request, game),
        "public_id": public_id,
        "version": game.version,
        "version_url": make_version_url(public_id, game.version),
        "look_again_url": table_url(public_id, game.round_number, skipped=skipped),
        "play_url": reverse("games:play", args=[public_id]),
        "resign_url": reverse("games:resign", args=[public_id]),
        "moves_url": reverse("games:moves", args=[public_id]),
        "commitment": table.round.commitment,
        "abort_url": _abort_url(table),
        "deadline": deadline,
        "warning": present_warning(game, deadline, you=table.you, now=now),
        "time": deadline and present_time(table, deadline, them=them, now=now),
        "poll_seconds": _seconds_between_looks(presented),
        "previous_round": _find_unread_bill(table, presented),
        "is_away": table.seats[table.you].away_until is not None,
        "skipped": skipped,
        "is_unattended": is_unattended(request),
        **(_present_mail(table) if _waits_for_people(presented) else {}),
        **_present_others(request, table, skipped=skipped),
    }


def _present_others(request: HttpRequest, table: Table, *, skipped: str) -> dict[str, Any]:
    """How many games wait, and the way from this table to another one of them."""
    player = player_of(request)
    awaited = queries.list_awaited(player) if player else []
    this = table.game.public_id
    return {
        "waiting_count": len(awaited),
        "others_waiting": len(set(awaited) - {this}),
        "next_url": make_next_url(this if this in awaited else skipped),
    }


def _waits_for_people(table: TableView) -> bool:
    """Whether the page promises a mail: the computer plays at once, unless the staff hold it."""
    return not table.may_play and (table.is_held or not table.them.person.is_computer)


def _present_mail(table: Table) -> dict[str, bool]:
    """Whether a mail will tell that one may play, as delivery decides it, or could not arrive.
    Four queries."""
    seat = table.seats[table.you]
    kind = NoticeKind.STAFF if table.game.is_held else NoticeKind.TURN
    notice = Notice(kind=kind, user=seat.user, guest=seat.guest)
    silence = find_silence(notice, Facts([notice]))
    is_unreachable = silence in (NoticeReason.BOUNCED, NoticeReason.COMPLAINED)
    return {"is_written_to": silence is None, "is_unreachable": is_unreachable}


def _abort_url(table: Table) -> str:
    """Empty where the game can no longer be called off, or nobody may act in it."""
    game = table.game
    if game.is_held or game.round_number > 1 or not _is_young(table):
        return ""
    return reverse("games:abort", args=[game.public_id])


def _is_young(table: Table) -> bool:
    """As `can_abort` has it, by the plays of the first round, which are all at hand."""
    own = [made for made in table.turns if made.turn.seat == table.you]
    return len(own) < PLAYS_TO_COUNT


def _seconds_between_looks(table: TableView) -> int | None:
    """None where nothing happens without the reader; a person may resign at any time."""
    if table.is_held or not table.them.person.is_computer:
        return SECONDS_BETWEEN_LOOKS_AT_PERSON
    return None if table.is_your_turn else SECONDS_BETWEEN_LOOKS_AT_COMPUTER


def _find_unread_bill(table: Table, presented: TableView) -> str:
    """The address of the last round's bill, until one has played in the round that followed."""
    if len(table.rounds) < 2 or presented.has_chosen:
        return ""
    return reverse("games:round", args=[table.game.public_id, table.rounds[-2].number])

"""The first page: the door for who is new, the lists of games for who plays."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games import clock, queries
from games.engine.pair import other
from games.models import Game, GameStatus, Guest, MoveKind, Player
from games.players import player_of
from games.presenters.acts import describe_act
from games.presenters.home import (
    FinishedRow,
    GameRow,
    Home,
    count_rounds,
    describe_last_play,
    describe_result,
    describe_score,
    describe_stage,
    tell_nearest,
)
from games.presenters.people import Person
from games.presenters.time_panel import tell_outage
from games.presenters.vacation import tell_absence
from games.views.deadline import present_deadline
from games.views.invitations import present_invitation
from games.views.people import person_of
from games.views.scene import make_turn

FINISHED_STEP = 20
MOST_FINISHED = 500
LADDER = ("AC", "7S")
"""The sum in the picture at the door."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    player, now = player_of(request), clock.now()
    shown = _count_finished(request)
    lists = queries.list_games_of(player, finished=shown)
    invitations = queries.list_invitations_of(player)
    your_turn = tuple(_present_row(row, now) for row in lists.your_turn)
    page = Home(
        your_turn=your_turn,
        waiting=tuple(_present_row(row, now) for row in lists.waiting),
        finished=tuple(_present_finished(row) for row in lists.finished),
        received=tuple(present_invitation(row, reader=player) for row in invitations.received),
        sent=tuple(present_invitation(row, reader=player) for row in invitations.sent),
        nearest=tell_nearest(your_turn, now=now),
        outage=_tell_outage(lists, now),
    )
    if player is None or (player.is_guest and page.is_empty):
        return render(request, "games/home_out.html", {"ladder": LADDER})
    context = {
        "home": page,
        "now": now,
        "waiting_count": len(page.your_turn),
        "guest_name": _name_guest(player),
        "older_url": f"?finished={shown + FINISHED_STEP}" if lists.more_finished else "",
    }
    return render(request, "games/home.html", context)


def _count_finished(request: HttpRequest) -> int:
    """How many finished games to show; a wrong wish is answered with the usual number."""
    wish = request.GET.get("finished", "")
    if wish.isdecimal() and len(wish) < 5:
        return min(max(int(wish), FINISHED_STEP), MOST_FINISHED)
    return FINISHED_STEP


def _name_guest(player: Player) -> str:
    if player.guest_id is None:
        return ""
    guest = Guest.objects.filter(pk=player.guest_id).first()
    return guest.name if guest else ""


def _present_row(row: queries.GameRow, now: datetime) -> GameRow:
    game, them = row.game, person_of(row.other)
    return GameRow(
        url=game.get_absolute_url(),
        them=them,
        meta=describe_stage(
            round_number=game.round_number,
            target=game.target,
            pace=game.get_pace_display() if game.pace else "",
        ),
        score=_score(row),
        said=_say_last_move(row, them),
        floor=game.floor_cards,
        at=game.last_play_at,
        is_held=game.is_held,
        deadline=present_deadline(game, you=row.you, them=them, now=now),
        absence=_tell_absence(row, them, now),
    )


def _tell_absence(row: queries.GameRow, them: Person, now: datetime) -> str:
    """Empty where they are here; a clock on hold stands still for another reason."""
    if row.other.away_until is None or row.game.is_held:
        return ""
    return tell_absence(
        them,
        until=row.other.away_until,
        now=now,
        stops=row.game.stops_for_vacation,
        is_their_turn=not row.game.is_turn_of(row.you),
    )


def _tell_outage(lists: queries.GameLists, now: datetime) -> str:
    """That deadlines were put off; asked for only where one of these was."""
    if not any(queries.has_added_time(row.game) for row in (*lists.your_turn, *lists.waiting)):
        return ""
    outage = queries.find_outage(now)
    return tell_outage(outage.began_at, outage.ended_at, now=now) if outage else ""


def _present_finished(row: queries.GameRow) -> FinishedRow:
    game, them = row.game, person_of(row.other)
    return FinishedRow(
        url=game.get_absolute_url(),
        them=them,
        result=describe_result(
            them,
            has_won=None if game.winner is None else game.winner == row.you,
            is_void=game.status == GameStatus.ABORTED,
            ended_by=game.ended_by,
        ),
        has_won=game.winner == row.you,
        score=_score(row),
        meta=count_rounds(game.round_number),
        at=game.ended_at or game.last_play_at,
        rematch_url=_rematch_url(game),
    )


def _rematch_url(game: Game) -> str:
    return reverse("games:rematch", args=[game.public_id]) if game.computer_seat is not None else ""


def _score(row: queries.GameRow) -> str:
    totals = row.game.totals
    return describe_score(totals[row.you], totals[other(row.you)])


def _say_last_move(row: queries.GameRow, them: Person) -> str:
    """The last move as a sentence, its cards as `[8S]`."""
    move = row.last_move
    if move is None:
        return _("A fresh deal.")
    if move.kind != MoveKind.PLAY:
        return describe_act(move.kind, actor=None)
    return describe_last_play(make_turn(move), None if move.seat == row.you else them)

"""The moves of a game: the list, a page for each, and the record to take away."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import queries
from games.engine.pair import as_seat
from games.engine.record import format_record
from games.models import Game, Move, MoveKind, Seat, Via
from games.players import player_of
from games.presenters.moves import Deed, RoundOfMoves, present_deals
from games.presenters.people import facing
from games.presenters.position import Look, present_position
from games.queries import Position
from games.queries.record import NoRecord, get_record
from games.views.people import people_of
from games.views.scene import make_turn


@never_cache
@require_safe
def moves(request: HttpRequest, public_id: str) -> HttpResponse:
    """Everything that was done, by round and deal; each move leads to its own page."""
    try:
        found = queries.get_moves(public_id, player_of(request))
    except Seat.DoesNotExist as error:
        raise Http404 from error
    people = people_of(found.seats)
    rounds = [
        RoundOfMoves(
            number=row.round.number,
            points=None if row.round.points is None else facing(row.round.points, found.seat),
            deals=present_deals(list(map(_deed, row.moves)), people=people, reader=found.seat),
        )
        for row in found.rounds
    ]
    context = {
        "game": found.game,
        "people": facing(people, found.seat),
        "rounds": rounds,
        **_links(found.game),
    }
    return render(request, "games/moves.html", context)


@never_cache
@require_safe
def move(request: HttpRequest, public_id: str, seq: int) -> HttpResponse:
    """The table as it stood after one move."""
    try:
        found = queries.get_position(public_id, player_of(request), seq)
    except (Seat.DoesNotExist, Move.DoesNotExist) as error:
        raise Http404 from error
    context = {
        "position": present_position(_look(found)),
        "move": found.move,
        "game": found.game,
        "walk": _list_steps(found),
        **_links(found.game),
    }
    return render(request, "games/move.html", context)


@require_safe
def record(request: HttpRequest, public_id: str) -> HttpResponse:
    """A finished game as one file, which `manage.py basra replay` plays out again."""
    try:
        queries.get_viewpoint(public_id, player_of(request))
        found = get_record(public_id)
    except (Seat.DoesNotExist, NoRecord) as error:
        raise Http404 from error
    response = JsonResponse(format_record(found))
    response["Content-Disposition"] = f'attachment; filename="basra-{public_id}.json"'
    return response


def _links(game: Game) -> dict[str, str]:
    return {
        "game_url": game.get_absolute_url(),
        "moves_url": reverse("games:moves", args=[game.public_id]),
    }


def _deed(move: Move) -> Deed:
    return Deed(
        seq=move.seq,
        kind=move.kind,
        seat=None if move.seat is None else as_seat(move.seat),
        turn=make_turn(move) if move.kind == MoveKind.PLAY else None,
        is_forced=move.via == Via.FORCED,
    )


def _look(found: Position) -> Look:
    return Look(
        view=found.view,
        reader=found.seat,
        people=people_of(found.seats),
        deed=_deed(found.move),
        hands=found.hands,
        totals=found.totals,
        target=found.game.target,
        round_number=found.round.number,
    )


def _list_steps(found: Position) -> dict[str, Any]:
    """Where one can go from here: numbers of moves, None where there is no such step."""
    seq, last = found.move.seq, found.game.version
    return {
        "first": 1 if seq > 1 else None,
        "prev": seq - 1 if seq > 1 else None,
        "next": seq + 1 if seq < last else None,
        "last": last if seq < last else None,
        "rounds": found.first_moves,
    }

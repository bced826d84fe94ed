"""The page of a game that is over: for its players, and for others unless it is closed to them."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games import queries
from games.engine.pair import SEATS, Pair, Seat, as_seat, other
from games.models import Game, GameStatus
from games.models import Seat as SeatRow
from games.players import player_of
from games.presenters.people import Person, facing, order_sides
from games.presenters.presets import PRESET_NAMES
from games.presenters.result import Result, ResultSide, RoundLine
from games.queries import EndedGame, KeptScore, RoundSummary
from games.views.people import people_of
from games.views.rematch import present_rematch


def show_result(
    request: HttpRequest, public_id: str, *, note: str = "", status: int = 200
) -> HttpResponse:
    """Who may not see the game hears that there is nothing; so do others while it runs."""
    try:
        ended = queries.get_ended_game(public_id, player_of(request))
    except (SeatRow.DoesNotExist, Game.DoesNotExist) as error:
        raise Http404 from error
    game = ended.game
    context = {
        "result": present_result(ended),
        "preset": PRESET_NAMES[game.preset],
        "game": game,
        "is_finished": game.status == GameStatus.FINISHED,
        "moves_url": reverse("games:moves", args=[public_id]),
        "record_url": reverse("games:record", args=[public_id]),
        **(_player_context(request, ended, ended.seat, note) if ended.seat is not None else {}),
    }
    template = "games/watch.html" if ended.seat is None else "games/result.html"
    return render(request, template, context, status=status)


def _player_context(
    request: HttpRequest, ended: EndedGame, seat: Seat, note: str
) -> dict[str, Any]:
    """What only the two who played are told and offered."""
    game = ended.game
    mine, theirs = facing(ended.seats, seat)
    return {
        "note": note,
        "kept": _find_kept_score(request, game),
        "is_against_computer": game.computer_seat is not None,
        "is_guest": not request.user.is_authenticated,
        "rematch": present_rematch(request, game, them=theirs),
        "them": people_of(ended.seats)[other(seat)],
        "page_url": game.get_absolute_url(),
        "privacy_url": reverse("games:privacy", args=[game.public_id]),
        "you_closed": mine.keeps_private,
        "they_closed": theirs.keeps_private,
    }


def present_result(ended: EndedGame) -> Result:
    game, reader = ended.game, ended.seat
    people = people_of(ended.seats)
    sides = facing(Pair(*(_present_side(ended, seat, people[seat]) for seat in SEATS)), reader)
    return Result(
        sides=sides,
        ended_by=game.ended_by,
        is_void=game.status == GameStatus.ABORTED,
        actor=_find_actor(ended, sides),
        target=game.target,
        rounds=tuple(_present_round(row, game.public_id, reader) for row in ended.rounds),
    )


def _present_side(ended: EndedGame, seat: Seat, person: Person) -> ResultSide:
    return ResultSide(
        person=person,
        total=ended.game.totals[seat],
        has_won=ended.game.winner == seat,
        is_reader=ended.seat == seat,
    )


def _find_actor(ended: EndedGame, sides: tuple[ResultSide, ResultSide]) -> ResultSide | None:
    """Who ended the game by an act that was no play."""
    act = ended.last_act
    if act is None or act.seat is None or act.card:
        return None
    return sides[order_sides(ended.seat).index(as_seat(act.seat))]


def _present_round(row: RoundSummary, public_id: str, reader: Seat | None) -> RoundLine:
    return RoundLine(
        number=row.number,
        points=None if row.points is None else facing(row.points, reader),
        totals=facing(row.totals, reader),
        url=reverse("games:round", args=[public_id, row.number]) if row.is_open else "",
    )


def _find_kept_score(request: HttpRequest, game: Game) -> KeptScore | None:
    """What a member has done so far against such opponents (R5.3); None for others."""
    player = player_of(request)
    if player is None or player.user_id is None or game.status == GameStatus.ABORTED:
        return None
    scores = queries.get_scores(player.user_id)
    return scores.people if game.computer_seat is None else scores.computer

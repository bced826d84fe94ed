"""Playing one card by a link in a mail: without a session, and nothing else."""

from collections.abc import Mapping
from typing import Any

from allauth.core import ratelimit
from django.forms import ValidationError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.decorators import without_person
from accounts.middleware import speak_to
from games import clock, queries
from games.engine.errors import IllegalPlay
from games.engine.pair import as_seat, other
from games.forms.table import parse_take
from games.mail.links import BadToken
from games.mail.play_links import PlayLink, read_play_token
from games.mail.words import name_in_sentence, tell_capture
from games.models import Game, Move, Via
from games.presenters.deadline import describe_deadline
from games.presenters.one_card import present_one_card
from games.queries import Table
from games.queries.echo import find_play
from games.services.errors import Refused
from games.services.play import play_card
from games.services.presence import note_visit_of_guest, note_visit_of_member
from games.views.people import people_of
from games.views.refusals import ILLEGAL

# Neither a search engine nor the next page learns the address.
HEADERS = {"Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow"}


@without_person
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def play_from_mail(request: HttpRequest, token: str) -> HttpResponse:
    """The page of the card; its button plays it, at the version that the mail spoke of.

    The token says who, and is good for that one play: no cookie is read, none is set, and a
    strange page that does not know it has nothing to send.
    """
    if request.method == "POST" and not ratelimit.consume(request, action="play_from_mail"):
        return _answer("429.html", {}, status=429)
    try:
        link = read_play_token(token)
    except BadToken:
        return _answer("games/mail_play_over.html", {}, status=404)
    if link.notice.user is not None:
        speak_to(request, link.notice.user)
    return _play(request, link) if request.method == "POST" else _show(link)


def _play(request: HttpRequest, link: PlayLink) -> HttpResponse:
    try:
        play_card(
            game_id=link.seat.game_id,
            seat=as_seat(link.seat.index),
            version=link.version,
            card=link.card,
            take=parse_take(request.POST.get("take", "")),
            via=Via.MAIL,
        )
    except ValidationError as error:
        return _show(link, note=str(error.message), status=422)
    except IllegalPlay as error:
        return _show(link, note=str(ILLEGAL[error.reason]), status=422)
    except Refused:  # it has been played, or something else has happened: the page says what
        return _show(link, status=409)
    _note_visit(link)
    return _show(link)


def _note_visit(link: PlayLink) -> None:
    """Who plays has come back: the next turn is worth a mail again."""
    if link.notice.user is not None:
        note_visit_of_member(link.notice.user.pk, seen_at=link.notice.user.last_seen_at)
    elif link.notice.guest is not None:
        note_visit_of_guest(link.notice.guest.pk)


def _show(link: PlayLink, *, note: str = "", status: int = 200) -> HttpResponse:
    """The card as long as it can be played, else what became of it."""
    made = find_play(link.seat, seq=link.version + 1, card=link.card)
    if made is not None:
        return _answer("games/mail_play_made.html", _tell_made(link, made))
    table = queries.get_table(_game_of(link).public_id, link.notice.reader)
    if table.game.is_held:
        return _answer("games/mail_play_held.html", {"game": table.game}, status=409)
    if table.game.version != link.version or not table.game.is_running:
        context = {"game": table.game, "is_known": True}
        return _answer("games/mail_play_over.html", context, status=410)
    context = {**_tell_table(link, table), "note": note}
    return _answer("games/mail_play.html", context, status=status)


def _tell_table(link: PlayLink, table: Table) -> dict[str, Any]:
    """The floor and the one card: whoever has the mail sees no more of the hand than it says."""
    game, people = table.game, people_of(table.seats)
    deadline = None
    if game.clock is not None and game.pace is not None:
        deadline = describe_deadline(game.clock, pace=game.pace, now=clock.now(), mover=None)
    return {
        "one": present_one_card(table.view, link.card),
        "card": name_in_sentence(link.card),
        "you": people[table.you],
        "them": people[other(table.you)],
        "game": game,
        "deadline": deadline,
    }


def _tell_made(link: PlayLink, made: Move) -> dict[str, Any]:
    return {
        "headline": _("You have played %(card)s") % {"card": name_in_sentence(made.card)},
        "took": tell_capture(made),
        "game": _game_of(link),
    }


def _game_of(link: PlayLink) -> Game:
    if link.notice.game is None:
        raise ValueError("a link that plays speaks of a game")
    return link.notice.game


def _answer(template: str, context: Mapping[str, Any], *, status: int = 200) -> HttpResponse:
    """Without the request: the page says nothing of who is signed in here."""
    return HttpResponse(render_to_string(template, dict(context)), status=status, headers=HEADERS)

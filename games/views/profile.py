"""The page of a member, for everybody."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.models import User
from games import clock, queries
from games.engine.pair import other
from games.models import GameStatus
from games.players import player_of
from games.presenters.home import count_rounds, describe_result, describe_score
from games.presenters.people import Person
from games.presenters.profile import ResultRow, describe_meetings, describe_share
from games.views.people import person_of, person_of_member


@require_safe
def profile(request: HttpRequest, public_id: str) -> HttpResponse:
    try:
        found = queries.get_profile(public_id, player_of(request))
    except User.DoesNotExist:
        raise Http404 from None
    person, scores = person_of_member(found.user), found.scores
    is_own = request.user.pk == found.user.pk
    may_block = request.user.is_authenticated and not is_own
    context = {
        "person": person,
        "joined_at": found.user.joined_at,
        "scores": scores,
        "shares": [_describe_share(scores.people), _describe_share(scores.computer)],
        "latest": [_present_game(game) for game in found.latest],
        "meetings": _tell_meetings(person, found.meetings),
        "is_own": is_own,
        "is_suspended": found.user.suspended_at is not None,
        "invite_url": "" if is_own or found.is_apart else _invite_url(found.user),
        "block_url": _address("block", found.user) if may_block else "",
        "unblock_url": _address("unblock", found.user) if found.is_blocked else "",
        "now": clock.now(),
    }
    return render(request, "games/profile.html", context)


def _describe_share(score: queries.KeptScore) -> str:
    return describe_share(won=score.won, lost=score.lost)


def _tell_meetings(person: Person, meetings: queries.Meetings | None) -> str:
    if meetings is None:
        return ""
    return describe_meetings(person, won=meetings.won, lost=meetings.lost)


def _invite_url(user: User) -> str:
    """Empty for who cannot accept."""
    return f"{reverse('games:new')}?to={user.public_id}" if user.is_active else ""


def _address(name: str, user: User) -> str:
    return reverse(f"games:{name}", args=[user.public_id])


def _present_game(found: queries.PublicGame) -> ResultRow:
    game, them = found.game, person_of(found.other)
    return ResultRow(
        url=game.get_absolute_url(),
        them=them,
        result=describe_result(
            them,
            has_won=None if game.winner is None else game.winner == found.seat,
            is_void=game.status == GameStatus.ABORTED,
            ended_by=game.ended_by,
        ),
        has_won=game.winner == found.seat,
        score=describe_score(game.totals[found.seat], game.totals[other(found.seat)]),
        meta=count_rounds(game.round_number),
        at=game.ended_at or game.last_play_at,
    )

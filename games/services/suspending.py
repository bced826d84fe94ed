"""A person who is kept out for a while, and the games that wait meanwhile."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from games.models import Game, GameQuerySet, Notice, NoticeKind, Seat
from games.services.errors import NotOnHold, NotRunning, OnHold
from games.services.facts import Facts
from games.services.reasons import find_silence
from games.services.staff import hold_game, release_game
from games.services.vacations import end_vacation


def hold_games_of(user_id: int) -> None:
    """Put the account's running games with other people on hold; both sides are told.

    A vacation is over: on hold, no clock needs it.
    """
    _act_on(list_to_hold(user_id), hold_game)
    end_vacation(user_id)


def release_games_of(user_id: int, *, since: datetime) -> None:
    """Let go on what `hold_games_of` has stopped since then; both sides are told."""
    _act_on(list_to_release(user_id, since=since), release_game)


def list_to_hold(user_id: int) -> GameQuerySet:
    """What `hold_games_of` would stop."""
    return _games_with_people(user_id).filter(held_at__isnull=True)


def list_to_release(user_id: int, *, since: datetime) -> GameQuerySet:
    """What `release_games_of` would let go on.

    What the staff had stopped before stays on hold, and so does a game whose other person is
    still suspended: the staff release these by hand.
    """
    held = _games_with_people(user_id).filter(held_at__gte=since)
    others = Seat.objects.exclude(user=user_id)
    return held.exclude(pk__in=others.filter(user__suspended_at__isnull=False).values("game"))


def count_told(games: GameQuerySet) -> int:
    """How many mails say so, if the staff act on these games: two a game at most."""
    seats = Seat.objects.filter(game__in=games, level="").select_related("user", "guest")
    notices = [Notice(kind=NoticeKind.STAFF, user=seat.user, guest=seat.guest) for seat in seats]
    facts = Facts(notices)
    return sum(find_silence(notice, facts) is None for notice in notices)


def _games_with_people(user_id: int) -> GameQuerySet:
    running = Game.objects.running().filter(computer_seat__isnull=True)
    return running.filter(pk__in=Game.objects.filter(seats__user=user_id).values("pk"))


def _act_on(games: GameQuerySet, act: Callable[[int], Game]) -> None:
    """One after the other; what has ended or changed since the list was made is left alone."""
    for game_id in list(games.order_by("pk").values_list("pk", flat=True)):
        try:
            with transaction.atomic():
                act(game_id)
        except (NotRunning, OnHold, NotOnHold):
            continue

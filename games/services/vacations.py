"""Going away and coming back: the clocks of a member's games stand still meanwhile.

Who goes or comes is locked first, then every game of theirs that a vacation stops, whosever turn
it is: the other side's play, which may pass the turn at that moment, comes before or after.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from games import clock
from games.deadlines import Running
from games.models import Game, Notice, NoticeKind, Player, Seat, Vacation
from games.queries.time_out import has_mover_played
from games.queries.vacations import find_vacation, get_hours_left
from games.services import notices
from games.services.clocks import CLOCK, start_clock, stop_clock
from games.services.errors import AlreadyAway, EndsTooSoon, NoHoursLeft, PlayerGone, Refused
from games.services.people import lock_person
from games.stays import find_last_moment

# Who is away for longer than the second hears of the end the first before it.
TOLD_BEFORE = timedelta(days=1)
LONG = timedelta(days=2)


def begin_vacation(user_id: int, *, until: datetime | None) -> Vacation:
    """Stop the member's clocks until then, or until they come back; at most as long as hours last.

    Raises AlreadyAway, NoHoursLeft, EndsTooSoon for an end that has passed, and PlayerGone.
    """
    with transaction.atomic():
        _lock_present(user_id)
        games = _lock_games(user_id)
        now = clock.now()
        if until is not None and until <= now:
            raise EndsTooSoon
        last = find_last_moment(now, left=_get_hours(user_id, now))
        vacation = Vacation.objects.create(
            user_id=user_id, began_at=now, ends_at=last if until is None else min(until, last)
        )
        _stop_clocks(games, user_id, at=now)
        return vacation


def begin_by_itself(game_id: int, *, at: datetime) -> bool:
    """Begin a vacation of whoever would lose this game on time; False where that cannot be.

    So it is for members who have hours left, have played in the game, and agreed on a game that
    stops for vacations. They hear of it by mail.
    """
    user_id = _find_loser(game_id, at=at)
    if user_id is None:
        return False
    try:
        with transaction.atomic():
            return _save(game_id, user_id, at=at)
    except Refused:
        return False


def end_vacation(user_id: int) -> None:
    """Let the member's clocks go on, with an hour at least; nothing where no vacation lasts."""
    with transaction.atomic():
        lock_person(Player(user_id=user_id))
        vacation = find_vacation(user_id)
        if vacation is not None:
            _end(vacation)


def stop_clocks_if_away(user_id: int) -> None:
    """Let the clocks of games that have just come to the member stand still, if a vacation lasts.

    Only in a transaction that holds the member.
    """
    if find_vacation(user_id) is not None:
        _stop_clocks(_lock_games(user_id), user_id, at=clock.now())


def end_due() -> int:
    """End the vacations whose time is over; returns how many."""
    due = Vacation.objects.due(clock.now())
    return sum(_end_if_due(user_id) for user_id in list(due.values_list("user_id", flat=True)))


def remind_due() -> int:
    """Owe word of its end to who is on a long vacation, a day before; returns how many."""
    users = _list_untold(clock.now()).values_list("user_id", flat=True)
    return sum(_owe_back(user_id) for user_id in list(users))


def _save(game_id: int, user_id: int, *, at: datetime) -> bool:
    _lock_present(user_id)
    games = _lock_games(user_id)
    if not any(game.pk == game_id and _is_lost_by(user_id, game, at=at) for game in games):
        return False
    now = clock.now()
    vacation = Vacation.objects.create(
        user_id=user_id,
        saved_game_id=game_id,
        began_by_itself=True,
        began_at=now,
        ends_at=find_last_moment(now, left=_get_hours(user_id, now)),
    )
    _stop_clocks(games, user_id, at=now)
    notices.owe_away(vacation)
    return True


def _find_loser(game_id: int, *, at: datetime) -> int | None:
    """The member to move, without a lock."""
    game = Game.objects.running().filter(pk=game_id, stops_for_vacation=True).first()
    if game is None or not isinstance(game.clock, Running) or not game.clock.is_lost_at(at):
        return None
    return Seat.objects.get(game=game, index=F("game__to_move")).user_id


def _is_lost_by(user_id: int, game: Game, *, at: datetime) -> bool:
    """Under the lock: a play, or a gift of time, may have come meanwhile."""
    if not isinstance(game.clock, Running) or not game.clock.is_lost_at(at):
        return False
    return bool(_keep_turns([game], user_id)) and has_mover_played(game)


def _lock_present(user_id: int) -> None:
    if not lock_person(Player(user_id=user_id)).is_active:
        raise PlayerGone
    if find_vacation(user_id) is not None:
        raise AlreadyAway


def _lock_games(user_id: int) -> list[Game]:
    """All that a vacation of the member stops, by key; only with the member locked, who then can
    neither sit down at another."""
    theirs = Seat.objects.filter(user=user_id).values("game")
    games = Game.objects.for_update().running().filter(stops_for_vacation=True, pk__in=theirs)
    return list(games.order_by("pk"))


def _get_hours(user_id: int, now: datetime) -> int:
    left = get_hours_left(user_id, now)
    if not left:
        raise NoHoursLeft
    return left


def _stop_clocks(games: list[Game], user_id: int, *, at: datetime) -> None:
    theirs = _keep_turns(games, user_id)
    for game in theirs:
        stop_clock(game, at=at)
    Game.objects.bulk_update(theirs, CLOCK)


def _keep_turns(games: list[Game], user_id: int) -> list[Game]:
    """Those in which the member is to move, of games that are locked."""
    awaited = Seat.objects.filter(game__in=games, user=user_id, index=F("game__to_move"))
    found = set(awaited.values_list("game_id", flat=True))
    return [game for game in games if game.pk in found]


def _end_if_due(user_id: int) -> bool:
    """Looks again under the lock: its person may have come back meanwhile."""
    with transaction.atomic():
        lock_person(Player(user_id=user_id))
        vacation = Vacation.objects.due(clock.now()).filter(user=user_id).first()
        if vacation is not None:
            # Who comes back by hand is here and sees them.
            notices.owe_turns_again(_end(vacation))
    return vacation is not None


def _end(vacation: Vacation) -> list[Game]:
    """The games in which it is the member's turn now."""
    games = _lock_games(vacation.user_id)
    now = clock.now()
    # However late the sweep came: it uses no hours that nobody has. Nor does one end before it
    # began, where the machine on which it did is a little ahead.
    vacation.ended_at = max(min(now, vacation.ends_at), vacation.began_at)
    vacation.save(update_fields=["ended_at"])
    theirs = _keep_turns(games, vacation.user_id)
    for game in theirs:
        start_clock(game, at=now)
    Game.objects.bulk_update(theirs, CLOCK)
    return theirs


def _list_untold(now: datetime) -> QuerySet[Vacation]:
    told = Notice.objects.filter(vacation=OuterRef("pk"), kind=NoticeKind.BACK)
    soon = Vacation.objects.on().filter(ends_at__gt=now, ends_at__lte=now + TOLD_BEFORE)
    return soon.filter(~Exists(told), ends_at__gt=F("began_at") + LONG)


def _owe_back(user_id: int) -> bool:
    with transaction.atomic():
        lock_person(Player(user_id=user_id))
        vacation = _list_untold(clock.now()).filter(user=user_id).first()
        if vacation is not None:
            notices.owe_back(vacation)
    return vacation is not None

"""Starting a game: who sits down, by which rules, and the first deal."""

from dataclasses import asdict
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count, Q

from games import clock, dispatch
from games.engine.options import Options, check_target
from games.engine.pair import SEATS, Pair
from games.models import Game, GameStatus, Level, Player, Preset, Seat, TimeControl
from games.queries.replay import replay_round
from games.services import notices
from games.services.clocks import begin_clock, is_away
from games.services.deal import make_first_round
from games.services.errors import NoRematch, PlayerGone, StillRunning, TooFast, TooManyGames
from games.services.live import COMPUTER_PAUSE, refresh_game
from games.services.people import lock_people

Occupant = Player | Level

# Against the computer; games between people are bounded by their invitations.
MOST_RUNNING_OF_GUEST = 20
MOST_RUNNING_OF_MEMBER = 100
MOST_STARTED_AN_HOUR = 60


def start_game(
    *,
    seats: Pair[Occupant],
    preset: Preset | str,
    options: Options,
    target: int,
    time: TimeControl | None = None,
    rematch_of: Game | None = None,
) -> Game:
    """Seat the two, shuffle and deal. `options` is the full set, `target` as in R5.2.

    Two people have a `time` control, the computer has none. Raises BadOption for a target that
    R5.2 does not allow, PlayerGone, and TooManyGames and TooFast where the player has had enough
    of the computer.
    """
    with transaction.atomic():
        return seat_and_deal(
            seats=_lock_seats(seats),
            preset=preset,
            options=options,
            target=target,
            time=time,
            rematch_of=rematch_of,
        )


def seat_and_deal(
    *,
    seats: Pair[Occupant],
    preset: Preset | str,
    options: Options,
    target: int,
    time: TimeControl | None,
    rematch_of: Game | None,
) -> Game:
    """As `start_game`, for people whom the caller holds under their locks."""
    check_target(target)
    computer_seat = _find_computer(seats)
    if seats.first == seats.second:
        raise ValueError("a game has two players")
    if (time is None) == (computer_seat is None):
        raise ValueError("two people have a time control, the computer has none")
    if computer_seat is not None:
        _check_may_start(seats)
    game = Game(
        preset=Preset(preset),
        options=asdict(options),
        target=target,
        **_set_time(time),
        computer_seat=computer_seat,
        rematch_of=rematch_of,
    )
    _deal_and_save(game, seats)
    return game


def start_against_computer(
    player: Player, *, level: Level | str, preset: Preset | str, options: Options, target: int
) -> Game:
    """A game of the player, in seat 0, against the computer. Raises as `start_game` does."""
    return start_game(
        seats=Pair(player, Level(level)), preset=preset, options=options, target=target
    )


def rematch(*, game_id: int) -> Game:
    """The game that follows a finished one against the computer, by the same rules.

    Asked twice, it is one game. Raises StillRunning, NoRematch, and as `start_game` does.
    """
    with transaction.atomic():
        seats = _lock_seats(_list_occupants(game_id))
        old = Game.objects.for_update().get(pk=game_id)
        if old.is_running:
            raise StillRunning
        if old.computer_seat is None:
            raise NoRematch
        return Game.objects.filter(rematch_of=old).first() or seat_and_deal(
            seats=seats,
            preset=old.preset,
            options=old.rules,
            target=old.target,
            time=None,
            rematch_of=old,
        )


def _deal_and_save(game: Game, seats: Pair[Occupant]) -> None:
    now = clock.now()
    row = make_first_round(game, now=now)
    game.created_at = game.last_play_at = now
    refresh_game(game, replay_round(game, row, ()), now=now)
    _begin_clock(game, seats)
    game.save(force_insert=True)
    Seat.objects.bulk_create(_make_seat(game, index, seats[index]) for index in SEATS)
    row.save(force_insert=True)
    if game.computer_seat is None:
        notices.owe_turn(game)
    if game.computer_due_at:
        dispatch.nudge_computer(game.pk, after=COMPUTER_PAUSE)


def _begin_clock(game: Game, seats: Pair[Occupant]) -> None:
    mover = None if game.to_move is None else seats[game.to_move]
    stands_still = game.stops_for_vacation and isinstance(mover, Player) and is_away(mover)
    begin_clock(game, at=game.created_at, stands_still=stands_still)


def _set_time(time: TimeControl | None) -> dict[str, Any]:
    if time is None:
        return {}
    bank = timedelta(hours=time.bank)
    return {
        "pace": time.pace,
        "bank": time.bank,
        "stops_for_vacation": time.stops_for_vacation,
        "bank_left_0": bank,
        "bank_left_1": bank,
    }


def _make_seat(game: Game, index: int, occupant: Occupant) -> Seat:
    if isinstance(occupant, Player):
        return Seat(game=game, index=index, **occupant.columns)
    return Seat(game=game, index=index, level=occupant)


def _find_computer(seats: Pair[Occupant]) -> int | None:
    return next((index for index in SEATS if not isinstance(seats[index], Player)), None)


def _list_occupants(game_id: int) -> Pair[Occupant]:
    return Pair(*map(_occupant, Seat.objects.filter(game=game_id).order_by("index")))


def _occupant(seat: Seat) -> Occupant:
    if seat.level:
        return Level(seat.level)
    return Player(user_id=seat.user_id, guest_id=seat.guest_id)


def _lock_seats(seats: Pair[Occupant]) -> Pair[Occupant]:
    """The two as they are now, who from now on cannot start a second game at the same moment."""
    locked = lock_people(seat for seat in seats if isinstance(seat, Player))
    if not all(person.is_active for person in locked.values()):
        raise PlayerGone
    return seats.map(lambda seat: locked[seat].player if isinstance(seat, Player) else seat)


def _check_may_start(seats: Pair[Occupant]) -> None:
    """Whether the person opposite the computer has not had enough of it."""
    player = next(seat for seat in seats if isinstance(seat, Player))
    recent = clock.now() - timedelta(hours=1)
    counts = Seat.objects.of(player).filter(game__computer_seat__isnull=False)
    found = counts.aggregate(
        running=Count("pk", filter=Q(game__status=GameStatus.RUNNING)),
        started=Count("pk", filter=Q(game__created_at__gt=recent)),
    )
    limit = MOST_RUNNING_OF_GUEST if player.is_guest else MOST_RUNNING_OF_MEMBER
    if found["running"] >= limit:
        raise TooManyGames(limit)
    if found["started"] >= MOST_STARTED_AN_HOUR:
        raise TooFast

"""A development database full of believable people and games, all through the one door."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F

from games import ai, clock
from games.deadlines import GRACE
from games.engine.options import make_options
from games.engine.pair import Pair, as_seat
from games.engine.view import observe
from games.models import (
    Bank,
    Game,
    Level,
    Notice,
    NoticeReason,
    NoticeState,
    Pace,
    Player,
    Preset,
    TimeControl,
    Via,
    usual_time,
)
from games.queries.replay import get_current_round, list_played, match_before, replay_round
from games.services import demo_life
from games.services.guests import make_guest
from games.services.play import play_card
from games.services.resign import resign
from games.services.start import Occupant, start_game
from games.services.time_out import end_if_lost

PASSWORD = "basra at night"  # noqa: S105  for a development database only
SECONDS_A_TURN = 40 * 60
WHOLE_GAME = 10_000  # turns: longer than any
PART_OF_A_GAME = (3, 90)  # turns
NUMBER_RUN_OUT = 1  # of a pace at which no vacation begins
TOLD_FOR = timedelta(days=1)  # what is older is no news


@dataclass(frozen=True, slots=True)
class Character:
    name: str
    email: str
    time_zone: str


CAST = (
    Character("Nour Hassan", "nour@example.com", "Africa/Cairo"),
    Character("Karim Fathy", "karim@example.com", "Africa/Cairo"),
    Character("ليلى حداد", "layla@example.com", "Asia/Amman"),
    Character("Omar Khalil", "omar@example.com", "Asia/Amman"),
    Character("Zofia Zielińska", "zofia@example.com", "Europe/Warsaw"),
    Character("Piotr Nowak", "piotr@example.com", "Europe/Warsaw"),
    Character("Ana Beatriz", "ana@example.com", "America/Sao_Paulo"),
    Character("João Pedro", "joao@example.com", "America/Sao_Paulo"),
)


@dataclass(frozen=True, slots=True)
class Course:
    """When a game begins, of how many turns it is, and when the last of them is played."""

    began_at: datetime
    turns: int
    last_at: datetime


class NameTaken(Exception):
    """Somebody else has a name or an address of the cast; nothing was stored."""


def fill() -> list[Game]:
    """Create the cast, its games, finished or running, and what stands around them.

    Raises NameTaken, also where another demo is first by a moment.
    """
    chance = random.Random(7)  # noqa: S311  no secret
    with transaction.atomic():
        people = [_make_character(character) for character in CAST]
    demo_life.make_offers(people)
    demo_life.choose_mails(people)
    seats = [*_pairs(people, chance), *_against_computer(people)]
    games = [_make_game(pair, number, chance) for number, pair in enumerate(seats)]
    demo_life.keep_apart(people)
    demo_life.tell_fates(people[0])
    return games


def is_filled() -> bool:
    return get_user_model().objects.filter(email=CAST[0].email).exists()


def _make_character(character: Character) -> Player:
    try:
        return _make_person(character)
    except (ValidationError, IntegrityError):
        raise NameTaken(f"{character.name} or {character.email}") from None


def _make_person(character: Character) -> Player:
    user = get_user_model().objects.create_user(
        character.email, PASSWORD, name=character.name, time_zone=character.time_zone
    )
    user.emailaddress_set.create(email=user.email, verified=True, primary=True)  # type: ignore[attr-defined]  # the library is not typed
    return Player(user_id=user.pk)


def _pairs(people: list[Player], chance: random.Random) -> Iterator[Pair[Occupant]]:
    for first, second in zip(people, people[1:] + people[:1], strict=True):
        pair: Pair[Occupant] = Pair(first, second)
        yield from [pair] * chance.randint(1, 3)


def _against_computer(people: list[Player]) -> Iterator[Pair[Occupant]]:
    for player in [*people, Player(guest_id=make_guest().pk)]:
        for level in Level:
            yield Pair(player, level)


@transaction.atomic
def _make_game(seats: Pair[Occupant], number: int, chance: random.Random) -> Game:
    """Every third game is played to its end, some are given up, the others stand somewhere.

    One transaction a game: no worker plays in it meanwhile, and a site that runs beside is never
    kept waiting for long.
    """
    are_people = all(isinstance(seat, Player) for seat in (seats.first, seats.second))
    time = _choose_time(number) if are_people else None
    course = _choose_course(number, time, chance)
    preset = list(Preset)[number % len(Preset)]
    with clock.stopped_at(course.began_at):
        game = start_game(
            seats=seats,
            preset=preset,
            options=make_options(preset),
            target=[0, 61][number % 2],
            time=time,
        )
    game = _play_turns(game, course, chance)
    game = _give_up(game) if number % 11 == 10 else game
    game = _run_out(game) if number == NUMBER_RUN_OUT else game
    _settle_past(game)
    return game


def _choose_time(number: int) -> TimeControl:
    return usual_time(list(Pace)[number % len(Pace)], list(Bank)[number // 2 % len(Bank)])


def _choose_course(number: int, time: TimeControl | None, chance: random.Random) -> Course:
    turns = WHOLE_GAME if number % 3 == 0 else chance.randint(*PART_OF_A_GAME)
    if time is None or turns == WHOLE_GAME:
        ago = timedelta(days=chance.randint(6, 25), minutes=chance.randint(0, 1400))
        return Course(clock.now() - ago, turns, clock.now())
    last_at = clock.now() - _choose_wait(number, time)
    return Course(last_at - timedelta(seconds=SECONDS_A_TURN * turns), turns, last_at)


def _choose_wait(number: int, time: TimeControl) -> timedelta:
    """How long the last play is past: some have much left, some an hour, one nothing."""
    turn, bank = timedelta(hours=time.pace), timedelta(hours=time.bank)
    if number == NUMBER_RUN_OUT:
        return turn + bank + timedelta(hours=6)
    near = turn + bank - timedelta(hours=1.5)
    in_bank = turn + bank / 4 if bank else turn / 3
    return [turn / 20, near, in_bank, turn / 2][number % 4]


def _settle_past(game: Game) -> None:
    """Nobody gets a thousand mails about plays of last week: these people saw them on the site."""
    past = Notice.objects.filter(game=game, due_at__lt=clock.now() - TOLD_FOR)
    past.update(
        state=NoticeState.SKIPPED, reason=NoticeReason.SEEN, due_at=None, done_at=F("due_at")
    )


def _play_turns(game: Game, course: Course, chance: random.Random) -> Game:
    """So many turns, and then until it is no computer's: a computer does not wait for days."""
    moment = game.created_at
    while game.is_running and (game.version < course.turns or game.to_move == game.computer_seat):
        passed = timedelta(seconds=chance.expovariate(1 / SECONDS_A_TURN))
        moment = min(moment + passed, course.last_at)
        game = _play_turn(game, moment, chance)
    if game.is_running and game.last_play_at < course.last_at and game.computer_seat is None:
        game = _play_turn(game, course.last_at, chance)
    return game


def _play_turn(game: Game, moment: datetime, chance: random.Random) -> Game:
    seat, row = as_seat(game.to_move or 0), get_current_round(game)
    state = replay_round(game, row, list_played(row))
    observation = observe(state, seat, match=match_before(game, row))
    play = ai.choose(Level.REGULAR, observation, seed=chance.getrandbits(32))
    via = Via.COMPUTER if seat == game.computer_seat else Via.PAGE
    with clock.stopped_at(moment):
        play_card(
            game_id=game.pk,
            seat=seat,
            version=game.version,
            card=play.card,
            take=play.take,
            via=via,
        )
    return Game.objects.get(pk=game.pk)


def _give_up(game: Game) -> Game:
    if game.is_running:
        resign(game_id=game.pk, seat=0, version=game.version)
        game.refresh_from_db()
    return game


def _run_out(game: Game) -> Game:
    if game.deadline_at is not None:
        with clock.stopped_at(game.deadline_at + 2 * GRACE):
            end_if_lost(game.pk)
        game.refresh_from_db()
    return game

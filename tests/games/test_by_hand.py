"""With Celery off and no broker, `manage.py sweep` alone does everything in its time."""

import itertools
from collections.abc import Iterator
from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.core import mail
from django.core.management import call_command

from games import clock
from games.models import EndedBy, Game, GameStatus, Move, Outage, Player, Sweep, Vacation, Via
from games.queries.audit import list_differences
from games.services.answers import accept
from games.services.vacations import begin_vacation
from tests.conftest import UseBroker
from tests.games.factories import make_game, make_game_against_computer, play_any, play_turns
from tests.games.letters import address_of, invite, make_reader

pytestmark = pytest.mark.django_db

BEGAN_AT = clock.now() - timedelta(days=10)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@pytest.fixture(autouse=True)
def _no_broker(use_broker: UseBroker, stopped_broker: str) -> None:
    use_broker(stopped_broker)


@pytest.fixture(autouse=True)
def _ten_days_ago() -> Iterator[None]:
    with clock.stopped_at(BEGAN_AT):
        yield


@pytest.fixture
def people() -> tuple[Player, Player]:
    return make_reader(name="Salma"), make_reader(name="Karim")


@pytest.fixture
def game(people: tuple[Player, Player]) -> Game:
    """By an invitation, a day a turn; each has played twice."""
    return play_turns(accept(invite(*people).token, people[1]), 4)


def sweep(at: datetime) -> None:
    """By somebody who has done so every few minutes until then."""
    Sweep.objects.filter(name="clocks").update(last_run_at=at - 5 * MINUTE)
    with clock.stopped_at(at):
        call_command("sweep", stdout=StringIO())


def list_mails_to(player: Player) -> list[str]:
    return [letter.subject for letter in mail.outbox if letter.to == [address_of(player)]]


def find_mover(game: Game, people: tuple[Player, Player]) -> Player:
    seat = game.seats.get(index=game.to_move)
    return next(player for player in people if player.user_id == seat.user_id)


def test_game_whose_time_is_over_ends_and_both_get_a_mail(
    game: Game, people: tuple[Player, Player]
) -> None:
    sweep(BEGAN_AT + DAY + 2 * MINUTE)
    game.refresh_from_db()
    assert (game.status, game.ended_by) == (GameStatus.FINISHED, EndedBy.TIME)
    assert game.moves.latest("seq").via == Via.CLOCK
    assert list_differences(game) == []
    assert all(list_mails_to(player) for player in people)


def test_who_is_to_move_is_told_and_reminded(game: Game, people: tuple[Player, Player]) -> None:
    mover = find_mover(game, people)
    counts = []
    for after in (2 * MINUTE, 12 * HOUR + MINUTE, 22 * HOUR):
        sweep(BEGAN_AT + after)
        counts.append(len(list_mails_to(mover)))
    assert [later - sooner for sooner, later in itertools.pairwise(counts)] == [1, 1]


def test_vacation_that_is_over_lets_the_clock_go_on(people: tuple[Player, Player]) -> None:
    game = make_game(*people)
    mover = find_mover(game, people)
    begin_vacation(mover.user_id or 0, until=BEGAN_AT + DAY)
    sweep(BEGAN_AT + DAY + MINUTE)
    game.refresh_from_db()
    assert not Vacation.objects.on().exists()
    assert game.deadline_at is not None


def test_computer_plays(people: tuple[Player, Player]) -> None:
    play_any(make_game_against_computer(people[0]))
    sweep(BEGAN_AT + MINUTE)
    assert Move.objects.get(seq=2).via == Via.COMPUTER


def test_who_sweeps_once_an_hour_takes_nobodys_time(game: Game) -> None:
    with clock.stopped_at(BEGAN_AT):
        call_command("sweep", stdout=StringIO())
    with clock.stopped_at(BEGAN_AT + DAY + HOUR):
        call_command("sweep", stdout=StringIO())
    game.refresh_from_db()
    assert game.is_running
    assert Outage.objects.count() == 1

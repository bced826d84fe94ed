"""`manage.py verify_games` finds whatever was changed behind the moves' back."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import Game, Level, Move, Round
from games.queries.audit import list_differences
from tests.games.factories import make_game, make_member, play_to_end, play_turns

pytestmark = pytest.mark.django_db


def verify(*public_ids: str) -> str:
    out = StringIO()
    call_command("verify_games", *public_ids, stdout=out)
    return out.getvalue()


@pytest.fixture
def running() -> Game:
    return play_turns(make_game(make_member(), Level.REGULAR, target=1000), 50)


@pytest.fixture
def finished() -> Game:
    return play_to_end(make_game(target=0))


def test_untouched_games_fit(running: Game, finished: Game) -> None:
    make_game()
    assert verify() == "3 games fit their moves.\n"


def later(game: Game) -> Any:
    return game.last_play_at + timedelta(minutes=1)


CACHED: dict[str, Callable[[Game], Any]] = {
    "version": lambda game: game.version + 1,
    "floor": lambda game: "XX",
    "total_0": lambda game: game.total_0 + 10,
    "total_1": lambda game: game.total_1 + 10,
    "last_play_at": later,
    "options": lambda game: {**game.options, "first_floor": 2},
}


@pytest.mark.parametrize("column", CACHED)
def test_tampered_game_is_found(running: Game, column: str) -> None:
    Game.objects.filter(pk=running.pk).update(**{column: CACHED[column](running)})
    running.refresh_from_db()
    assert list_differences(running)


def test_tampered_turn_is_found(running: Game) -> None:
    to_move = 1 - (running.to_move or 0)
    due = running.last_play_at if to_move == running.computer_seat else None
    Game.objects.filter(pk=running.pk).update(to_move=to_move, computer_due_at=due)
    running.refresh_from_db()
    assert [line.split(" is ")[0] for line in list_differences(running)] == ["to move"]


def test_tampered_round_number_is_found(running: Game) -> None:
    Game.objects.filter(pk=running.pk).update(round_number=1)
    running.refresh_from_db()
    assert list_differences(running)


def test_tampered_winner_is_found(finished: Game) -> None:
    Game.objects.filter(pk=finished.pk).update(winner=1 - (finished.winner or 0))
    finished.refresh_from_db()
    assert [line.split(" is ")[0] for line in list_differences(finished)] == ["winner"]


def test_tampered_ending_is_found(finished: Game) -> None:
    Game.objects.filter(pk=finished.pk).update(ended_by="resign")
    finished.refresh_from_db()
    assert list_differences(finished)


def test_game_ended_by_nobody_is_found(running: Game) -> None:
    Game.objects.filter(pk=running.pk).update(
        status="finished",
        ended_by="played",
        winner=0,
        to_move=None,
        computer_due_at=None,
        ended_at=running.last_play_at,
    )
    Round.objects.filter(game=running).update(ended_at=running.last_play_at)
    running.refresh_from_db()
    assert list_differences(running)


@pytest.mark.parametrize(
    "columns", [{"carried": 30}, {"seed": "ab" * 32}, {"commitment": "0" * 64}], ids=str
)
def test_tampered_round_is_found(finished: Game, columns: dict[str, Any]) -> None:
    Round.objects.filter(game=finished, number=1).update(**columns)
    assert list_differences(finished)


def test_tampered_dealer_is_found(finished: Game) -> None:
    row = Round.objects.get(game=finished, number=1)
    Round.objects.filter(pk=row.pk).update(dealer=1 - row.dealer)
    assert list_differences(finished)


def test_tampered_points_are_found(finished: Game) -> None:
    row = Round.objects.get(game=finished, number=1)
    row.points_0 = (row.points_0 or 0) + 10
    row.save()
    assert [line.split(" is ")[0] for line in list_differences(finished)] == ["round 1: points"]


def test_tampered_pack_is_found_and_not_shown(running: Game) -> None:
    row = Round.objects.get(game=running, number=2)
    cards = row.pack.split()
    cards[40], cards[41] = cards[41], cards[40]
    row.pack = " ".join(cards)
    row.save()
    assert list_differences(running) == ["round 2: the pack is not that of the seed"]


def test_missing_move_is_found(finished: Game) -> None:
    Move.objects.filter(game=finished, seq=5).delete()
    assert list_differences(finished)


@pytest.mark.parametrize(
    "columns", [{"seat": 0}, {"seat": 1}, {"card": "ZZ"}, {"took": "2C"}], ids=str
)
def test_tampered_move_is_found(finished: Game, columns: dict[str, Any]) -> None:
    moves = Move.objects.filter(game=finished, took="", basra="").order_by("seq")
    if "seat" in columns:
        moves = moves.exclude(**columns)
    Move.objects.filter(pk=moves[0].pk).update(**columns)
    assert list_differences(finished)


def test_tampered_basra_is_found(finished: Game) -> None:
    move = Move.objects.filter(game=finished, basra="").exclude(took="").first()
    Move.objects.filter(pk=move.pk if move else None).update(basra="komi")
    assert any("basra" in line for line in list_differences(finished))


def test_computer_that_nobody_seated_is_found(running: Game) -> None:
    Game.objects.filter(pk=running.pk).update(computer_seat=None, computer_due_at=None)
    running.refresh_from_db()
    assert any("computer's seat" in line for line in list_differences(running))


def test_options_that_do_not_exist_are_found(running: Game) -> None:
    Game.objects.filter(pk=running.pk).update(options={"jokers": 2})
    running.refresh_from_db()
    assert list_differences(running) == ["cannot be replayed (TypeError)"]


def test_difference_is_printed_and_fails(running: Game, finished: Game) -> None:
    Game.objects.filter(pk=running.pk).update(floor="XX")
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 2 games"):
        call_command("verify_games", stdout=out)
    assert out.getvalue().startswith(f"{running.public_id}: floor is 'XX'")


def test_only_the_named_games_are_looked_at(running: Game, finished: Game) -> None:
    Game.objects.filter(pk=running.pk).update(floor="XX")
    assert verify(finished.public_id) == "1 games fit their moves.\n"


def test_unknown_game_is_refused() -> None:
    with pytest.raises(CommandError, match="no game nothing"):
        verify("nothing")

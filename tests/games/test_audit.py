"""`manage.py verify_games` finds whatever was changed behind the moves' back."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import Game, Level, Move, Round
from games.queries.audit import list_differences
from tests.conftest import Build
from tests.games.factories import make_game, make_member, play_to_end, play_turns

pytestmark = pytest.mark.django_db


def verify(*public_ids: str) -> str:
    out = StringIO()
    call_command("verify_games", *public_ids, stdout=out)
    return out.getvalue()


@pytest.fixture(scope="module")
def ids(building: Build) -> dict[str, int]:
    with building():
        running = play_turns(make_game(make_member(), Level.REGULAR, target=1000), 50)
        return {"running": running.pk, "finished": finish_in_one_round().pk}


def finish_in_one_round() -> Game:
    """Equal totals would have played another (R5.2)."""
    while True:
        game = play_to_end(make_game(target=0))
        if game.round_number == 1:
            return game


@pytest.fixture
def running(ids: dict[str, int]) -> Game:
    return Game.objects.get(pk=ids["running"])


@pytest.fixture
def finished(ids: dict[str, int]) -> Game:
    return Game.objects.get(pk=ids["finished"])


def test_untouched_games_fit(running: Game, finished: Game) -> None:
    make_game()
    assert verify() == "3 games fit their moves.\n"


def later(game: Game) -> Any:
    return game.last_play_at + timedelta(minutes=1)


CACHED: dict[str, Callable[[Game], Any]] = {
    "version": lambda game: game.version + 1,
    "floor": lambda game: "XX",
    "counts": lambda game: not game.counts,
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
    nothing = timedelta()
    Game.objects.filter(pk=running.pk).update(
        computer_seat=None,
        computer_due_at=None,
        pace=48,
        bank=0,
        bank_left_0=nothing,
        bank_left_1=nothing,
        turn_left=nothing,
        stops_for_vacation=True,
    )
    running.refresh_from_db()
    assert any("computer's seat" in line for line in list_differences(running))


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda options: {}, "option majority_points is missing"),
        (lambda options: [], "options are no object"),
        (lambda options: {**options, "jokers": 2}, "unknown option 'jokers'"),
        (
            lambda options: {**options, "basra_points": "10"},
            "basra_points is a whole number from 0 to 100",
        ),
        (lambda options: {**options, "jack_basra": 1}, "jack_basra is one of true, false"),
        (
            lambda options: {key: options[key] for key in options if key != "burnt_komi"},
            "option burnt_komi is missing",
        ),
    ],
    ids=["empty", "a list", "unknown", "a text", "a number", "missing"],
)
def test_options_that_are_not_the_full_set_are_found(
    running: Game, change: Callable[[dict[str, Any]], Any], line: str
) -> None:
    running.options = change(running.options)
    assert list_differences(running)[0] == line


def test_preset_of_other_rules_is_found(running: Game) -> None:
    running.preset = "levant"
    assert list_differences(running) == [
        "preset is 'levant', the options are those of 'basra-1' or 'basra-2'"
    ]


def test_option_beside_the_preset_fits() -> None:
    assert list_differences(make_game(preset="levant", basra_points=20, first_floor=2)) == []


def test_unknown_rules_version_is_found(running: Game) -> None:
    running.rules_version = 9
    assert list_differences(running) == ["no rules have the version 9"]


def test_unknown_version_of_the_shuffle_is_found(running: Game) -> None:
    Round.objects.filter(game=running, number=1).update(derivation=9)
    assert list_differences(running) == ["round 1: no shuffle has the version 9"]


@pytest.mark.parametrize("days", [-1, 1])
def test_end_at_another_moment_than_the_last_play_is_found(finished: Game, days: int) -> None:
    moment = finished.last_play_at + timedelta(days=days)
    Game.objects.filter(pk=finished.pk).update(ended_at=moment)
    Round.objects.filter(game=finished).update(ended_at=moment)
    finished.refresh_from_db()
    assert [line.split(" is ")[0] for line in list_differences(finished)] == [
        "round 1: ended",
        "ended",
    ]


def test_putting_away_before_the_last_play_is_found(running: Game) -> None:
    moment = running.last_play_at - timedelta(seconds=1)
    Game.objects.filter(pk=running.pk).update(
        status="aborted", ended_by="idle", to_move=None, computer_due_at=None, ended_at=moment
    )
    Round.objects.filter(game=running, number=running.round_number).update(ended_at=moment)
    running.refresh_from_db()
    assert [line.split(" is ")[0] for line in list_differences(running)] == ["ended"]


def test_round_dealt_at_another_moment_is_found(running: Game) -> None:
    Round.objects.filter(game=running, number=2).update(dealt_at=later(running))
    assert [line.split(" is ")[0] for line in list_differences(running)] == ["round 2: dealt"]


def test_game_without_rounds_is_found(running: Game) -> None:
    Round.objects.filter(game=running).delete()
    assert list_differences(running) == ["rounds is [], by the moves it is [1, 2]"]


def test_move_in_the_round_of_another_game_is_found(running: Game, finished: Game) -> None:
    move = Move.objects.filter(game=running).latest("seq")
    Move.objects.filter(pk=move.pk).update(round=finished.rounds.get(number=1))
    assert any("rounds of the moves" in line for line in list_differences(running))


def test_missing_seat_is_found(running: Game) -> None:
    running.seats.filter(index=0).delete()
    assert list_differences(running) == ["seats is [1], by the moves it is [0, 1]"]


@pytest.mark.parametrize("columns", [{"seed": "no hexadecimal"}, {"pack": ""}], ids=str)
def test_game_that_cannot_be_followed_ends_no_command(
    running: Game, finished: Game, columns: dict[str, str]
) -> None:
    Round.objects.filter(game=running, number=1).update(**columns)
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 2 games"):
        call_command("verify_games", stdout=out)
    assert f"{running.public_id}: cannot be replayed (" in out.getvalue()


def test_game_that_cannot_be_read_ends_no_command(
    running: Game, finished: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a column of SQLite holds no moment but some text."""

    def refuse_running(database: str, names: list[str], values: list[Any]) -> Game:
        if running.public_id in values:
            raise ValueError("month must be in 1..12")
        return from_db(database, names, values)

    from_db = Game.from_db
    monkeypatch.setattr(Game, "from_db", refuse_running)
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 2 games"):
        call_command("verify_games", stdout=out)
    assert out.getvalue() == f"{running.public_id}: cannot be read (ValueError)\n"


def test_difference_is_printed_and_fails(running: Game, finished: Game) -> None:
    Game.objects.filter(pk=running.pk).update(floor="XX")
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 2 games"):
        call_command("verify_games", stdout=out)
    assert out.getvalue().startswith(f"{running.public_id}: floor is 'XX'")


def test_only_the_named_games_are_looked_at(running: Game, finished: Game) -> None:
    Game.objects.filter(pk=running.pk).update(floor="XX")
    assert verify(finished.public_id) == "1 games fit their moves.\n"


@pytest.mark.parametrize("public_id", ["nothing", "\udcff", "\u202e<b>"])
def test_unknown_game_is_refused(public_id: str) -> None:
    with pytest.raises(CommandError, match="no game ") as refusal:
        verify(public_id)
    assert str(refusal.value).isascii()

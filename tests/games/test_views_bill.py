"""The bill of a round, and the proof of its shuffle."""

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.conf import settings

from accounts.models import User
from games.models import Game, Player
from games.services.resign import resign
from tests.conftest import Build
from tests.games.factories import make_game, make_member, play_any, play_to_end, play_turns
from tests.games.visitors import address, client_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def _scene(building: Build) -> tuple[Player, int]:
    with building():
        salma = make_member()
        game = make_game(salma, make_member(), target=1000)
        while game.round_number == 1:
            play_any(game)
            game.refresh_from_db()
        return salma, game.pk


@pytest.fixture
def salma(_scene: tuple[Player, int]) -> Player:
    return _scene[0]


@pytest.fixture
def game(_scene: tuple[Player, int]) -> Game:
    """In the second round."""
    return Game.objects.get(pk=_scene[1])


def read(player: Player, *place: object) -> str:
    response = client_of(player).get(address(*place))  # type: ignore[arg-type]
    assert response.status_code == 200
    return response.content.decode()


def test_bill_shows_the_points_that_are_stored(salma: Player, game: Game) -> None:
    row = game.rounds.get(number=1)
    page = " ".join(read(salma, game, "rounds", 1).split())
    for points in (row.points_0, row.points_1):
        assert f"<td>{points}</td>" in page


def test_bill_carries_the_day_in_the_zone_of_its_reader(salma: Player, game: Game) -> None:
    late = datetime(2026, 4, 24, 22, 30, tzinfo=UTC)
    game.rounds.filter(number=1).update(ended_at=late)
    User.objects.filter(pk=salma.user_id).update(time_zone="Africa/Cairo")
    page = read(salma, game, "rounds", 1)
    assert ">Saturday 25 April<" in page


def test_bill_opens_the_seed(salma: Player, game: Game) -> None:
    row = game.rounds.get(number=1)
    page = read(salma, game, "rounds", 1)
    assert row.seed in page
    assert row.commitment in page


def test_bill_leads_on_to_the_next_round(salma: Player, game: Game) -> None:
    page = read(salma, game, "rounds", 1)
    assert f'{address(game)}?round=2"' in page
    assert "Round 2:" in page


def test_bill_of_an_earlier_round_leads_back(salma: Player, game: Game) -> None:
    while game.round_number == 2:
        play_any(game)
        game.refresh_from_db()
    assert "Back to the game" in read(salma, game, "rounds", 1)


def test_last_bill_leads_to_the_result(salma: Player) -> None:
    game = play_to_end(make_game(salma, make_member(), target=0))
    assert "See the result" in read(salma, game, "rounds", game.round_number)


@pytest.mark.parametrize("number", ["2", "3", "0", "9" * 25])
def test_round_that_is_not_over_has_no_bill(salma: Player, game: Game, number: str) -> None:
    assert client_of(salma).get(address(game, "rounds", number)).status_code == 404


def test_round_that_was_cut_off_was_not_counted(salma: Player) -> None:
    game = play_turns(make_game(salma, make_member()), 5)
    resign(game_id=game.pk, seat=0, version=game.version)
    page = read(salma, game, "rounds", 1)
    assert "not counted" in page
    assert game.rounds.get().seed in page


def test_proof_is_what_the_checking_script_takes(salma: Player, game: Game, tmp_path: Path) -> None:
    address_of_proof = address(game, "rounds", 1) + "proof.json"
    response = client_of(salma).get(address_of_proof)
    assert response["Content-Disposition"].startswith("attachment")
    proof = tmp_path / "proof.json"
    proof.write_bytes(response.content)
    script = settings.BASE_DIR / "docs" / "verify_shuffle.py"
    run = subprocess.run([sys.executable, script, proof], capture_output=True, text=True)
    assert (run.returncode, json.loads(response.content)["round"]) == (0, 1)
    assert "fits" in run.stdout


def test_proof_of_a_running_round_is_kept(salma: Player, game: Game) -> None:
    assert client_of(salma).get(address(game, "rounds", 2) + "proof.json").status_code == 404


def test_outsider_sees_no_bill(game: Game) -> None:
    assert client_of(make_member()).get(address(game, "rounds", 1)).status_code == 404

"""`manage.py basra export`: the record of a finished game, and no other."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.engine.record import parse_record
from games.engine.replay import replay_record
from games.services.abort import abort
from games.services.resign import resign
from tests.games.factories import make_game, play_to_end, play_turns

pytestmark = pytest.mark.django_db


def export(public_id: str) -> str:
    out = StringIO()
    call_command("basra", "export", public_id, stdout=out)
    return out.getvalue()


def test_finished_game_is_exported_on_one_line_that_replay_accepts() -> None:
    game = play_to_end(make_game(preset="levant", target=61), seed=5)
    text = export(game.public_id)
    outcome = replay_record(parse_record(json.loads(text)))
    assert (text.count("\n"), text[-1]) == (1, "\n")
    assert (list(outcome.match.totals), outcome.winner) == (list(game.totals), game.winner)


def test_resigned_game_is_exported_with_its_ending() -> None:
    game = play_turns(make_game(), 5)
    resign(game_id=game.pk, seat=0, version=game.version)
    record = json.loads(export(game.public_id))
    assert record["ended"] == {"by": "resign", "winner": 1}
    assert len(record["rounds"][0]["plays"]) == 5


def test_running_game_is_not_exported() -> None:
    game = play_turns(make_game(), 5)
    with pytest.raises(CommandError, match="not finished") as refusal:
        export(game.public_id)
    pack = game.rounds.get().pack
    assert pack not in str(refusal.value)


def test_aborted_game_is_not_exported() -> None:
    game = make_game()
    abort(game_id=game.pk, seat=0, version=0)
    with pytest.raises(CommandError, match="not finished"):
        export(game.public_id)


@pytest.mark.parametrize(
    "public_id", ["", "nothing", "x" * 5000, "\u202e<b>", "\udcff", "' OR 1=1 --"]
)
def test_unknown_game_is_not_exported(public_id: str) -> None:
    with pytest.raises(CommandError, match="no game") as refusal:
        export(public_id)
    assert len(str(refusal.value)) < 100

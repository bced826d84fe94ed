import pytest

from games.engine.cards import Card
from games.engine.errors import IllegalPlay, Reason
from games.models import EndedBy, Game, GameStatus, Level, Move, Round, Via
from games.services.errors import NotRunning, NotYourTurn, StaleVersion
from games.services.play import play_card
from tests.games.factories import (
    make_game,
    make_game_against_computer,
    make_member,
    play,
    play_any,
    play_to_end,
    play_turns,
    rig,
    state_of,
)

pytestmark = pytest.mark.django_db


def stored(game: Game) -> tuple[object, ...]:
    """Everything that a refused play must leave alone."""
    rows = [model.objects.filter(game=game).order_by("pk").values() for model in (Move, Round)]
    return (Game.objects.values().get(pk=game.pk), *map(list, rows))


def test_play_is_stored_with_what_it_took() -> None:
    game = rig(make_game(), floor="AC 7S KD 8H", lead="8S")
    play(game, "8S")
    move = Move.objects.get(game=game)
    assert (move.seq, move.seat, move.card, move.took) == (1, 0, "8S", "7S 8H AC")
    assert (move.kind, move.basra, move.via) == ("play", "", "page")


def test_play_refreshes_what_the_game_repeats() -> None:
    game = rig(make_game(), floor="AC 7S KD 8H", lead="8S")
    play(game, "8S")
    game.refresh_from_db()
    assert (game.version, game.to_move, game.floor) == (1, 1, "KD")
    assert game.last_play_at == Move.objects.get(game=game).at


def test_basra_is_stored_by_its_kind() -> None:
    game = rig(make_game(), floor="2C 3D 5H TS", lead="JC JD", dealt="JH")
    play(game, "JC")
    play(game, "JH")
    play(game, "JD")
    assert list(Move.objects.order_by("seq").values_list("card", "basra")) == [
        ("JC", ""),
        ("JH", ""),
        ("JD", "jack"),
    ]


def test_play_on_a_stale_version_is_refused() -> None:
    game = play_turns(make_game(), 1)
    before = stored(game)
    with pytest.raises(StaleVersion):
        play(game, state_of(game).hands[1][0], seat=game.to_move, version=0)
    assert stored(game) == before


def test_play_on_a_version_yet_to_come_is_refused() -> None:
    game = make_game()
    with pytest.raises(StaleVersion):
        play(game, "8S", version=1)


def test_play_out_of_turn_is_refused() -> None:
    game = rig(make_game(), dealt="8S")
    before = stored(game)
    with pytest.raises(NotYourTurn):
        play(game, "8S", seat=1)
    assert stored(game) == before


def test_play_in_a_finished_game_is_refused() -> None:
    game = play_to_end(make_game(target=0))
    before = stored(game)
    with pytest.raises(NotRunning):
        play(game, "8S", seat=0)
    assert stored(game) == before


def test_play_in_no_game_is_refused() -> None:
    with pytest.raises(Game.DoesNotExist):
        play_card(game_id=0, seat=0, version=0, card=Card("8S"))


@pytest.mark.parametrize(
    ("card", "take", "reason"),
    [
        ("KH", None, Reason.NOT_IN_HAND),
        ("5H", None, Reason.NAME_A_CAPTURE),
        ("5H", "2C", Reason.NO_SUCH_CAPTURE),
        ("5H", "", Reason.NO_SUCH_CAPTURE),
    ],
)
def test_illegal_play_changes_nothing(card: str, take: str | None, reason: Reason) -> None:
    game = rig(make_game(), floor="2C 2D 3H QS", lead="5H", dealt="KH")
    before = stored(game)
    with pytest.raises(IllegalPlay) as refusal:
        play(game, card, take)
    assert refusal.value.reason == reason
    assert stored(game) == before


def test_chosen_capture_is_the_one_taken() -> None:
    game = rig(make_game(), floor="2C 2D 3H QS", lead="5H")
    play(game, "5H", "2D 3H")
    game.refresh_from_db()
    assert game.floor == "2C QS"


def test_house_plays_the_last_card_where_there_is_no_choice() -> None:
    game = rig(make_game(), lead="KC KD KH AC", dealt="QC QD QH AD")
    for card in ("KC", "QC", "KD", "QD", "KH"):
        play(game, card)
    play(game, "QH")
    forced = Move.objects.filter(via=Via.FORCED).order_by("seq")
    assert list(forced.values_list("seq", "seat", "card")) == [(7, 0, "AC"), (8, 1, "AD")]


def test_house_leaves_a_last_card_with_two_captures_to_the_player() -> None:
    lead, dealt = "KC KD KH 5H", "QC QD QH TC"
    game = rig(make_game(), floor="2C 2D 3H 9S", lead=lead, dealt=dealt)
    for card in ("KC", "QC", "KD", "QD", "KH", "QH"):
        play(game, card)
    game.refresh_from_db()
    assert (game.version, game.to_move) == (6, 0)


def test_round_end_books_points_and_deals_the_next() -> None:
    game = play_turns(make_game(target=1000), 48)
    first, second = Round.objects.filter(game=game).order_by("number")
    assert first.ended_at is not None
    assert second.ended_at is None
    assert (second.number, second.dealer) == (2, 1 - first.dealer)
    assert (game.round_number, game.to_move) == (2, first.dealer)
    assert first.points == game.totals


def test_round_end_tells_which_round_ended() -> None:
    game = play_turns(make_game(target=1000), 45)
    outcome = None
    while game.round_number == 1:
        outcome = play_any(game)
        game.refresh_from_db()
    assert outcome is not None
    assert (outcome.ended_round, outcome.round_number, outcome.is_finished) == (1, 2, False)


def test_new_round_has_a_seed_of_its_own() -> None:
    game = play_turns(make_game(target=1000), 48)
    seeds = Round.objects.filter(game=game).values_list("seed", flat=True)
    assert len(set(seeds)) == 2


def test_match_end_sets_the_result() -> None:
    game = play_to_end(make_game(target=0), seed=3)
    winner = 0 if game.total_0 > game.total_1 else 1
    assert (game.status, game.ended_by, game.winner) == (
        GameStatus.FINISHED,
        EndedBy.PLAYED,
        winner,
    )
    assert game.ended_at == game.last_play_at
    assert not Round.objects.filter(game=game, ended_at=None).exists()


def test_play_that_cannot_deal_the_next_round_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game(target=1000)
    monkeypatch.setattr("games.services.deal.secrets.token_bytes", lambda size: b"")
    with pytest.raises(ValueError, match="seed"):
        play_turns(game, 48)
    game.refresh_from_db()
    assert game.round_number == Round.objects.filter(game=game).count() == 1
    assert game.version == Move.objects.filter(game=game).count() < 48


def test_computer_owes_a_turn_after_a_play() -> None:
    game = rig(make_game_against_computer(), lead="8S")
    play(game, "8S")
    game.refresh_from_db()
    assert game.computer_due_at is not None
    assert game.computer_due_at > game.last_play_at


def test_computer_owes_nothing_when_the_game_is_over() -> None:
    game = play_to_end(make_game(make_member(), Level.STRONG, target=0))
    assert game.computer_due_at is None

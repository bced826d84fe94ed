"""A game that is over: its result, giving up, and playing again."""

from typing import Any

import pytest
from django.test import Client
from django.utils.formats import date_format

from accounts.closing import close_account
from accounts.suspending import suspend
from games.models import EndedBy, Game, GameStatus, Invitation, Level, Move, Player
from games.services.errors import TooManyGames
from games.services.rematch import offer_rematch
from games.services.resign import resign
from tests.games.factories import (
    make_game,
    make_game_against_computer,
    make_guest,
    make_member,
    make_user,
    play_any,
    play_to_end,
    play_turns,
)
from tests.games.visitors import address, client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def salma() -> Player:
    return make_member()


@pytest.fixture
def game(salma: Player) -> Game:
    return make_game_against_computer(salma, target=0)


def read(player: Player, game: Game) -> str:
    response = client_of(player).get(address(game))
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_result_names_winner_and_totals(salma: Player, game: Game) -> None:
    play_to_end(game)
    page = read(salma, game)
    assert ("You win" if game.winner == 0 else "The computer wins") in page
    assert f'<span class="num">{game.total_0}</span>' in page


def test_result_lists_the_rounds_with_their_bills(salma: Player) -> None:
    game = play_to_end(make_game_against_computer(salma, target=61), seed=3)
    page = read(salma, game)
    for number in range(1, game.round_number + 1):
        assert address(game, "rounds", number) in page


def test_member_sees_what_was_kept(salma: Player, game: Game) -> None:
    """R5.3."""
    play_to_end(game)
    page = read(salma, game)
    won, lost = ("1", "0") if game.winner == 0 else ("0", "1")
    assert f"Games won</th><td>{won}</td>" in page
    assert f"Games lost</th><td>{lost}</td>" in page
    assert f"Points</th><td>{game.total_0}</td>" in page


def test_member_is_told_that_a_game_without_a_second_play_is_not_kept(salma: Player) -> None:
    game = play_turns(make_game(salma, make_member()), 3)
    resign(game_id=game.pk, seat=1, version=game.version)
    page = " ".join(read(salma, game).split())
    assert "You win" in page
    assert "It ended before both had played twice, and does not count." in page
    assert "Games won</th><td>0</td>" in page


def test_kept_basras_are_all_with_their_kinds(salma: Player, game: Game) -> None:
    play_to_end(game)
    for seq, kind in enumerate(("plain", "jack", "komi", "jack"), start=1):
        Move.objects.filter(game=game, seq=seq).update(seat=0, took="2C", basra=kind)
    Move.objects.filter(game=game, seq__gt=4).update(basra="")
    page = read(salma, game)
    assert ">Basras</th><td>4</td>" in page
    for words in ("plain basras</th><td>1<", "jack basras</th><td>2<", "komi basras</th><td>1<"):
        assert words in page


def test_guest_is_asked_to_sign_up() -> None:
    guest = make_guest()
    game = play_to_end(make_game_against_computer(guest, target=0))
    page = read(guest, game)
    assert f"?next={address(game)}" in page
    assert "Games won" not in page


def test_game_between_people_has_no_rematch_yet(salma: Player) -> None:
    game = play_to_end(make_game(salma, make_member(), target=0))
    assert "Play again" not in read(salma, game)


def test_game_called_off_has_no_winner(salma: Player, game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(
        status=GameStatus.ABORTED,
        ended_by=EndedBy.IDLE,
        to_move=None,
        ended_at=game.created_at,
        computer_due_at=None,
    )
    page = read(salma, game)
    assert "No winner" in page
    assert "without a play" in page
    assert "This game counts for nobody." in page
    assert "Kept in your score" not in page


def test_bill_of_the_last_round_comes_before_the_result(salma: Player, game: Game) -> None:
    play_to_end(game)
    response = client_of(salma).get(address(game), {"round": str(game.round_number)})
    assert response["Location"] == address(game, "rounds", game.round_number)


def ask(player: Player, game: Game, **fields: Any) -> Any:
    fields = {"version": game.version, **fields}
    return client_of(player).post(address(game, "resign"), fields)


def test_first_step_of_resigning_changes_nothing(salma: Player, game: Game) -> None:
    response = client_of(salma).get(address(game, "resign"))
    assert "Resign this game?" in response.content.decode()
    game.refresh_from_db()
    assert game.is_running


def test_resigning_tells_no_score_where_none_was_booked(salma: Player, game: Game) -> None:
    page = " ".join(client_of(salma).get(address(game, "resign")).content.decode().split())
    assert "The computer wins. This cannot be taken back." in page


def test_resigning_tells_the_winners_points_first(salma: Player, game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(total_0=20, total_1=50)
    page = client_of(salma).get(address(game, "resign")).content.decode()
    assert ">50&nbsp;–&nbsp;20</bdi>." in page


def test_second_step_ends_the_game(salma: Player, game: Game) -> None:
    response = ask(salma, game)
    assert (response.status_code, response["Location"]) == (303, address(game))
    assert "You resigned." in read(salma, game)


def test_resigning_on_an_old_table_asks_once_more(salma: Player, game: Game) -> None:
    play_any(game)
    response = ask(salma, game, version=0)
    assert response.status_code == 409
    assert 'name="version" value="1"' in " ".join(response.content.decode().split())
    game.refresh_from_db()
    assert game.is_running


@pytest.mark.parametrize("version", ["", "x", "-1", "9" * 30])
def test_resigning_without_a_version_asks_once_more(
    salma: Player, game: Game, version: str
) -> None:
    assert ask(salma, game, version=version).status_code == 422
    game.refresh_from_db()
    assert game.is_running


def test_resigning_twice_leads_to_the_result(salma: Player, game: Game) -> None:
    ask(salma, game)
    assert ask(salma, game).status_code == 303
    assert game.moves.count() == 1


def test_resigning_after_the_other_says_that_it_is_over(salma: Player, game: Game) -> None:
    other = game.seats.exclude(user_id=salma.user_id).get()
    resign(game_id=game.pk, seat=other.index, version=0)
    response = ask(salma, game)
    assert response.status_code == 409
    assert "over already" in response.content.decode()


def test_outsider_resigns_nothing(game: Game) -> None:
    assert ask(make_member(), game).status_code == 404


def rematch(player: Player, game: Game) -> Any:
    return client_of(player).post(address(game, "rematch"))


def test_rematch_is_a_new_game_by_the_same_rules(salma: Player, game: Game) -> None:
    resign(game_id=game.pk, seat=0, version=0)
    response = rematch(salma, game)
    following = Game.objects.get(rematch_of=game)
    assert response["Location"] == address(following)
    assert following.seats.get(index=1).level == Level.REGULAR


def test_rematch_pressed_twice_is_one_game(salma: Player, game: Game) -> None:
    resign(game_id=game.pk, seat=0, version=0)
    assert rematch(salma, game)["Location"] == rematch(salma, game)["Location"]


def test_rematch_of_a_running_game_leads_back(salma: Player, game: Game) -> None:
    assert rematch(salma, game)["Location"] == address(game)


def test_rematch_refused_says_why(
    salma: Player, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    resign(game_id=game.pk, seat=0, version=0)
    monkeypatch.setattr("games.services.start.MOST_RUNNING_OF_MEMBER", 0)
    client = client_of(salma)
    page = client.post(address(game, "rematch"), follow=True).content.decode()
    assert "Finish one before you begin another" in page
    assert issubclass(TooManyGames, Exception)


def test_outsider_gets_no_rematch(game: Game) -> None:
    assert Client().post(address(game, "rematch")).status_code == 404


@pytest.mark.parametrize("act", [suspend, close_account])
@pytest.mark.parametrize("has_offered", [True, False])
def test_no_rematch_is_offered_against_an_account_that_is_shut(
    salma: Player, act: Any, *, has_offered: bool
) -> None:
    other = make_user()
    game = make_game(salma, Player(user_id=other.pk))
    resign(game_id=game.pk, seat=0, version=0)
    if has_offered:
        offer_rematch(game_id=game.pk, seat=1)
    act(other)
    page = read(salma, game)
    assert "is not here to be asked." in page
    assert "Offer a rematch" not in page
    assert "Accept" not in page


@pytest.mark.parametrize("seat", [0, 1])
def test_offer_of_a_rematch_says_until_when_it_is_good(salma: Player, seat: int) -> None:
    game = make_game(salma, make_member())
    resign(game_id=game.pk, seat=0, version=0)
    offer = offer_rematch(game_id=game.pk, seat=0 if seat == 0 else 1)
    assert isinstance(offer, Invitation)
    assert f"It is good until {date_format(offer.expires_at, 'l j F')}" in read(salma, game)

"""An account closes while something else happens: one outcome, and nothing is left running."""

from functools import partial
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from accounts.closing import close_account
from accounts.errors import AlreadyClosed, LastSuperuser
from games import dispatch
from games.engine.options import make_options
from games.engine.pair import as_seat
from games.engine.round import legal_plays
from games.models import EndedBy, Game, GameStatus, Pace, Player, usual_time
from games.queries.audit import list_differences
from games.services.answers import accept
from games.services.errors import (
    InvitationEnded,
    InviterGone,
    NotInvited,
    NotRunning,
    StaleVersion,
)
from games.services.invitations import invite_by_link
from games.services.play import play_card
from games.services.resign import resign
from tests.games.at_once import Act, at_once, failures
from tests.games.factories import make_game, make_member, make_user, play_turns, state_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

ROUNDS = 20


@pytest.fixture(autouse=True)
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "_send", lambda *args, **options: None)


def make_play(game: Game) -> Act:
    """A play of whoever is to move."""
    game.refresh_from_db()
    card, take = legal_plays(state_of(game))[0]
    seat = as_seat(game.to_move or 0)
    return partial(
        play_card, game_id=game.pk, seat=seat, version=game.version, card=card, take=take
    )


@pytest.mark.parametrize("turns", [2, 3])
def test_closing_against_play_of_either_side(turns: int) -> None:
    for _ in range(ROUNDS):
        user = make_user()
        game = play_turns(
            make_game(Player(user_id=user.pk), make_member(), capture_choice="largest"), turns
        )
        results = at_once(partial(close_account, user), make_play(game))
        assert failures(results) in ([], [StaleVersion], [NotRunning])
        game.refresh_from_db()
        assert (game.ended_by, game.winner) == (EndedBy.RESIGN, 1)
        assert list_differences(game) == []


def test_closing_against_the_other_sides_resignation() -> None:
    for _ in range(ROUNDS):
        user = make_user()
        game = make_game(Player(user_id=user.pk), make_member())
        give_up = partial(resign, game_id=game.pk, seat=1, version=0)
        results = at_once(partial(close_account, user), give_up)
        game.refresh_from_db()
        assert game.ended_by == EndedBy.RESIGN
        assert (game.winner == 0) == (failures(results) == [])
        assert game.moves.count() == 1


def test_both_players_close_at_once() -> None:
    for _ in range(ROUNDS):
        users = [make_user(), make_user()]
        first, second = (Player(user_id=user.pk) for user in users)
        games = [make_game(first, second), make_game(second, first)]
        assert failures(at_once(*(partial(close_account, user) for user in users))) == []
        for game in games:
            game.refresh_from_db()
            assert (game.ended_by, game.moves.count()) == (EndedBy.RESIGN, 1)


@pytest.mark.parametrize("leaver", ["inviter", "acceptor"])
def test_closing_against_accept_leaves_no_running_game(leaver: str) -> None:
    terms: dict[str, Any] = {
        "options": make_options("basra-2"),
        "target": 61,
        "time": usual_time(Pace.DAY),
    }
    for _ in range(ROUNDS):
        people = {"inviter": make_user(), "acceptor": make_user()}
        link = invite_by_link(people["inviter"].pk, preset="basra-2", **terms)
        acceptor = Player(user_id=people["acceptor"].pk)
        results = at_once(
            partial(close_account, people[leaver]), partial(accept, link.token, acceptor)
        )
        assert failures(results) in ([], [InvitationEnded], [InviterGone], [NotInvited])
        assert not Game.objects.filter(status=GameStatus.RUNNING).exists()


def test_two_closings_are_one() -> None:
    for _ in range(ROUNDS):
        user = make_user()
        game = make_game(Player(user_id=user.pk), make_member())
        results = at_once(*[partial(close_account, user)] * 2)
        assert failures(results) == [AlreadyClosed]
        assert game.moves.count() == 1


def test_the_last_two_superusers_do_not_both_go() -> None:
    for _ in range(ROUNDS):
        bosses = [make_user(is_superuser=True, is_staff=True) for _ in range(2)]
        results = at_once(*(partial(close_account, boss) for boss in bosses))
        assert failures(results) == [LastSuperuser]
        assert get_user_model().objects.filter(is_superuser=True).count() == 1
        get_user_model().objects.update(is_superuser=False)

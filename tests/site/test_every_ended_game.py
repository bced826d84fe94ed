"""The pages of a game that is over, as everybody: a finished one is for all, unless closed."""

from collections.abc import Callable

import pytest

from games.models import Game, Player, Seat
from games.services.abort import abort
from games.services.resign import resign
from games.services.staff import abort_by_staff, adjudicate
from tests.games.factories import make_game, play_turns
from tests.site.test_every_url import VIEWERS, address_of, make_client, make_person

EVERYBODY = dict.fromkeys(VIEWERS, 200)
OF_THE_SEATS = {**dict.fromkeys(VIEWERS, 404), "first": 200, "second": 200}
NOBODYS = dict.fromkeys(VIEWERS, 404)

PAGES = ("games:game", "games:round", "games:proof", "games:moves", "games:move", "games:record")


def finish(game: Game) -> None:
    resign(game_id=game.pk, seat=0, version=game.version)


def call_off(game: Game) -> None:
    abort(game_id=game.pk, seat=0, version=game.version)


def close_by(seat: int) -> Callable[[Game], None]:
    def end(game: Game) -> None:
        finish(game)
        Seat.objects.filter(game=game, index=seat).update(keeps_private=True)

    return end


# How the game came to its end after so many moves, and who then sees what.
ENDS: dict[str, tuple[int, Callable[[Game], object], dict[str, dict[str, int]]]] = {
    "resigned": (9, finish, dict.fromkeys(PAGES, EVERYBODY)),
    "a draw by the staff": (
        9,
        lambda game: adjudicate(game.pk, winner=None),
        dict.fromkeys(PAGES, EVERYBODY),
    ),
    "closed by the first": (9, close_by(0), dict.fromkeys(PAGES, OF_THE_SEATS)),
    "closed by the second": (9, close_by(1), dict.fromkeys(PAGES, OF_THE_SEATS)),
    "called off": (
        1,
        call_off,
        {
            **dict.fromkeys(PAGES, OF_THE_SEATS),
            **dict.fromkeys(("games:round", "games:proof", "games:record"), NOBODYS),
        },
    ),
    "called off by the staff": (
        9,
        lambda game: abort_by_staff(game.pk),
        {**dict.fromkeys(PAGES, OF_THE_SEATS), "games:record": NOBODYS},
    ),
}


@pytest.fixture(params=ENDS)
def ended(request: pytest.FixtureRequest, db: None) -> tuple[Game, dict[str, dict[str, int]]]:
    moves, end, seen = ENDS[request.param]
    seats = [Player(user_id=make_person(name).pk) for name in ("First", "Second")]
    game = play_turns(make_game(*seats), moves)
    end(game)
    game.refresh_from_db()
    return game, seen


@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_page_of_a_game_that_is_over(
    ended: tuple[Game, dict[str, dict[str, int]]], viewer: str
) -> None:
    game, seen = ended
    client = make_client(viewer, game)
    answers = {page: client.get(address_of(page, game)).status_code for page in PAGES}
    assert answers == {page: seen[page][viewer] for page in PAGES}


@pytest.mark.parametrize("viewer", ["nobody", "outsider", "staff"])
def test_nobody_else_changes_who_may_look(
    ended: tuple[Game, dict[str, dict[str, int]]], viewer: str
) -> None:
    game, _seen = ended
    before = list(game.seats.values("keeps_private"))
    client = make_client(viewer, game)
    for wish in ("players", "everybody"):
        answer = client.post(address_of("games:privacy", game), {"show": wish})
        assert answer.status_code == 404
    assert list(game.seats.values("keeps_private")) == before

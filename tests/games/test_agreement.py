"""Both seats' pages agree at every moment, whatever is done at the table and by whom."""

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from games.engine.pair import as_seat, other
from games.models import Game, Player
from games.presenters.result import Result
from games.presenters.table import Side, TableView
from games.presenters.time_panel import TimePanel
from games.services.abort import abort
from games.services.errors import Refused
from games.services.resign import resign
from games.services.staff import abort_by_staff, adjudicate, hold_game, release_game
from tests.games.factories import make_game, make_guest, make_member, play_any
from tests.games.visitors import address, client_of

pytestmark = pytest.mark.django_db

MOST_ACTS = 60

Facts = dict[str, Any]


@dataclass(frozen=True)
class Page:
    """What one seat is shown: of a table, or of a game that is over."""

    status: int
    context: Any

    @property
    def facts(self) -> Facts:
        """By seat 0 and seat 1, whoever reads."""
        if "result" in self.context:
            return result_facts(self.context["result"])
        return {
            **table_facts(self.context["table"]),
            "version": self.context["version"],
            **time_facts(self.context["time"]),
            "seal": self.context["commitment"],
        }


def look(client: Client, game: Game) -> Page:
    answer = client.get(address(game))
    return Page(answer.status_code, answer.context)


def side_facts(side: Side) -> tuple[Any, ...]:
    return (
        side.person.name,
        side.total,
        side.pile,
        side.basras,
        side.across,
        side.hand,
        side.is_dealer,
    )


def table_facts(table: TableView) -> Facts:
    return {
        "sides": {side_facts(table.you), side_facts(table.them)},
        "floor": [lying.code for lying in table.floor],
        "pack": table.pack,
        "place": (table.round_number, table.deal_number, table.deals_in_all),
        "buried": table.buried,
        "carried": table.carried,
        "plays": [(line.text, line.basra) for deal in table.deals for line in deal.lines],
        "act": table.act,
        "is_held": table.is_held,
        "to_move": (table.you if table.is_your_turn else table.them).person.name,
    }


def time_facts(time: TimePanel) -> Facts:
    return {"deadline": time.deadline.at, "terms": time.terms, "banks": set(time.banks or ())}


def result_facts(result: Result) -> Facts:
    return {
        "sides": {(side.person.name, side.total, side.has_won) for side in result.sides},
        "ended_by": result.ended_by,
        "is_void": result.is_void,
        "actor": result.actor and result.actor.person.name,
        "rounds": [
            (row.number, row.points and sorted(row.points), sorted(row.totals), row.url)
            for row in result.rounds
        ],
    }


def list_acts(game: Game, chance: random.Random) -> list[Callable[[], Any]]:
    """What may be tried next; plays come most often, so that games last."""
    seat = as_seat(chance.randrange(2))
    of_seat = {"game_id": game.pk, "seat": seat, "version": game.version}
    return [
        *[lambda: play_any(game, chance)] * 30,
        lambda: hold_game(game.pk),
        lambda: hold_game(game.pk),
        *[lambda: release_game(game.pk)] * 3,
        lambda: abort(**of_seat),
        lambda: resign(**of_seat),
        lambda: adjudicate(game.pk, winner=chance.choice([0, 1, None])),
        lambda: abort_by_staff(game.pk),
    ]


def try_one(game: Game, chance: random.Random) -> None:
    with suppress(Refused):
        chance.choice(list_acts(game, chance))()
    game.refresh_from_db()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_both_seats_are_shown_the_same_after_every_act(seed: int) -> None:
    chance = random.Random(seed)
    players: list[Player] = [make_member(), make_guest()]
    clients = [client_of(player) for player in players]
    game = make_game(*players, target=1000)
    for _ in range(MOST_ACTS):
        try_one(game, chance)
        first, second = (look(client, game) for client in clients)
        assert (first.status, second.status) == (200, 200)
        assert first.facts == second.facts
        if not game.is_running:
            break


def test_exactly_one_seat_may_act_unless_the_game_is_on_hold() -> None:
    chance = random.Random(1)
    players = [make_member(), make_guest()]
    game = make_game(*players, target=1000)
    for turn in range(12):
        if turn % 4 == 3:
            hold_game(game.pk)
        pages = [look(client_of(player), game) for player in players]
        may_play = [page.context["table"].may_play for page in pages]
        assert sum(may_play) == (0 if turn % 4 == 3 else 1)
        if turn % 4 == 3:
            release_game(game.pk)
        play_any(game, chance)
        game.refresh_from_db()


def test_the_comparison_notices_what_differs() -> None:
    """It can fail: a table read before a play and one read after it are not alike."""
    players = [make_member(), make_guest()]
    game = make_game(*players)
    game.refresh_from_db()
    waiting = players[other(as_seat(game.to_move or 0))]
    before = look(client_of(waiting), game).facts
    play_any(game)
    assert look(client_of(waiting), game).facts != before

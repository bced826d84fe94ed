"""Clocks at the desk: what a game's page tells of them, and time that an arbiter gives."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from accounts.models import AuditEntry
from games import clock
from games.deadlines import Running
from games.models import (
    Bank,
    EndedBy,
    Game,
    GameStatus,
    GiftOfTime,
    Level,
    Move,
    MoveKind,
    Notice,
    Pace,
    Player,
    TimeControl,
)
from games.services.staff import hold_game
from games.services.time_out import end_due
from games.services.vacations import begin_vacation
from tests.games.factories import make_clerk, make_game, make_member, make_user, play_turns
from tests.games.rows import make_gift

pytestmark = pytest.mark.django_db

REASON = "His train was late, and both agree."
LIST = "admin:games_game_changelist"
HOUR = timedelta(hours=1)


@pytest.fixture
def arbiter(client: Client) -> Client:
    client.force_login(make_clerk("arbiter"))
    return client


@pytest.fixture
def game() -> Game:
    """Salma against Karim, three turns old."""
    seats = [Player(user_id=make_user(name=name).pk) for name in ("Salma", "Karim")]
    return play_turns(make_game(*seats), 3)


def read(client: Client, row: Any) -> str:
    name = f"admin:games_{row._meta.model_name}_change"
    return client.get(reverse(name, args=[row.pk])).content.decode()


def set_clock(game: Game, *, lost_in: timedelta) -> Game:
    lost_at = clock.now() + lost_in
    Game.objects.filter(pk=game.pk).update(bank_at=lost_at, deadline_at=lost_at)
    game.refresh_from_db()
    return game


def stand_still(game: Game) -> Game:
    mover = game.seats.get(index=game.to_move)
    begin_vacation(mover.user_id or 0, until=None)
    game.refresh_from_db()
    return game


def act(client: Client, game: Game, **fields: Any) -> Any:
    page = reverse("admin:games_game_act", args=[game.pk, "give_time"])
    return client.post(page, {"reason": REASON, "hours": "24", **fields})


def give(client: Client, game: Game) -> Any:
    seen = act(client, game, step="preview").context["seen"]
    return act(client, game, step="do", seen=seen)


def find_listed(client: Client, wish: str) -> list[Game]:
    answer = client.get(f"{reverse(LIST)}?clock={wish}")
    return list(answer.context["cl"].result_list)


def test_given_time_moves_the_deadline_and_is_written_down(arbiter: Client, game: Game) -> None:
    before = game.deadline_at
    assert before is not None
    assert give(arbiter, game).status_code == 302
    game.refresh_from_db()
    assert game.deadline_at == before + timedelta(days=1)
    gift, entry = GiftOfTime.objects.get(), AuditEntry.objects.get()
    assert (gift.by_staff, gift.seat, gift.deadline_at) == (True, game.to_move, game.deadline_at)
    assert (entry.act, entry.reason) == ("game.give_time", REASON)
    assert entry.before["deadline_at"] != entry.after["deadline_at"]


def test_given_time_makes_no_move_and_no_mail(arbiter: Client, game: Game) -> None:
    Notice.objects.all().delete()
    give(arbiter, game)
    assert Move.objects.filter(game=game).count() == game.version
    assert not Notice.objects.exists()


def test_preview_says_whose_deadline_moves_and_to_when(arbiter: Client, game: Game) -> None:
    assert game.deadline_at is not None
    said = " ".join(act(arbiter, game, step="preview").context["sentences"])
    mover = game.seats.get(index=game.to_move).name
    until = game.deadline_at + timedelta(days=1)
    assert f"{mover}\u2069 has until {until:%Y-%m-%d %H:%M} UTC" in said


def test_preview_that_was_overtaken_by_another_gift_is_shown_anew(
    arbiter: Client, game: Game
) -> None:
    seen = act(arbiter, game, step="preview").context["seen"]
    assert game.deadline_at is not None
    set_clock(game, lost_in=game.deadline_at - clock.now() + HOUR)
    answer = act(arbiter, game, step="do", seen=seen)
    assert answer.context["has_changed"]
    assert not GiftOfTime.objects.exists()


@pytest.mark.parametrize("hours", ["", "1", "-24", "1000000"])
def test_other_amounts_are_not_given(arbiter: Client, game: Game, hours: str) -> None:
    assert "hours" in act(arbiter, game, step="preview", hours=hours).context["form"].errors


@pytest.mark.parametrize("why", ["on hold", "stands still", "computer", "over"])
def test_no_time_is_given_where_no_clock_runs(arbiter: Client, game: Game, why: str) -> None:
    match why:
        case "on hold":
            hold_game(game.pk)
        case "stands still":
            stand_still(game)
        case "computer":
            game = make_game(make_member(), Level.REGULAR)
        case "over":
            Game.objects.filter(pk=game.pk).update(stops_for_vacation=False)
            set_clock(game, lost_in=-HOUR)
            end_due()
    answer = act(arbiter, game, step="do", seen="x")
    assert answer.status_code == 409
    assert "Nothing was changed." in answer.context["refusal"]
    assert "/acts/give_time/" not in read(arbiter, game)


@pytest.mark.parametrize("role", ["support", "operator"])
def test_other_roles_give_no_time(client: Client, game: Game, role: str) -> None:
    client.force_login(make_clerk(role))
    assert act(client, game, step="preview").status_code == 403


def test_page_of_a_game_tells_its_clock(arbiter: Client) -> None:
    terms = TimeControl(Pace.TWO_DAYS, Bank.THREE_DAYS, stops_for_vacation=False)
    game = make_game()
    Game.objects.filter(pk=game.pk).update(bank=terms.bank, stops_for_vacation=False)
    page = strip_tags(read(arbiter, game))
    assert "2 days + 3 days, no vacations" in page


def test_page_of_a_game_whose_clock_stands_still_says_so(arbiter: Client, game: Game) -> None:
    page = read(arbiter, stand_still(game))
    assert re.search(r"Lost at:.*?stands still", page, re.DOTALL)


def test_page_of_a_game_lists_its_gifts_with_who_gave_them(arbiter: Client, game: Game) -> None:
    make_gift(game, seat=0)
    make_gift(game, seat=1, by_staff=True)
    page = read(arbiter, game)
    assert re.findall(r'<td class="field-to_whom">\s*<p>(.*?)</p>', page) == ["Salma", "Karim"]
    assert re.findall(r'<td class="field-from_whom">\s*<p>(.*?)</p>', page) == [
        *("Karim", "the staff"),
    ]


def test_games_are_found_by_their_clocks(arbiter: Client) -> None:
    games = {
        "past": set_clock(make_game(), lost_in=-HOUR),
        "hour": set_clock(make_game(), lost_in=HOUR / 2),
        "day": set_clock(make_game(), lost_in=5 * HOUR),
        "still": stand_still(make_game()),
    }
    make_game(make_member(), Level.REGULAR)
    found = {wish: find_listed(arbiter, wish) for wish in games}
    assert found == {
        **{wish: [game] for wish, game in games.items()},
        "day": [games["day"], games["hour"]],
    }


def test_list_tells_when_a_game_is_lost(arbiter: Client, game: Game) -> None:
    assert isinstance(game.clock, Running)
    stand_still(make_game())
    page = arbiter.get(reverse(LIST)).content.decode()
    told = re.findall(r'<td class="field-lost_at[^"]*">(.*?)</td>', page)
    assert "stands still" in told
    assert len({*told} - {"stands still", "–"}) == 1


def test_time_out_is_told_in_words(arbiter: Client, game: Game) -> None:
    loser = game.seats.get(index=game.to_move).name
    Game.objects.filter(pk=game.pk).update(stops_for_vacation=False)
    set_clock(game, lost_in=-HOUR)
    end_due()
    page = strip_tags(read(arbiter, game))
    assert f"{loser}: ran out of time" in page
    assert str(EndedBy.TIME.label) in page


@pytest.mark.parametrize("name", ["pack", "seed"])
def test_shuffle_stays_hidden_where_the_first_turn_never_came(client: Client, name: str) -> None:
    client.force_login(make_clerk("arbiter"))
    game = set_clock(make_game(), lost_in=-HOUR)
    end_due()
    game.refresh_from_db()
    assert (game.status, game.moves.get().kind) == (GameStatus.ABORTED, MoveKind.TIME)
    row = game.rounds.get()
    page = read(client, row)
    assert getattr(row, name) not in page
    assert "Hidden: the game was called off." in page

"""The staff's desk for games: every list and page of a game with a row of every kind."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from games.models import (
    ComputerError,
    Game,
    Guest,
    Invitation,
    Level,
    Move,
    Notice,
    Round,
    Seat,
    Sweep,
)
from tests.conftest import Build
from tests.desk import is_led_back
from tests.games.desk import MODELS, address, fill, list_pages, read
from tests.games.factories import (
    make_game,
    make_guest,
    make_user,
    play_turns,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(make_user(is_staff=True, is_superuser=True))
    return client


@pytest.fixture(scope="module")
def running_id(building: Build) -> int:
    with building():
        game = play_turns(make_game(make_guest(), Level.STRONG, target=1000), 60)
        fill(game)
        return game.pk


@pytest.fixture
def running(running_id: int) -> Game:
    """Two rounds, the second in the middle, and a row of every kind."""
    return Game.objects.get(pk=running_id)


@pytest.mark.parametrize("model", MODELS)
def test_pages_are_shown(staff: Client, running: Game, model: Any) -> None:
    pages = list_pages(model)
    assert len(pages) > 1
    for page in pages:
        read(staff, page)


@pytest.mark.parametrize("model", MODELS)
def test_history_is_not_written(staff: Client, running: Game, model: Any) -> None:
    row = model.objects.first()
    before = list(model.objects.order_by("pk").values())
    assert staff.post(address(model, "add"), {}).status_code == 403
    assert staff.post(address(model, "change", row.pk), {"floor": "AS"}).status_code == 403
    assert staff.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    action = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    staff.post(address(model, "changelist"), action)
    assert list(model.objects.order_by("pk").values()) == before


@pytest.mark.parametrize("model", MODELS)
def test_people_see_nothing(client: Client, running: Game, model: Any) -> None:
    client.force_login(make_user())
    for page in list_pages(model):
        assert client.get(page).status_code == 302


def test_staff_see_what_they_may(client: Client, running: Game) -> None:
    user = make_user(is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="view_game"))
    client.force_login(user)
    assert client.get(address(Game, "changelist")).status_code == 200
    assert client.get(address(Round, "changelist")).status_code == 403


@pytest.mark.parametrize(
    ("codename", "words"),
    [
        ("view_move", "Moves as a list:"),
        ("view_notice", "Mails:"),
        ("view_invitation", "Came of the invitation:"),
        ("view_computererror", "Computer’s errors:"),
    ],
)
def test_page_of_a_game_shows_what_one_may_see(
    client: Client, running: Game, codename: str, words: str
) -> None:
    user = make_user(is_staff=True)
    client.force_login(user)
    page = address(Game, "change", running.pk)
    for names, shown in ((["view_game"], False), (["view_game", codename], True)):
        user.user_permissions.set(Permission.objects.filter(codename__in=names))
        assert (words in read(client, page)) == shown


def hidden_words(game: Game) -> list[str]:
    row = Round.objects.get(game=game, number=game.round_number)
    return [row.seed, row.pack, row.pack[-60:]]


def test_running_round_hides_seed_and_pack(staff: Client, running: Game) -> None:
    page = read(staff, address(Round, "change", running.rounds.get(number=2).pk))
    assert "Hidden until the round is over." in page
    assert not [word for word in hidden_words(running) if word in page]


def test_finished_round_shows_seed_and_pack(staff: Client, running: Game) -> None:
    row = running.rounds.get(number=1)
    page = read(staff, address(Round, "change", row.pk))
    assert row.seed in page
    assert row.pack in page


@pytest.mark.parametrize(
    ("model", "lookup"),
    [
        (Round, "pack__startswith"),
        (Round, "pack"),
        (Round, "seed__startswith"),
        (Round, "game__rounds__pack__startswith"),
        (Game, "rounds__pack__startswith"),
        (Game, "rounds__seed__contains"),
        (Move, "round__pack__contains"),
        (Move, "game__rounds__seed__startswith"),
        (Seat, "game__rounds__pack__contains"),
        (Guest, "seats__game__rounds__pack__contains"),
        (ComputerError, "game__rounds__pack__contains"),
        (Notice, "game__rounds__pack__contains"),
        (Invitation, "game__rounds__seed__startswith"),
    ],
)
def test_filter_on_hidden_cards_is_refused(
    staff: Client, running: Game, model: Any, lookup: str
) -> None:
    response = staff.get(address(model, "changelist"), {lookup: "7D"})
    assert is_led_back(response)


@pytest.mark.parametrize(
    ("model", "lookup", "value"),
    [
        (Game, "status__regex", "("),
        (Game, "seats__level__regex", "((("),
        (Game, "options__contains", "{"),
        (Game, "against__x", "1"),
        (Game, "public_id__regex", "(a+)+$"),
        (Game, "seats__user__email__startswith", "a"),
        (Move, "at__year", "99999"),
        (Seat, "user__password__startswith", "a"),
        (Sweep, "name__regex", "("),
    ],
)
def test_filter_that_is_none_of_the_lists_is_refused(
    staff: Client, running: Game, model: Any, lookup: str, value: str
) -> None:
    assert is_led_back(staff.get(address(model, "changelist"), {lookup: value}))


@pytest.mark.parametrize(
    ("model", "query"),
    [
        (Game, "created_at__year=9999"),
        (Game, "created_at__year=x"),
        (Game, "seats__guest__id__exact=x"),
        (Move, "game__id__exact=99999999999999999999999"),
        (Guest, "claimed_by__isempty=2"),
        (ComputerError, "at__year=99999"),
    ],
)
def test_broken_value_leads_back_to_the_list(
    staff: Client, running: Game, model: Any, query: str
) -> None:
    answer = staff.get(f"{address(model, 'changelist')}?{query}")
    assert answer.status_code in (200, 302)
    assert answer.status_code == 200 or answer["Location"].endswith("?e=1")


@pytest.mark.parametrize("model", [model for model in MODELS if model is not Sweep])
def test_every_filter_of_a_list_filters(staff: Client, running: Game, model: Any) -> None:
    """Some choice of each filter leaves rows out."""
    page = address(model, "changelist")
    whole = staff.get(page).context["cl"]
    chosen = {spec: [*spec.choices(whole)][1:] for spec in whole.filter_specs}
    assert chosen
    for spec, choices in chosen.items():
        lists = [staff.get(page + choice["query_string"]) for choice in choices]
        counts = [answer.context["cl"].result_count for answer in lists]
        assert min(counts) < whole.result_count, spec.title


@pytest.mark.parametrize(
    "model", [Game, Round, Move, Seat, Guest, Invitation, Notice, ComputerError]
)
def test_search_does_not_look_at_hidden_cards(staff: Client, running: Game, model: Any) -> None:
    row = running.rounds.get(number=2)
    for word in (row.seed, row.pack[:23], row.pack[-23:]):
        page = read(staff, address(model, "changelist") + f"?q={word}")
        assert "0 results" in page


def test_people_are_not_filtered_by_hidden_cards(staff: Client, running: Game) -> None:
    people = reverse("admin:accounts_user_changelist")
    assert is_led_back(staff.get(people, {"seats__game__rounds__pack__startswith": "7D"}))


def test_games_of_a_guest_are_linked(staff: Client, running: Game) -> None:
    page = read(staff, address(Guest, "changelist"))
    (link,) = re.findall(r'href="([^"]*seats__guest__id__exact=\d+)"', page)
    assert running.public_id in read(staff, link)


def test_game_links_to_its_people(staff: Client, running: Game) -> None:
    guest = Guest.objects.get()
    page = read(staff, address(Game, "change", running.pk))
    assert f'href="{address(Guest, "change", guest.pk)}"' in page


def test_page_of_a_game_parts_its_moves_by_rounds(staff: Client, running: Game) -> None:
    page = read(staff, address(Game, "change", running.pk))
    last_of_first = running.moves.filter(round__number=1).count()
    assert '<h3>Round 1</h3><ol start="1">' in page
    assert f'<h3>Round 2</h3><ol start="{last_of_first + 1}">' in page


def test_moments_of_a_game_are_told_as_people_do(staff: Client) -> None:
    game = make_game()
    assert "+00:00" not in read(staff, address(Game, "change", game.pk))

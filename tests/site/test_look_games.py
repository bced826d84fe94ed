"""Home, new game and quick start."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import User
from games.ai import LEVELS
from games.engine.options import CHOICES, PRESETS, make_options
from games.forms import NewGameForm
from games.models import Game, GameStatus, Guest, Player, Seat
from games.presenters.presets import PRESET_LINES
from games.services import start
from games.services.start import start_against_computer

pytestmark = pytest.mark.django_db

# Two of them are for the notes above every page: of a vacation, and of an address that fails.
MOST_QUERIES = 10
ASKED = {
    "who": "computer",
    "level": "strong",
    "preset": "levant",
    "target": "61",
    "other_target": "",
    "first_floor": "4",
    "floor_specials": "bury",
    "capture_choice": "player",
    "last_card_basra": "yes",
}


@pytest.fixture
def salma(client: Client) -> User:
    user = User.objects.create_user("salma@example.org", "tea-and-basra-9", name="Salma")
    client.force_login(user)
    return user


def begin(user: User, count: int = 1) -> list[Game]:
    return [
        start_against_computer(
            Player(user_id=user.pk),
            level="regular",
            preset="basra-2",
            options=make_options("basra-2"),
            target=61,
        )
        for _ in range(count)
    ]


def read(client: Client, name: str = "games:home") -> str:
    return client.get(reverse(name)).content.decode()


def test_home_of_nobody_offers_a_game_at_once(client: Client) -> None:
    page = read(client)

    assert f'action="{reverse("games:quick_start")}"' in page
    assert "No account needed" in page
    assert Guest.objects.count() == 0


def test_quick_start_makes_a_guest_and_leads_to_the_table(client: Client) -> None:
    response = client.post(reverse("games:quick_start"))

    game = Game.objects.get()
    assert response.status_code == 302
    assert response["Location"] == game.get_absolute_url()
    assert Seat.objects.get(game=game, index=0).guest == Guest.objects.get()


def test_quick_start_is_no_link(client: Client) -> None:
    response = client.get(reverse("games:quick_start"))

    assert response["Location"] == reverse("games:home")
    assert Game.objects.count() == 0


def test_home_of_guest_shows_games_and_how_to_keep_them(client: Client) -> None:
    client.post(reverse("games:quick_start"))

    page = read(client)

    assert Guest.objects.get().name in page
    assert reverse("account_signup") in page
    assert Game.objects.get().get_absolute_url() in page


def test_home_of_member_without_games_says_drink_your_tea(client: Client, salma: User) -> None:
    page = read(client)

    assert "Ahlan, Salma" in page
    assert "Drink your tea" in page


def test_home_shows_a_finished_game_with_its_result(client: Client, salma: User) -> None:
    game = begin(salma)[0]
    Game.objects.filter(pk=game.pk).update(
        status=GameStatus.FINISHED,
        to_move=None,
        computer_due_at=None,
        winner=0,
        ended_by="played",
        ended_at=game.created_at,
        total_0=71,
        total_1=40,
    )

    page = read(client)

    assert "Win over the computer" in page
    assert "71–40" in page
    assert reverse("games:rematch", args=[game.public_id]) in page


@pytest.mark.parametrize("games", [1, 15])
def test_home_asks_the_database_little_whatever_the_length(
    client: Client,
    salma: User,
    games: int,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    begin(salma, games)

    with django_assert_max_num_queries(MOST_QUERIES):
        read(client)


def test_home_of_guest_asks_the_database_little(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(3):
        client.post(reverse("games:quick_start"))

    with django_assert_max_num_queries(MOST_QUERIES):
        read(client)


@pytest.mark.parametrize("wish", ["-1", "0", "x", "99999999999999", "²", ""])
def test_home_answers_a_wrong_number_of_finished_games(
    client: Client, salma: User, wish: str
) -> None:
    assert client.get(reverse("games:home"), {"finished": wish}).status_code == 200


def test_home_shows_a_name_as_text(client: Client, salma: User) -> None:
    User.objects.filter(pk=salma.pk).update(name="<i>S</i>")

    assert "<i>S</i>" not in read(client)


def test_new_game_is_the_one_asked_for(client: Client, salma: User) -> None:
    response = client.post(
        reverse("games:new"), {**ASKED, "target": "other", "other_target": "75", "first_floor": "2"}
    )

    game = Game.objects.get()
    assert response["Location"] == game.get_absolute_url()
    assert (game.preset, game.target) == ("levant", 75)
    assert game.rules == make_options("levant", {"first_floor": 2})
    assert Seat.objects.get(game=game, index=1).level == "strong"


@pytest.mark.parametrize(
    "wrong",
    [
        {"level": "grandmaster"},
        {"preset": ""},
        {"target": "9999"},
        {"target": "-61"},
        {"target": "other", "other_target": ""},
        {"target": "other", "other_target": "9"},
        {"target": "other", "other_target": "1001"},
        {"target": "other", "other_target": "9" * 5000},
        {"target": "other", "other_target": "sixty"},
        {"target": "other", "other_target": "1_00"},
        {"first_floor": "3"},
        {"floor_specials": "\x00"},
        {"last_card_basra": "<b>"},
    ],
)
def test_new_game_refuses_what_is_not_offered(
    client: Client, salma: User, wrong: dict[str, Any]
) -> None:
    response = client.post(reverse("games:new"), {**ASKED, **wrong})

    assert response.status_code == 422
    assert "Not quite." in response.content.decode()
    assert Game.objects.count() == 0


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        ({"level": ""}, r'name="level"\s+value="beginner"'),
        ({"preset": "", "first_floor": "3"}, r'name="preset"\s+value="basra-2"'),
        ({"target": "9999"}, r'name="target"\s+value="0"'),
        ({"target": "other", "other_target": "5"}, r'name="other_target"\s+value="5"'),
        ({"first_floor": "3"}, r'name="first_floor"\s+value="4"'),
    ],
)
def test_new_game_leads_to_the_first_field_that_is_wrong(
    client: Client, salma: User, wrong: dict[str, Any], place: str
) -> None:
    page = client.post(reverse("games:new"), {**ASKED, **wrong}).content.decode()

    assert page.count("autofocus") == 1
    assert re.search(place + r"[^>]*autofocus", page)


def test_new_game_without_an_error_takes_no_focus(client: Client) -> None:
    assert "autofocus" not in read(client, "games:new")


def test_bar_names_my_games_to_who_may_have_some(client: Client) -> None:
    assert "My games" not in read(client)
    assert "My games" not in read(client, "games:rules")

    client.post(reverse("games:quick_start"))

    assert 'aria-current="page"' in read(client)
    assert "My games" in read(client, "games:rules")


def test_new_game_keeps_what_was_chosen_when_something_is_wrong(
    client: Client, salma: User
) -> None:
    page = client.post(
        reverse("games:new"), {**ASKED, "target": "other", "other_target": "5"}
    ).content.decode()

    assert 'value="5"' in page
    assert 'id="target-error"' in page


def test_new_game_beyond_the_limit_is_refused_in_words(
    client: Client, salma: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "MOST_RUNNING_OF_MEMBER", 1)
    begin(salma)

    response = client.post(reverse("games:new"), ASKED)

    assert response.status_code == 429
    assert "You have 1 game running." in response.content.decode()
    assert Game.objects.count() == 1


def test_new_game_form_begins_with_a_choice_everywhere() -> None:
    form = NewGameForm({name: field.initial for name, field in NewGameForm().fields.items()})

    assert form.is_valid(), form.errors
    assert form.chosen_target == 121
    assert form.chosen_options == make_options("basra-2")


@pytest.mark.parametrize("name", NewGameForm.OPTION_FIELDS)
def test_form_offers_every_value_that_the_rules_know(name: str) -> None:
    known = [{True: "yes", False: "no"}.get(value, str(value)) for value in CHOICES[name]]
    assert [value for value, _label in NewGameForm().fields[name].choices] == known


def test_form_offers_every_preset_and_level() -> None:
    fields = NewGameForm().fields
    assert {value for value, _label in fields["preset"].choices} == set(PRESETS)
    assert [value for value, _label in fields["level"].choices] == list(LEVELS)


def test_words_of_the_presets_fit_the_engines_figures() -> None:
    """Whoever changes a figure is led to the sentence that tells it."""
    told = {name: str(line) for name, line in PRESET_LINES.items()}
    first = PRESETS["basra-2"]
    points = first.majority_points, first.basra_points, first.komi_basra_points
    assert told["basra-2"] == "Most cards {}, basra {}, jack or komi basra {}.".format(*points)
    assert first.jack_basra_points == first.komi_basra_points
    assert "same points, same play" in told["basra-1"]
    assert PRESETS["basra-1"] == first
    assert "a komi basra is worth 10" in told["basra-v2"]
    assert PRESETS["basra-v2"] == replace(first, komi_basra_points=10)
    assert "no jack basra; a tie carries over" in told["levant"]
    levant = PRESETS["levant"]
    assert (levant.jack_basra, levant.majority_tie, levant.card_points) == (
        False,
        "carry",
        "classic",
    )

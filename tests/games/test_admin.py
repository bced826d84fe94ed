"""The staff's desk for games."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from games.admin.words import tell_pace
from games.models import (
    ComputerError,
    Game,
    Guest,
    Invitation,
    Level,
    MailClass,
    MailStop,
    Move,
    Notice,
    NoticeKind,
    Pace,
    Player,
    Round,
    Seat,
    Sweep,
)
from games.services.abort import abort
from games.services.resign import resign
from games.services.staff import hold_game
from tests.conftest import Build
from tests.desk import is_led_back
from tests.games.factories import (
    exchange_hidden_cards,
    make_game,
    make_guest,
    make_member,
    make_user,
    play_turns,
    rig,
)
from tests.games.queries_sent import count_queries
from tests.games.rows import make_invitation, make_notice

pytestmark = pytest.mark.django_db

MODELS = [Game, Round, Move, Seat, Guest, Invitation, Notice, MailStop, ComputerError, Sweep]


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


def fill(game: Game) -> None:
    ComputerError.objects.create(game=game, version=1, level=Level.STRONG, exception="KeyError")
    Sweep.record("computer-turns")
    invitation = make_invitation(game=game)
    notice = make_notice(NoticeKind.STAFF, game=game, invitation=invitation)
    MailStop.objects.create(user=notice.user, mail_class=MailClass.TURNS)


def address(model: Any, page: str, *arguments: Any) -> str:
    return reverse(f"admin:games_{model._meta.model_name}_{page}", args=arguments)


def list_pages(model: Any) -> list[str]:
    rows = [address(model, "change", row.pk) for row in model.objects.all()[:3]]
    return [address(model, "changelist"), *rows]


def read(client: Client, page: str) -> str:
    response = client.get(page)
    assert response.status_code == 200, page
    text = response.content.decode()
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text)


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


@pytest.mark.parametrize("model", MODELS)
def test_pages_are_the_same_whatever_is_hidden(staff: Client, model: Any) -> None:
    game = play_turns(make_game(make_guest(), Level.STRONG), 2)
    fill(game)
    pages = list_pages(model)
    before = [read(staff, page) for page in pages]
    exchange_hidden_cards(game)
    assert [read(staff, page) for page in pages] == before


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


@pytest.mark.parametrize("model", MODELS)
def test_every_filter_of_a_list_filters(staff: Client, running: Game, model: Any) -> None:
    links = re.findall(r'href="(\?[^"]+)"', read(staff, address(model, "changelist")))
    for link in links:
        read(staff, address(model, "changelist") + link.replace("&amp;", "&"))


@pytest.mark.parametrize("model", [Game, Seat])
def test_part_of_an_address_finds_nobody(staff: Client, model: Any) -> None:
    user = make_user(email="somebody@example.com")
    Seat.objects.filter(game=make_game(), index=0).update(user=user)
    assert "0 results" in read(staff, address(model, "changelist") + "?q=somebody@exa")
    assert "1 result" in read(staff, address(model, "changelist") + "?q=somebody@example.com")


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


@pytest.mark.parametrize("query", ["public_id", "name", "email"])
def test_game_is_found(staff: Client, query: str) -> None:
    user = make_user()
    game = make_game(make_member(), Level.REGULAR)
    Seat.objects.filter(game=game, index=0).update(user=user)
    other = make_game()
    words = {"public_id": game.public_id, "name": user.name, "email": user.email}
    page = read(staff, address(Game, "changelist") + f"?q={words[query]}")
    assert f">{game.public_id}</a>" in page
    assert f">{other.public_id}</a>" not in page


def test_games_of_a_guest_are_linked(staff: Client, running: Game) -> None:
    page = read(staff, address(Guest, "changelist"))
    (link,) = re.findall(r'href="([^"]*seats__guest__id__exact=\d+)"', page)
    assert running.public_id in read(staff, link)


def test_game_links_to_its_people(staff: Client, running: Game) -> None:
    guest = Guest.objects.get()
    page = read(staff, address(Game, "change", running.pk))
    assert f'href="{address(Guest, "change", guest.pk)}"' in page


def test_moves_are_told_in_words(staff: Client) -> None:
    game = rig(make_game(make_guest(), Level.STRONG), floor="AC 7S KD 8H", lead="8S", dealer=1)
    play_turns(game, 1)
    game.refresh_from_db()
    resign(game_id=game.pk, seat=0, version=game.version)
    name = Guest.objects.get().name
    page = read(staff, address(Game, "change", game.pk))
    said = re.findall(r"<li>(.*?)</li>", page, re.DOTALL)
    play = next(line for line in said if " takes " in line)
    assert re.findall(r"suit-\w", play) == ["suit-S", "suit-S", "suit-H", "suit-C"]
    assert strip_tags(play) == f"{name}: 8 of spades takes 7 of spades 8 of hearts ace of clubs"
    assert f"{name}: resigned" in said


def test_moves_in_their_list_have_cards_with_names(staff: Client) -> None:
    game = rig(make_game(), floor="AC 7S KD 8H", lead="8S", dealer=1)
    play_turns(game, 1)
    page = read(staff, address(Move, "changelist"))
    drawn = re.findall(r'<td class="field-took_drawn">(.*?)</td>', page)
    assert strip_tags(drawn[0]) == "7 of spades 8 of hearts ace of clubs"


def test_page_of_a_game_is_headed_by_who_plays(staff: Client) -> None:
    seats = [Player(user_id=make_user(name=name).pk) for name in ("Salma", "Karim")]
    page = read(staff, address(Game, "change", make_game(*seats).pk))
    assert "<h1>\u2068Salma\u2069 – \u2068Karim\u2069</h1>" in page


def test_list_of_games_tells_state_and_pace_in_few_words(staff: Client) -> None:
    games = {state: make_game() for state in ("running", "on hold", "called off")}
    hold_game(games["on hold"].pk)
    abort(game_id=games["called off"].pk, seat=0, version=0)
    page = read(staff, address(Game, "changelist"))
    told = re.findall(r'<td class="field-state">(.*?)</td>', page)
    assert sorted(told) == sorted(games)
    assert set(re.findall(r'<td class="field-pace_in_words">(.*?)</td>', page)) == {"2 days"}


@pytest.mark.parametrize(
    ("pace", "words"), [(None, "–"), (Pace.HALF_DAY, "12 hours"), (Pace.DAY, "1 day")]
)
def test_pace_is_told_in_two_words(pace: int | None, words: str) -> None:
    assert tell_pace(pace) == words


def test_names_are_escaped(staff: Client) -> None:
    game = make_game()
    user = Seat.objects.filter(game=game)[0].user
    assert user is not None
    type(user).objects.filter(pk=user.pk).update(name="<b>x</b>")
    play_turns(game, 2)
    for page in (address(Game, "changelist"), address(Game, "change", game.pk)):
        assert "<b>x</b>" not in read(staff, page)


@pytest.mark.parametrize("model", MODELS)
def test_lists_send_as_many_queries_for_one_as_for_many(staff: Client, model: Any) -> None:
    def grow(games: int) -> None:
        for _ in range(games):
            fill(play_turns(make_game(make_guest(), Level.STRONG), 1))

    grow(2)
    counts = []
    for _ in range(2):
        read(staff, address(model, "changelist"))
        with count_queries() as sent:
            read(staff, address(model, "changelist"))
        counts.append(len(sent))
        grow(8)
    assert counts[0] == counts[1]
    assert counts[0] <= 9


def test_page_of_a_game_sends_as_many_queries_for_few_moves_as_for_many(staff: Client) -> None:
    game = make_game(make_member(), make_guest(), target=1000)
    counts = []
    for turns in (2, 100):
        play_turns(game, turns)
        read(staff, address(Game, "change", game.pk))
        with count_queries() as sent:
            read(staff, address(Game, "change", game.pk))
        counts.append(len(sent))
    assert counts[0] == counts[1]


def test_page_of_a_game_names_players_instead_of_seats(staff: Client) -> None:
    first, second = make_user(name="Salma"), make_user(name="Karim")
    game = rig(make_game(Player(user_id=first.pk), Player(user_id=second.pk)), dealer=1)
    page = " ".join(read(staff, address(Game, "change", game.pk)).split())
    assert re.search(r'field-who_moves.{1,200}"readonly">Salma<', page)
    assert re.search(r'field-who_deals">\s*<p>Karim<', page)


def test_page_of_a_game_lists_its_options_in_words(staff: Client) -> None:
    game = make_game(preset="levant", last_card_basra=False)
    page = read(staff, address(Game, "change", game.pk))
    for words in (
        "Most cards: 30",
        "Jack on a lone jack is a basra: no",
        "The last card of a round: Is never a basra",
        "The first floor: Four cards",
    ):
        assert words in page
    assert "first_floor" not in page


def test_page_of_a_game_parts_its_moves_by_rounds(staff: Client, running: Game) -> None:
    page = read(staff, address(Game, "change", running.pk))
    last_of_first = running.moves.filter(round__number=1).count()
    assert '<h3>Round 1</h3><ol start="1">' in page
    assert f'<h3>Round 2</h3><ol start="{last_of_first + 1}">' in page


def test_desk_bears_the_name_of_the_site(staff: Client) -> None:
    page = read(staff, reverse("admin:index"))
    assert "Django administration" not in page
    assert "Basra" in page


@pytest.mark.parametrize("over", [False, True])
def test_table_is_drawn_without_a_hand(staff: Client, over: bool) -> None:
    game = rig(make_game(), floor="AC 7S KD 8H", lead="8S 2D 3D 4D", dealt="QC QD QH KC")
    if over:
        resign(game_id=game.pk, seat=0, version=0)
    page = read(staff, address(Game, "change", game.pk))
    drawn = page[page.index('<div class="desk-table">') : page.index("field-status")]
    assert re.findall(r"cards\.svg#(\w\w)", drawn) == ["AC", "7S", "KD", "8H"]
    assert "4 cards in hand" in drawn


def test_seed_of_a_game_that_was_called_off_stays_hidden(staff: Client) -> None:
    game = make_game()
    abort(game_id=game.pk, seat=0, version=0)
    row = game.rounds.get()
    page = read(staff, address(Round, "change", row.pk))
    assert row.seed not in page
    assert row.pack not in page
    assert "Hidden: the game was called off." in page

"""Seats in the lobby: offered by members, taken by the first member who sits down."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from games import clock, queries
from games.models import (
    Bank,
    Game,
    Guest,
    Invitation,
    InvitationKind,
    Move,
    MoveKind,
    Notice,
    NoticeKind,
    Pace,
    Player,
    TimeControl,
    usual_time,
)
from games.services import invitation_limits
from games.services.abort import abort
from games.services.answers import accept, decline, withdraw
from games.services.blocks import block, unblock
from games.services.errors import (
    InvitationEnded,
    InviterGone,
    MembersOnly,
    NotInvited,
    OwnInvitation,
    TooManyGames,
    TooManySeats,
    TooManyUnplayed,
)
from games.services.invitations import SEAT_LIFETIME
from tests.games.factories import make_game, make_game_against_computer, make_guest, play_any
from tests.games.invited import key_of, make_link, make_seat
from tests.games.letters import make_reader
from tests.games.visitors import client_of

pytestmark = pytest.mark.django_db

LOBBY = "/lobby/"


@pytest.fixture
def karim() -> Player:
    return make_reader(name="Karim")


@pytest.fixture
def salma() -> Player:
    return make_reader(name="Salma")


def read(client: Client, path: str = LOBBY) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def act(client: Client, what: str, seat: Invitation) -> Any:
    return client.post(f"{seat.get_absolute_url()}{what}/")


def tokens_in(page: str) -> set[str]:
    """Of the seats that the page lists."""
    return set(re.findall(r"/invitations/(\w+)/\"", page))


# --- offering and taking -----------------------------------------------------------------------


def test_seat_is_open_for_seven_days(karim: Player) -> None:
    seat = make_seat(karim)
    assert seat.expires_at - seat.created_at == SEAT_LIFETIME == timedelta(days=7)
    assert (seat.kind, seat.invitee) == (InvitationKind.OPEN, None)
    assert not Notice.objects.exists()


def test_seat_keeps_its_conditions(karim: Player, salma: Player) -> None:
    time = TimeControl(Pace.THREE_DAYS, Bank.DAY, stops_for_vacation=False)
    game = accept(make_seat(karim, time=time, target=151).token, salma)
    assert (game.time_control, game.target, game.preset) == (time, 151, "levant")


def test_who_offers_hears_of_it(karim: Player, salma: Player) -> None:
    accept(make_seat(karim).token, salma)
    notice = Notice.objects.get(kind=NoticeKind.ACCEPTED)
    assert notice.user_id == karim.user_id


def test_second_who_sits_down_finds_it_taken(karim: Player, salma: Player) -> None:
    seat = make_seat(karim)
    accept(seat.token, salma)
    with pytest.raises(InvitationEnded):
        accept(seat.token, make_reader())


def test_nobody_sits_down_opposite_oneself(karim: Player) -> None:
    with pytest.raises(OwnInvitation):
        accept(make_seat(karim).token, karim)


def test_guest_sits_down_nowhere(karim: Player) -> None:
    with pytest.raises(MembersOnly):
        accept(make_seat(karim).token, make_guest())


def test_nobody_declines_a_seat(karim: Player, salma: Player) -> None:
    with pytest.raises(NotInvited):
        decline(make_seat(karim).token, salma)


@pytest.mark.parametrize(
    ("end", "head"),
    [
        ("accept", "This seat is taken"),
        ("withdraw", "This seat was withdrawn"),
        ("expire", "This seat is no longer free"),
    ],
)
def test_seat_that_is_over_is_free_nowhere_on_its_page(
    karim: Player, salma: Player, end: str, head: str
) -> None:
    seat = make_seat(karim)
    if end == "accept":
        accept(seat.token, salma)
    elif end == "withdraw":
        withdraw(seat.token, karim)
    else:
        Invitation.objects.update(expires_at=clock.now())
    page = read(client_of(make_reader()), seat.get_absolute_url())
    assert head in page
    assert "Karim\u2069 had a seat free" in page
    assert "has a seat free" not in page


def test_who_sat_down_is_not_told_of_a_free_seat(karim: Player, salma: Player) -> None:
    seat = make_seat(karim)
    accept(seat.token, salma)
    page = read(client_of(salma), seat.get_absolute_url())
    assert "This seat was taken" in page
    assert "has a seat free" not in page


def test_five_seats_at_a_time(karim: Player) -> None:
    seats = [make_seat(karim) for _ in range(5)]
    with pytest.raises(TooManySeats):
        make_seat(karim)
    make_link(karim)
    withdraw(seats[0].token, karim)
    make_seat(karim)


@pytest.mark.parametrize("by_whom", ["by the one", "by the other"])
def test_blocked_find_no_seat_whatever_came_first(
    karim: Player, salma: Player, by_whom: str
) -> None:
    seat = make_seat(karim)
    pair = (karim, salma) if by_whom == "by the one" else (salma, karim)
    block(*map(key_of, pair))
    assert queries.get_lobby(salma).seats == ()
    assert "It is no longer open." in read(client_of(salma), seat.get_absolute_url())
    with pytest.raises(InviterGone):
        accept(seat.token, salma)
    unblock(*map(key_of, pair))
    assert queries.get_lobby(salma).seats == (seat,)


# --- the page of all seats ---------------------------------------------------------------------


def test_lobby_lists_what_can_be_taken(karim: Player, salma: Player) -> None:
    seat, own, withdrawn, late = (
        make_seat(karim),
        make_seat(salma),
        make_seat(karim),
        make_seat(karim),
    )
    withdraw(withdrawn.token, karim)
    Invitation.objects.filter(pk=late.pk).update(expires_at=clock.now())
    lobby = queries.get_lobby(salma)
    assert (lobby.seats, lobby.own) == ((seat,), (own,))


def test_lobby_leaves_out_who_cannot_play(karim: Player, salma: Player) -> None:
    make_seat(karim)
    get_user_model().objects.filter(pk=karim.user_id).update(is_active=False)
    assert queries.get_lobby(salma).seats == ()


def test_lobby_shows_who_offers_what(karim: Player, salma: Player) -> None:
    make_seat(karim, time=TimeControl(Pace.DAY, Bank.THREE_DAYS, stops_for_vacation=False))
    page = read(client_of(salma))
    assert "Karim" in page
    assert "Levant, to 61, 1 day a turn, a bank of 3 days, no vacations" in page


def test_lobby_is_narrowed_by_pace_and_rules(karim: Player, salma: Player) -> None:
    slow = make_seat(karim, time=usual_time(Pace.WEEK))
    quick = make_seat(karim, preset="basra-2")
    client = client_of(salma)
    assert tokens_in(read(client, f"{LOBBY}?pace=168")) == {slow.token}
    assert tokens_in(read(client, f"{LOBBY}?rules=basra-2")) == {quick.token}
    assert tokens_in(read(client, f"{LOBBY}?pace=168&rules=basra-2")) == set()


@pytest.mark.parametrize("wish", ["pace=5", "pace=x", "rules=poker"])
def test_wish_that_nobody_knows_is_none(karim: Player, salma: Player, wish: str) -> None:
    seat = make_seat(karim)
    assert tokens_in(read(client_of(salma), f"{LOBBY}?{wish}")) == {seat.token}


def test_filters_come_with_many_seats(karim: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    client = client_of(make_reader())
    make_seat(karim)
    assert "Any pace" not in read(client)
    monkeypatch.setattr("games.views.lobby.MANY", 1)
    assert "Any pace" in read(client)


def test_empty_lobby_offers_one_act(salma: Player) -> None:
    page = read(client_of(salma))
    assert "No seat is open just now" in page
    assert page.count("btn--brass") == 1
    assert "/new/?who=open" in page


def test_own_seats_can_be_withdrawn_from_the_lobby(karim: Player) -> None:
    seat = make_seat(karim)
    client = client_of(karim)
    assert f"{seat.get_absolute_url()}withdraw/" in read(client)
    answer = act(client, "withdraw", seat)
    assert answer["Location"] == LOBBY
    assert tokens_in(read(client)) == set()


def test_strangers_see_seats_and_why_they_cannot_sit_down(karim: Player, client: Client) -> None:
    make_seat(karim)
    page = read(client)
    assert "Karim" in page
    assert "Seats are for members" in page
    assert "Sit down" not in page


def test_lobby_with_too_many_seats_says_so(
    karim: Player, salma: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.queries.lobby.MOST_SEATS", 1)
    make_seat(karim)
    newest = make_seat(karim)
    page = read(client_of(salma))
    assert tokens_in(page) == {newest.token}
    assert "These are the newest." in page


# --- the page of one seat ----------------------------------------------------------------------


def test_member_sits_down_from_the_lobby(karim: Player, salma: Player) -> None:
    answer = act(client_of(salma), "accept", make_seat(karim))
    assert answer["Location"] == Game.objects.get().get_absolute_url()


def test_late_comer_is_told_and_led_to_the_others(karim: Player, salma: Player) -> None:
    seat = make_seat(karim)
    accept(seat.token, salma)
    answer = act(client_of(make_reader()), "accept", seat)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Somebody else was quicker" in page
    assert f'href="{LOBBY}"' in page
    assert Game.objects.count() == 1


def test_seat_offers_a_stranger_to_join(karim: Player, client: Client) -> None:
    seat = make_seat(karim)
    page = read(client, seat.get_absolute_url())
    assert "Join to sit down" in page
    assert f'name="next" value="{seat.get_absolute_url()}"' in page
    assert "guest" not in page.split("<main")[1].split("</main")[0].lower()


@pytest.mark.parametrize("as_guest", [True, False])
def test_who_has_no_account_is_led_to_sign_in(karim: Player, as_guest: bool) -> None:
    client = client_of(make_guest()) if as_guest else Client()
    guests = Guest.objects.count()
    answer = act(client, "accept", make_seat(karim))
    assert answer["Location"].startswith("/accounts/login/?next=/invitations/")
    assert (Guest.objects.count(), Game.objects.count()) == (guests, 0)


def test_seat_says_until_when_it_waits(karim: Player) -> None:
    page = read(client_of(karim), make_seat(karim).get_absolute_url())
    assert "It waits in the lobby" in page
    assert "It is good until" in page
    assert "Withdraw it" in page


def test_seat_that_ran_out_names_its_own_lifetime(karim: Player, salma: Player) -> None:
    seat = make_seat(karim)
    Invitation.objects.update(expires_at=clock.now())
    page = read(client_of(salma), seat.get_absolute_url())
    assert "It was good for 7 days" in page


def test_own_seat_stands_under_my_games(karim: Player) -> None:
    make_seat(karim)
    assert "A seat in the lobby" in read(client_of(karim), "/")


# --- the form ----------------------------------------------------------------------------------

ASKED = {
    "who": "open",
    "preset": "levant",
    "target": "0",
    "pace": "24",
    "bank": "72",
    "first_floor": "4",
    "floor_specials": "bury",
    "capture_choice": "player",
    "last_card_basra": "yes",
}


@pytest.mark.parametrize(
    ("pace", "wish", "stops"),
    [
        ("24", "usual", False),
        ("24", "", False),
        ("48", "usual", True),
        ("24", "stop", True),
        ("48", "run", False),
    ],
)
def test_form_offers_a_seat_with_bank_and_vacations(
    karim: Player, pace: str, wish: str, stops: bool
) -> None:
    answer = client_of(karim).post("/new/", {**ASKED, "pace": pace, "vacations": wish})
    made = Invitation.objects.get()
    assert answer["Location"] == made.get_absolute_url()
    assert made.kind == InvitationKind.OPEN
    assert made.time_control == TimeControl(Pace(int(pace)), Bank.THREE_DAYS, stops)


@pytest.mark.parametrize("wrong", [{"bank": "5"}, {"vacations": "never"}])
def test_form_refuses_time_that_is_not_offered(karim: Player, wrong: dict[str, str]) -> None:
    assert client_of(karim).post("/new/", {**ASKED, **wrong}).status_code == 422
    assert not Invitation.objects.exists()


def test_form_without_a_bank_means_none(karim: Player) -> None:
    fields = {name: value for name, value in ASKED.items() if name != "bank"}
    client_of(karim).post("/new/", fields)
    assert Invitation.objects.get().bank == Bank.NONE


def test_lobby_leads_to_the_form_with_its_door_chosen(karim: Player) -> None:
    page = read(client_of(karim), "/new/?who=open")
    assert page.index('value="open"') < page.index("checked", page.index('value="open"'))


def test_too_many_seats_are_refused_in_words(
    karim: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitation_limits, "MOST_SEATS", 1)
    make_seat(karim)
    answer = client_of(karim).post("/new/", ASKED)
    assert answer.status_code == 429
    assert "1 seat of yours is open." in answer.content.decode()


def test_who_has_no_account_offers_no_seat(client: Client) -> None:
    assert client.post("/new/", ASKED).status_code == 422
    assert not Invitation.objects.exists()


# --- who takes and does not play -----------------------------------------------------------------


def take(player: Player, count: int) -> list[Game]:
    seats = [make_seat(inviter) for inviter in (make_reader() for _ in range(count))]
    return [accept(seat.token, player) for seat in seats]


def test_nobody_empties_the_lobby(karim: Player, salma: Player) -> None:
    take(salma, 10)
    with pytest.raises(TooManyUnplayed) as refusal:
        take(salma, 1)
    assert refusal.value.limit == 10
    assert accept(make_seat(karim).token, make_reader())


def test_who_plays_in_a_seat_takes_another(salma: Player) -> None:
    game = take(salma, 10)[0]
    while not Move.objects.filter(game=game, seat=1, kind=MoveKind.PLAY).exists():
        play_any(game)
    assert take(salma, 1)
    with pytest.raises(TooManyUnplayed):
        take(salma, 1)


def test_seats_in_games_that_were_called_off_count_for_a_week(salma: Player) -> None:
    games = take(salma, 10)
    for game in games:
        abort(game_id=game.pk, seat=1, version=game.version)
    soon, later = (clock.now() + timedelta(days=7, seconds=by) for by in (-60, 60))
    with clock.stopped_at(soon), pytest.raises(TooManyUnplayed):
        take(salma, 1)
    with clock.stopped_at(later):
        assert take(salma, 1)


def test_links_are_taken_all_the_same(karim: Player, salma: Player) -> None:
    take(salma, 10)
    assert accept(make_link(karim).token, salma)


def test_page_of_a_seat_says_what_to_do_first(karim: Player, salma: Player) -> None:
    take(salma, 10)
    seat = make_seat(karim)
    answer = client_of(salma).post(f"{seat.get_absolute_url()}accept/", follow=True)
    assert "You took 10 seats this week and have not played there." in answer.content.decode()
    seat.refresh_from_db()
    assert seat.state == "open"


def test_hundred_games_with_people_are_enough(
    karim: Player, salma: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert invitation_limits.MOST_RUNNING == 100
    monkeypatch.setattr(invitation_limits, "MOST_RUNNING", 2)
    seat, link = make_seat(karim), make_link(karim)
    make_game_against_computer(salma)
    make_game(salma, make_reader())
    accept(seat.token, salma)
    with pytest.raises(TooManyGames):
        accept(link.token, salma)
    with pytest.raises(TooManyGames):
        make_seat(salma)
    page = act(client_of(salma), "accept", link)
    link.refresh_from_db()
    assert (page.status_code, link.state) == (302, "open")

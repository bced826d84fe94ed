"""Guests without games are erased after a while; their browsers do not know."""

from typing import Any

import pytest
from django.core import mail
from django.test import Client

from games.models import Game, Guest, Invitation, InvitationState, Player
from games.services.answers import accept, decline, withdraw
from games.services.errors import NotInvited, PlayerGone
from games.services.rematch import offer_rematch
from games.services.resign import resign
from tests.games.factories import make_game, make_guest, make_member
from tests.games.invited import make_link, make_named
from tests.games.visitors import client_of

pytestmark = pytest.mark.django_db

ERASED = Player(guest_id=10**6)


@pytest.fixture
def browser() -> Client:
    return client_of(ERASED)


@pytest.fixture
def over() -> Game:
    game = make_game(make_member(), make_guest())
    resign(game_id=game.pk, seat=0, version=0)
    return game


@pytest.fixture
def offers(over: Game) -> dict[str, Invitation]:
    rematch = offer_rematch(game_id=over.pk, seat=0)
    assert isinstance(rematch, Invitation)
    return {
        "link": make_link(make_member()),
        "named": make_named(make_member(), make_member()),
        "rematch": rematch,
    }


@pytest.mark.parametrize("kind", ["link", "named", "rematch"])
@pytest.mark.parametrize("act", [decline, withdraw])
def test_answer_to_an_offer_is_refused(offers: dict[str, Invitation], kind: str, act: Any) -> None:
    with pytest.raises(NotInvited):
        act(offers[kind].token, ERASED)


def test_accepting_by_the_service_is_refused(offers: dict[str, Invitation]) -> None:
    with pytest.raises(NotInvited):
        accept(offers["link"].token, ERASED)


@pytest.mark.parametrize("kind", ["link", "named", "rematch"])
@pytest.mark.parametrize("what", ["decline", "withdraw"])
def test_page_of_what_one_cannot_answer_is_not_there(
    browser: Client, offers: dict[str, Invitation], kind: str, what: str
) -> None:
    assert browser.post(f"/invitations/{offers[kind].token}/{what}/").status_code == 404
    assert set(Invitation.objects.values_list("state", flat=True)) == {InvitationState.OPEN}


def test_link_seats_the_browser_as_a_new_guest(
    browser: Client, offers: dict[str, Invitation]
) -> None:
    answer = browser.post(f"/invitations/{offers['link'].token}/accept/")
    game = Game.objects.get(invitation=offers["link"])
    assert answer["Location"] == game.get_absolute_url()
    assert browser.get(game.get_absolute_url()).status_code == 200


@pytest.mark.parametrize("path", ["/", "/new/", "/leaderboard/", "/rules/"])
def test_page_for_everybody_opens(browser: Client, path: str) -> None:
    assert browser.get(path).status_code == 200


@pytest.mark.parametrize("rest", ["", "moves/", "moves/1/", "record.json", "rounds/1/"])
def test_finished_game_shows_what_it_shows_to_strangers(
    browser: Client, over: Game, rest: str
) -> None:
    path = f"/games/{over.public_id}/{rest}"
    assert browser.get(path).status_code == Client().get(path).status_code


@pytest.mark.parametrize("act", ["play", "resign", "abort", "rematch", "privacy"])
def test_game_of_others_is_not_there_for_acts(browser: Client, over: Game, act: str) -> None:
    running = make_game()
    for game in (over, running):
        assert browser.post(f"/games/{game.public_id}/{act}/").status_code == 404


@pytest.mark.parametrize("path", ["/mail/address/", "/mail/address/remove/"])
def test_address_of_nobody_is_not_asked_for(browser: Client, path: str) -> None:
    assert browser.post(path, {"address": "guest@example.com"}).status_code == 404
    assert not mail.outbox


def test_game_against_the_computer_is_begun_as_a_new_guest(browser: Client) -> None:
    answer = browser.post("/play/")
    assert browser.get(answer["Location"]).status_code == 200
    assert Guest.objects.count() == 1


def test_guest_erased_at_that_moment_begins_nothing() -> None:
    with pytest.raises(PlayerGone):
        make_game(make_member(), ERASED)

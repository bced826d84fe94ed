"""People who want nothing of each other: neither is asked, and nobody is told."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from accounts.closing import close_account
from games import queries
from games.models import Block, Game, Invitation, InvitationState, Player
from games.services.answers import accept
from games.services.blocks import block, unblock
from games.services.errors import HasBlocked, InviterGone, NotToBeAsked
from games.services.rematch import offer_rematch
from games.services.resign import resign
from tests.games.factories import make_game, make_guest, make_user, play_any
from tests.games.invited import key_of, make_link, make_named
from tests.games.letters import make_reader
from tests.games.visitors import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def karim() -> Player:
    return make_reader(name="Karim")


@pytest.fixture
def salma() -> Player:
    return make_reader(name="Salma")


def keep_away(one: Player, other: Player) -> None:
    block(key_of(one), key_of(other))


def state_of(invitation: Invitation) -> str:
    invitation.refresh_from_db()
    return invitation.state


def page_of_member(reader: Player | None, member: Player) -> str:
    client = client_of(reader) if reader else Client()
    return client.get(f"/people/{public_id_of(member)}/").content.decode()


def public_id_of(player: Player) -> str:
    return str(get_user_model().objects.get(pk=player.user_id).public_id)


def over(*seats: Player) -> Game:
    game = make_game(*seats)
    resign(game_id=game.pk, seat=0, version=0)
    return game


# --- offers ------------------------------------------------------------------------------------


def test_who_has_blocked_is_told_so_when_inviting(karim: Player, salma: Player) -> None:
    keep_away(karim, salma)
    with pytest.raises(HasBlocked):
        make_named(karim, salma)


def test_who_is_blocked_is_refused(karim: Player, salma: Player) -> None:
    keep_away(salma, karim)
    with pytest.raises(NotToBeAsked):
        make_named(karim, salma)


@pytest.mark.parametrize("side", [0, 1])
def test_no_rematch_between_them(karim: Player, salma: Player, side: Any) -> None:
    game = over(karim, salma)
    keep_away(karim, salma)
    with pytest.raises((HasBlocked, NotToBeAsked)):
        offer_rematch(game_id=game.pk, seat=side)


def test_offers_between_them_end(karim: Player, salma: Player) -> None:
    sent, received = make_named(karim, salma), make_named(salma, karim)
    keep_away(karim, salma)
    assert state_of(sent) == InvitationState.WITHDRAWN
    assert state_of(received) == InvitationState.DECLINED


def test_offers_of_others_stay(karim: Player, salma: Player) -> None:
    link, named = make_link(salma), make_named(make_reader(), karim)
    keep_away(karim, salma)
    assert (state_of(link), state_of(named)) == (InvitationState.OPEN, InvitationState.OPEN)


@pytest.mark.parametrize("who_blocks", ["maker", "holder"])
def test_link_is_no_longer_open_to_them(karim: Player, salma: Player, who_blocks: str) -> None:
    link = make_link(karim)
    keep_away(*((karim, salma) if who_blocks == "maker" else (salma, karim)))
    client = client_of(salma)
    page = client.get(link.get_absolute_url()).content.decode()
    assert "It is no longer open." in page
    assert "Karim" not in page
    answer = client.post(f"{link.get_absolute_url()}accept/")
    assert (answer.status_code, Game.objects.count()) == (409, 0)
    assert client.post(f"{link.get_absolute_url()}decline/").status_code == 409
    assert state_of(link) == InvitationState.OPEN


def test_what_was_offered_before_is_refused_under_the_lock(karim: Player, salma: Player) -> None:
    offer = make_named(karim, salma)
    Block.objects.create(blocker_id=salma.user_id, blocked_id=karim.user_id)
    assert queries.list_invitations_of(salma).received == ()
    with pytest.raises(InviterGone):
        accept(offer.token, salma)


def test_running_games_go_on(karim: Player, salma: Player) -> None:
    game = make_game(karim, salma)
    keep_away(karim, salma)
    play_any(game)
    game.refresh_from_db()
    assert game.is_running
    assert game.version == 1


def test_unblocked_they_can_play_again(karim: Player, salma: Player) -> None:
    keep_away(karim, salma)
    unblock(key_of(karim), key_of(salma))
    assert accept(make_named(karim, salma).token, salma).is_running


def test_blocked_twice_is_as_once(karim: Player, salma: Player) -> None:
    for _ in range(2):
        keep_away(karim, salma)
    assert Block.objects.count() == 1


def test_both_can_block_and_each_unblocks_for_oneself(karim: Player, salma: Player) -> None:
    keep_away(karim, salma)
    keep_away(salma, karim)
    unblock(key_of(karim), key_of(salma))
    assert queries.are_apart(karim, salma)


def test_nobody_blocks_oneself(karim: Player) -> None:
    with pytest.raises(ValueError, match="oneself"):
        keep_away(karim, karim)


# --- pages -------------------------------------------------------------------------------------


def test_profile_asks_before_it_blocks(karim: Player, salma: Player) -> None:
    client, path = client_of(karim), f"/people/{public_id_of(salma)}/block/"
    assert path in page_of_member(karim, salma)
    asked = client.get(path).content.decode()
    assert "Salma\u2069 is not told" in asked
    assert not Block.objects.exists()
    answer = client.post(path, follow=True)
    assert "You have blocked" in answer.content.decode()
    assert Block.objects.get().blocked_id == salma.user_id


def test_profile_takes_it_back(karim: Player, salma: Player) -> None:
    keep_away(karim, salma)
    path = f"/people/{public_id_of(salma)}/unblock/"
    assert path in page_of_member(karim, salma)
    client_of(karim).post(path)
    assert not Block.objects.exists()


def test_looking_unblocks_nobody(karim: Player, salma: Player) -> None:
    keep_away(karim, salma)
    client_of(karim).get(f"/people/{public_id_of(salma)}/unblock/")
    assert Block.objects.exists()


def test_profile_of_who_has_blocked_says_nothing(karim: Player, salma: Player) -> None:
    keep_away(salma, karim)
    page = page_of_member(karim, salma)
    assert "You have blocked" not in page
    assert "Invite to a game" not in page
    assert f"/people/{public_id_of(salma)}/block/" in page


@pytest.mark.parametrize("reader", ["nobody", "guest", "own"])
def test_no_block_is_offered_to(karim: Player, reader: str) -> None:
    readers = {"nobody": None, "guest": make_guest(), "own": karim}
    assert "/block/" not in page_of_member(readers[reader], karim)


@pytest.mark.parametrize("who", ["own", "closed", "nobody"])
def test_who_cannot_be_blocked_is_not_there(karim: Player, who: str) -> None:
    closed = make_user()
    close_account(closed)
    ids = {"own": public_id_of(karim), "closed": closed.public_id, "nobody": "nobody"}
    assert client_of(karim).post(f"/people/{ids[who]}/block/").status_code == 404
    assert not Block.objects.exists()


def test_settings_list_who_is_blocked(karim: Player, salma: Player) -> None:
    client = client_of(karim)
    assert "Blocked" not in client.get("/accounts/settings/").content.decode()
    keep_away(karim, salma)
    page = client.get("/accounts/settings/").content.decode()
    assert "Salma" in page
    assert f"/people/{public_id_of(salma)}/unblock/" in page


def test_settings_tell_nobody_who_blocks_them(karim: Player, salma: Player) -> None:
    keep_away(salma, karim)
    assert "Salma" not in client_of(karim).get("/accounts/settings/").content.decode()


@pytest.mark.parametrize(
    ("blocks", "words"),
    [("yours", "You have blocked them."), ("theirs", "They take no invitation just now.")],
)
def test_form_refuses_in_words_beside_the_name(
    karim: Player, salma: Player, blocks: str, words: str
) -> None:
    keep_away(*((karim, salma) if blocks == "yours" else (salma, karim)))
    fields = {
        "who": "name",
        "name": "Salma",
        "preset": "basra-2",
        "target": "61",
        "pace": "48",
        "first_floor": "4",
        "floor_specials": "bury",
        "capture_choice": "player",
        "last_card_basra": "yes",
    }
    answer = client_of(karim).post("/new/", fields)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert words in page[page.index('id="name-error"') :]


@pytest.mark.parametrize("reader", [0, 1])
def test_result_offers_no_rematch(karim: Player, salma: Player, reader: int) -> None:
    game = over(karim, salma)
    keep_away(karim, salma)
    page = client_of((karim, salma)[reader]).get(game.get_absolute_url()).content.decode()
    assert "Offer a rematch" not in page
    assert "is not here to be asked." in page


def test_rematch_is_refused_in_words_that_tell_nothing(karim: Player, salma: Player) -> None:
    game = over(karim, salma)
    keep_away(salma, karim)
    answer = client_of(karim).post(f"/games/{game.public_id}/rematch/", follow=True)
    assert "The other side is not here to be asked." in answer.content.decode()
    assert not Invitation.objects.exists()

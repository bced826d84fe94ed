"""What a person takes along of their games, and what stays hidden even so."""

import json
from typing import Any

import pytest
from django.core.serializers.json import DjangoJSONEncoder

from accounts.closing import close_account
from accounts.export import export
from games.engine.options import make_options
from games.models import (
    Guest,
    InvitationKind,
    Level,
    MailClass,
    MailSettings,
    MailStop,
    MoveKind,
    Pace,
    Player,
    usual_time,
)
from games.services.invitations import invite_by_link, invite_player
from games.services.resign import resign
from tests.games.factories import (
    exchange_hidden_cards,
    make_game,
    make_guest,
    make_member,
    make_user,
    play_turns,
    state_of,
)
from tests.games.queries_sent import count_queries
from tests.games.rows import make_block, make_gift, make_invitation, make_vacation

pytestmark = pytest.mark.django_db

TERMS: dict[str, Any] = {
    "options": make_options("basra-2"),
    "target": 61,
    "time": usual_time(Pace.DAY),
}


@pytest.fixture
def user() -> Any:
    return make_user(name="Salma")


@pytest.fixture
def me(user: Any) -> Player:
    return Player(user_id=user.pk)


def write(user: Any) -> str:
    """The file as it is handed out, without the moment of making."""
    known = {**export(user), "made_at": None}
    return json.dumps(known, cls=DjangoJSONEncoder)


def test_own_moves_are_in_it_and_the_others_are_not(user: Any, me: Player) -> None:
    game = play_turns(make_game(me, make_member()), 9)
    (known,) = export(user)["games"]
    own = game.moves.filter(seat=0)
    assert [move["seq"] for move in known["your_moves"]] == [move.seq for move in own]
    assert [move["card"] for move in known["your_moves"]] == [move.card for move in own]


def test_result_and_names_of_a_finished_game_are_in_it(user: Any, me: Player) -> None:
    other = make_user(name="Karim")
    game = make_game(Player(user_id=other.pk), me)
    resign(game_id=game.pk, seat=0, version=0)
    (known,) = export(user)["games"]
    assert (known["opponent"], known["your_seat"], known["winning_seat"]) == ("Karim", 1, 1)
    assert (known["id"], known["ended_by"]) == (game.public_id, "resign")
    assert known["your_moves"] == []


def test_own_resignation_is_in_it(user: Any, me: Player) -> None:
    game = make_game(me, Level.REGULAR)
    resign(game_id=game.pk, seat=0, version=0)
    (known,) = export(user)["games"]
    assert [move["kind"] for move in known["your_moves"]] == [MoveKind.RESIGN]


def test_games_of_others_are_not_in_it(user: Any) -> None:
    play_turns(make_game(), 5)
    assert export(user)["games"] == []


def test_invitations_are_in_it_without_their_links(user: Any) -> None:
    other = make_user(name="Karim")
    rows = [
        invite_by_link(user.pk, preset="basra-2", **TERMS),
        invite_player(user.pk, other.pk, preset="basra-2", **TERMS),
        invite_player(other.pk, user.pk, preset="levant", **TERMS),
    ]
    known = export(user)["invitations"]
    assert [row["to"] for row in known["sent"]] == ["", "Karim"]
    assert [row["from"] for row in known["received"]] == ["Karim"]
    assert [row.token for row in rows if row.token in write(user)] == []


def test_former_player_is_not_told_apart_by_an_invitation(user: Any) -> None:
    other = make_user()
    invite_player(user.pk, other.pk, preset="basra-2", **TERMS)
    invite_player(other.pk, user.pk, preset="basra-2", **TERMS)
    close_account(other)
    known = export(user)["invitations"]
    assert [known["sent"][0]["to"], known["received"][0]["from"]] == ["Former player"] * 2


def test_mails_and_their_stops_are_in_it(user: Any, me: Player) -> None:
    make_game(me, make_member())
    make_game(make_member(), me)
    MailStop.objects.create(user=user, mail_class=MailClass.TURNS)
    known = export(user)["mails_about_games"]
    assert {row["kind"] for row in known["owed"]} == {"turn"}
    assert [row["kind"] for row in known["stopped"]] == ["turns"]


def test_wishes_about_mails_are_in_it_without_what_makes_links_void(user: Any) -> None:
    MailSettings.objects.create(user=user, quiet_from=22, quiet_until=7, link_generation=4711)
    (known,) = export(user)["mails_about_games"]["wishes"]
    assert (known["turn_mails"], known["quiet_from_hour"], known["plays_from_mails"]) == (
        *("one", 22, False),
    )
    assert "4711" not in write(user)


def test_vacations_are_in_it(user: Any) -> None:
    vacation = make_vacation(user=user, began_by_itself=True)
    make_vacation()
    (known,) = export(user)["vacations"]
    assert (known["began_by_itself"], known["planned_until"]) == (True, vacation.ends_at)


def test_whom_one_blocks_is_in_it_and_who_blocks_one_is_not(user: Any) -> None:
    make_block(blocker=user, blocked=make_user(name="Karim"))
    make_block(blocker=make_user(name="Layla"), blocked=user)
    assert [row["blocked"] for row in export(user)["blocks"]] == ["Karim"]
    assert "Layla" not in write(user)


def test_time_that_was_given_is_in_it(user: Any, me: Player) -> None:
    make_gift(make_game(me, make_member()), seat=1)
    (known,) = export(user)["games"]
    assert [(row["to_seat"], row["hours"]) for row in known["time_given"]] == [(1, 24)]
    assert (known["hours_a_turn"], known["hours_of_bank"]) == (48, 0)


@pytest.mark.parametrize("has_account", [True, False])
def test_whose_an_invited_address_is_does_not_show(user: Any, has_account: bool) -> None:
    karim = make_user(name="Karim")
    make_invitation(
        kind=InvitationKind.ADDRESS,
        inviter_user=user,
        invitee_user=karim if has_account else None,
        address="karim@example.com",
        address_digest="0" * 64,
    )
    (known,) = export(user)["invitations"]["sent"]
    assert known["to"] == "karim@example.com"
    assert "Karim" not in write(user)


def test_the_guest_one_was_is_in_it(user: Any) -> None:
    guest = Guest.objects.create(claimed_by=user)
    Guest.objects.create()
    assert [row["number"] for row in export(user)["played_as_guest"]] == [guest.number]


@pytest.mark.parametrize("other", [make_member, make_guest, lambda: Level.STRONG])
def test_hidden_cards_are_not_in_it_and_neither_is_ones_own_hand(
    user: Any, me: Player, other: Any
) -> None:
    game = play_turns(make_game(me, other(), target=1000), 20)
    before = write(user)

    exchange_hidden_cards(game)

    assert state_of(game).hands[0]
    assert write(user) == before


def test_the_exchange_would_be_noticed(user: Any, me: Player) -> None:
    """The comparison above can fail: a play that is made afterwards shows in the file."""
    game = play_turns(make_game(me, make_member(), target=1000), 20)
    before = write(user)
    play_turns(game, 22)
    assert write(user) != before


@pytest.mark.parametrize("games", [1, 12])
def test_queries_whatever_the_number_of_games(user: Any, me: Player, games: int) -> None:
    for _ in range(games):
        play_turns(make_game(me, make_member()), 3)
    with count_queries() as sent:
        export(user)
    assert len([sql for sql in sent if "games_" in sql]) == 12

"""Staff who sit in a game see no more of it than any player: not at the desk."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from accounts.audit import record
from accounts.models import AuditEntry
from games.models import (
    ComputerError,
    Game,
    GiftOfTime,
    Guest,
    Invitation,
    InvitationKind,
    InvitationState,
    Move,
    Notice,
    NoticeKind,
    Player,
    Round,
    Seat,
    Vacation,
)
from games.services.guests import claim_guest
from tests.conftest import Build
from tests.games.factories import make_game, make_member, make_user, play_turns
from tests.games.rows import make_gift, make_invitation, make_notice, make_vacation

pytestmark = pytest.mark.django_db

MODELS = [Game, Round, Move, Seat, Notice, Invitation, ComputerError, GiftOfTime, Vacation]
PAGES = ("change", "history", "delete")


@pytest.fixture(scope="module")
def ids(building: Build) -> dict[str, int]:
    with building():
        warden = make_user(name="Warden", is_staff=True, is_superuser=True)
        own = fill(make_game(Player(user_id=warden.pk), make_member()))
        return {"warden": warden.pk, "own": own.pk, "others": fill(make_game()).pk}


@pytest.fixture
def warden(ids: dict[str, int]) -> Any:
    return get_user_model().objects.get(pk=ids["warden"])


@pytest.fixture
def desk(client: Client, warden: Any) -> Client:
    client.force_login(warden)
    return client


def fill(game: Game) -> Game:
    """A row of every kind that speaks of the game."""
    play_turns(game, 3)
    invitation = make_invitation(game=game)
    make_notice(NoticeKind.TURN, game=game)
    make_notice(NoticeKind.ACCEPTED, invitation=invitation)
    ComputerError.objects.create(game=game, version=1, level="strong", exception="E")
    make_gift(game)
    make_vacation(saved_game=game)
    return game


@pytest.fixture
def own(ids: dict[str, int]) -> Game:
    return Game.objects.get(pk=ids["own"])


@pytest.fixture
def others(ids: dict[str, int]) -> Game:
    return Game.objects.get(pk=ids["others"])


def list_address(model: Any) -> str:
    return reverse(f"admin:games_{model._meta.model_name}_changelist")


def pages_of(row: Any) -> Iterator[str]:
    for page in PAGES:
        yield reverse(f"admin:games_{row._meta.model_name}_{page}", args=[row.pk])


def rows_of(model: Any, game: Game) -> list[Any]:
    paths = {Game: "pk", Notice: "game", Invitation: "game", Vacation: "saved_game"}
    return list(model.objects.filter(**{paths.get(model, "game"): game.pk}))


def list_keys(client: Client, model: Any, query: str = "") -> set[int]:
    answer = client.get(list_address(model) + query)
    return {row.pk for row in answer.context["cl"].result_list}


@pytest.mark.parametrize("model", MODELS)
def test_page_of_own_game_is_not_there(desk: Client, own: Game, model: Any) -> None:
    (row, *_) = rows_of(model, own)
    assert {desk.get(page).status_code for page in pages_of(row)} == {404}


@pytest.mark.parametrize("model", MODELS)
def test_page_of_a_game_of_others_is_there(desk: Client, others: Game, model: Any) -> None:
    (row, *_) = rows_of(model, others)
    assert desk.get(next(pages_of(row))).status_code == 200


@pytest.mark.parametrize("method", ["get", "post", "head"])
def test_refused_look_is_in_the_audit_log(
    desk: Client, warden: Any, own: Game, method: str
) -> None:
    getattr(desk, method)(next(pages_of(own)))
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.act) == (warden, "game.look_refused")
    assert (entry.object_type, entry.object_key) == ("games.Game", str(own.pk))


def test_look_at_a_round_of_own_game_names_the_game(desk: Client, own: Game) -> None:
    desk.get(next(pages_of(own.rounds.get())))
    assert AuditEntry.objects.get().object_name == own.public_id


def test_notice_of_an_invitation_to_own_game_is_not_there(desk: Client, own: Game) -> None:
    notice = Notice.objects.get(game=None, invitation__game=own)
    assert desk.get(next(pages_of(notice))).status_code == 404


@pytest.mark.parametrize("name", ["abort", "adjudicate", "hold", "give_time"])
def test_act_on_own_game_is_not_there(desk: Client, own: Game, name: str) -> None:
    address = reverse("admin:games_game_act", args=[own.pk, name])
    fields = {"reason": "The players agreed on it.", "winner": "0", "hours": "24", "step": "do"}
    assert desk.get(address).status_code == 404
    assert desk.post(address, fields).status_code == 404
    assert AuditEntry.objects.filter(act="game.look_refused").count() == 2
    own.refresh_from_db()
    assert own.is_running
    assert not own.is_held


@pytest.mark.parametrize("name", ["resend", "skip"])
def test_act_on_a_mail_of_own_game_is_not_there(desk: Client, own: Game, name: str) -> None:
    notice = Notice.objects.filter(game=own)[0]
    assert desk.get(reverse("admin:games_notice_act", args=[notice.pk, name])).status_code == 404


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("query", ["", "?_popup=1", "?q={}", "?q=Warden"])
def test_lists_leave_own_games_out(
    desk: Client, own: Game, others: Game, model: Any, query: str
) -> None:
    own_keys = {row.pk for row in rows_of(model, own)}
    assert not own_keys & list_keys(desk, model, query.format(own.public_id))


@pytest.mark.parametrize("model", [Round, Move, Seat, Notice, ComputerError, GiftOfTime])
def test_links_from_own_game_list_nothing(desk: Client, own: Game, model: Any) -> None:
    assert not list_keys(desk, model, f"?game__id__exact={own.pk}")


@pytest.mark.parametrize("model", MODELS)
def test_lists_keep_games_of_others(desk: Client, own: Game, others: Game, model: Any) -> None:
    keys = {row.pk for row in rows_of(model, others)}
    assert keys <= list_keys(desk, model)


def test_list_says_that_own_games_are_left_out(desk: Client, own: Game) -> None:
    page = desk.get(list_address(Game)).content.decode()
    assert "Games in which you sit yourself are left out here." in page


def test_game_of_a_guest_that_one_has_claimed_is_ones_own(desk: Client, warden: Any) -> None:
    """The seat stays the guest's where the account holds the other one."""
    guest = Guest.objects.create()
    game = make_game(Player(guest_id=guest.pk), make_member())
    Guest.objects.filter(pk=guest.pk).update(claimed_by=warden)
    assert desk.get(next(pages_of(game))).status_code == 404
    assert game.pk not in list_keys(desk, Game)


def test_claimed_games_are_ones_own(desk: Client, warden: Any) -> None:
    guest = Guest.objects.create()
    game = make_game(Player(guest_id=guest.pk), make_member())
    assert desk.get(next(pages_of(game))).status_code == 200
    claim_guest(guest_id=guest.pk, user_id=warden.pk)
    assert desk.get(next(pages_of(game))).status_code == 404


def test_rematch_offer_of_own_game_is_not_there(desk: Client, own: Game) -> None:
    offer = make_invitation(
        kind=InvitationKind.REMATCH,
        state=InvitationState.OPEN,
        rematch_of=own,
        invitee_user=make_user(),
    )
    assert desk.get(next(pages_of(offer))).status_code == 404
    assert offer.pk not in list_keys(desk, Invitation)


def test_mail_about_a_rematch_offer_of_own_game_is_not_there(desk: Client, own: Game) -> None:
    offer = make_invitation(
        kind=InvitationKind.REMATCH,
        state=InvitationState.OPEN,
        rematch_of=own,
        invitee_user=make_user(),
    )
    notice = make_notice(NoticeKind.INVITED, invitation=offer)
    assert desk.get(next(pages_of(notice))).status_code == 404
    assert notice.pk not in list_keys(desk, Notice)


@pytest.mark.parametrize("key", ["0", "x", "1/2", "99999999999999999999999999"])
def test_page_of_nothing_writes_no_audit_row(desk: Client, own: Game, key: str) -> None:
    desk.get(reverse("admin:games_game_change", args=[key]))
    assert not AuditEntry.objects.exists()


def test_player_who_is_no_staff_is_led_to_sign_in(client: Client) -> None:
    user = make_user()
    game = make_game(Player(user_id=user.pk), make_member())
    client.force_login(user)
    answer = client.get(next(pages_of(game)))
    assert answer.status_code in (302, 403)
    assert not AuditEntry.objects.exists()


def test_audit_log_leaves_out_what_was_done_to_own_games(desk: Client, ids: dict[str, int]) -> None:
    arbiter = make_user(name="Arbiter", is_staff=True)
    for key in (ids["own"], ids["others"]):
        record(arbiter, "game.hold", Game.objects.get(pk=key), reason=f"About game {key}.")
        notice = Notice.objects.filter(game=key).first()
        assert notice is not None
        record(arbiter, "notice.skip", notice, reason=f"About a mail of {key}.")

    page = desk.get(reverse("admin:accounts_auditentry_changelist")).content.decode()

    assert f"About game {ids['others']}." in page
    assert f"About a mail of {ids['others']}." in page
    assert f"About game {ids['own']}." not in page
    assert f"About a mail of {ids['own']}." not in page

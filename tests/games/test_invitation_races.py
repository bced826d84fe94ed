"""Two at once over one offer: one game at most, and who comes second hears so."""

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest

from games import dispatch
from games.engine.options import make_options
from games.models import (
    Block,
    Game,
    Invitation,
    InvitationState,
    Level,
    Notice,
    Pace,
    Player,
    Seat,
    usual_time,
)
from games.services import invitation_limits
from games.services.answers import accept, decline, withdraw
from games.services.blocks import block
from games.services.errors import InvitationEnded, InvitedLately, InviterGone
from games.services.guests import claim_guest
from games.services.invitations import (
    invite_address,
    invite_by_link,
    invite_player,
    offer_seat,
)
from games.services.rematch import offer_rematch
from games.services.resign import resign
from tests.games.at_once import at_once, failures
from tests.games.factories import make_game, make_guest, make_member, make_user
from tests.games.letters import make_reader

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

TRIES = 200
TERMS: dict[str, Any] = {
    "preset": "basra-2",
    "options": make_options("basra-2"),
    "target": 61,
    "time": usual_time(Pace.DAY),
}


@pytest.fixture(autouse=True)
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "_send", lambda *args, **options: None)


@pytest.fixture(autouse=True)
def many_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each try leaves a game that runs."""
    monkeypatch.setattr(invitation_limits, "MOST_RUNNING", 10 * TRIES)


@pytest.fixture
def people() -> tuple[Player, Player, Player]:
    return make_member(), make_member(), make_member()


LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


def at_its_time(tries: int) -> Iterator[int]:
    """One after the other: nobody asks often in an hour, for much at once, or on a no."""
    for number in range(tries):
        Invitation.objects.all().end_open(InvitationState.WITHDRAWN)
        Invitation.objects.update(created_at=LONG_AGO)
        Invitation.objects.exclude(ended_at=None).update(ended_at=LONG_AGO)
        yield number


def make_links(player: Player) -> Iterator[Invitation]:
    for _ in at_its_time(TRIES):
        yield invite_by_link(player.user_id or 0, **TERMS)


def test_two_acceptors_of_a_link(people: tuple[Player, Player, Player]) -> None:
    karim, salma, nour = people
    for link in make_links(karim):
        results = at_once(partial(accept, link.token, salma), partial(accept, link.token, nour))
        assert failures(results) == [InvitationEnded]
        link.refresh_from_db()
        assert link.game in results
        assert link.state == InvitationState.ACCEPTED
    assert Game.objects.count() == TRIES
    assert Notice.objects.filter(kind="accepted").count() == TRIES


def test_the_same_person_twice_is_one_game(people: tuple[Player, Player, Player]) -> None:
    karim, salma, _nour = people
    for link in make_links(karim):
        first, second = at_once(*[partial(accept, link.token, salma)] * 2)
        assert first == second
    assert Game.objects.count() == TRIES


def test_accept_against_withdraw(people: tuple[Player, Player, Player]) -> None:
    karim, salma, _nour = people
    for link in make_links(karim):
        results = at_once(partial(accept, link.token, salma), partial(withdraw, link.token, karim))
        assert failures(results) == [InvitationEnded]
        link.refresh_from_db()
        is_taken = isinstance(results[0], Game)
        assert link.state == ("accepted" if is_taken else "withdrawn")
        assert Game.objects.filter(invitation=link).exists() is is_taken


def test_accept_against_decline(people: tuple[Player, Player, Player]) -> None:
    karim, salma, _nour = people
    for _ in at_its_time(TRIES // 4):
        offer = invite_player(karim.user_id or 0, salma.user_id or 0, **TERMS)
        results = at_once(partial(accept, offer.token, salma), partial(decline, offer.token, salma))
        assert failures(results) == [InvitationEnded]
        offer.refresh_from_db()
        assert offer.state == ("accepted" if isinstance(results[0], Game) else "declined")


def test_both_invite_each_other_without_standing_in_each_others_way(
    people: tuple[Player, Player, Player],
) -> None:
    karim, salma, _nour = people
    for _ in at_its_time(TRIES // 4):
        to_salma = partial(invite_player, karim.user_id or 0, salma.user_id or 0, **TERMS)
        to_karim = partial(invite_player, salma.user_id or 0, karim.user_id or 0, **TERMS)
        offers = at_once(to_salma, to_karim)
        taken = at_once(
            partial(accept, offers[0].token, salma), partial(accept, offers[1].token, karim)
        )
        assert failures(taken) == []


def test_both_offer_a_rematch(people: tuple[Player, Player, Player]) -> None:
    karim, salma, _nour = people
    for _ in at_its_time(TRIES):
        old = make_game(karim, salma)
        resign(game_id=old.pk, seat=0, version=0)
        results = at_once(*[partial(offer_rematch, game_id=old.pk, seat=seat) for seat in (0, 1)])
        assert failures(results) == []
        offer = Invitation.objects.get(rematch_of=old)
        assert offer.state == InvitationState.ACCEPTED
        assert sorted(type(result).__name__ for result in results) == ["Game", "Invitation"]
        assert offer.game == Game.objects.get(rematch_of=old)


def test_guest_who_joins_while_accepting_has_the_game() -> None:
    karim = make_member()
    for link in make_links(karim):
        guest, user = make_guest(), make_user()
        assert guest.guest_id is not None
        claim = partial(claim_guest, guest_id=guest.guest_id, user_id=user.pk)
        results = at_once(claim, partial(accept, link.token, guest))
        assert not failures(results)
        assert Seat.objects.get(game=results[1], index=1).user_id == user.pk


def test_guest_who_joins_while_being_offered_a_rematch_has_the_offer() -> None:
    karim = make_member()
    for _ in at_its_time(TRIES // 4):
        guest, user = make_guest(), make_user()
        assert guest.guest_id is not None
        old = make_game(karim, guest)
        resign(game_id=old.pk, seat=0, version=0)
        claim = partial(claim_guest, guest_id=guest.guest_id, user_id=user.pk)
        results = at_once(claim, partial(offer_rematch, game_id=old.pk, seat=0))
        assert not failures(results)
        assert Invitation.objects.get(rematch_of=old).invitee == Player(user_id=user.pk)


def test_two_rematches_against_the_computer_are_one_game() -> None:
    for _ in range(TRIES // 4):
        old = make_game(make_member(), Level.REGULAR)
        resign(game_id=old.pk, seat=0, version=0)
        first, second = at_once(*[partial(offer_rematch, game_id=old.pk, seat=0)] * 2)
        assert first == second


def test_two_sit_down_at_once(people: tuple[Player, Player, Player]) -> None:
    karim, salma, nour = people
    for _ in at_its_time(TRIES):
        seat = offer_seat(karim.user_id or 0, **TERMS)
        results = at_once(partial(accept, seat.token, salma), partial(accept, seat.token, nour))
        assert failures(results) == [InvitationEnded]
        seat.refresh_from_db()
        assert seat.game in results
    assert Game.objects.count() == TRIES


def test_two_write_to_one_address_at_once() -> None:
    writers = [make_reader(), make_reader()]
    for number in at_its_time(TRIES):
        address = f"stranger{number}@example.com"
        write = [partial(invite_address, one.user_id or 0, address, **TERMS) for one in writers]
        assert failures(at_once(*write)) == [InvitedLately]
    assert Invitation.objects.filter(kind="address").count() == TRIES
    assert Notice.objects.filter(kind="invited").count() == TRIES


def test_accept_against_block(people: tuple[Player, Player, Player]) -> None:
    """A game that began before goes on; one that would begin after does not."""
    karim, salma, _nour = people
    for link in make_links(karim):
        Block.objects.all().delete()
        keep_away = partial(block, salma.user_id or 0, karim.user_id or 0)
        results = at_once(partial(accept, link.token, salma), keep_away)
        assert failures(results) in ([], [InviterGone])
        assert Game.objects.filter(invitation=link).exists() is isinstance(results[0], Game)
        assert Block.objects.count() == 1

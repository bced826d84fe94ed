import pytest
from django.contrib.auth import get_user_model

from games import queries
from games.models import Game, Invitation, InvitationState, Level, Player, Seat
from games.services.answers import accept, withdraw
from games.services.errors import InviteeGone, OwnInvitation, StillRunning
from games.services.guests import claim_guest
from games.services.rematch import offer_rematch
from games.services.resign import resign
from tests.games.factories import make_game, make_guest, make_member, make_user

pytestmark = pytest.mark.django_db


def finish(*seats: Player | Level) -> Game:
    game = make_game(*seats)
    resign(game_id=game.pk, seat=0, version=0)
    game.refresh_from_db()
    return game


def offer(game: Game, seat: int = 0) -> Invitation:
    made = offer_rematch(game_id=game.pk, seat=0 if seat == 0 else 1)
    assert isinstance(made, Invitation)
    return made


def test_offer_keeps_the_rules_and_names_the_other_side() -> None:
    karim, salma = make_member(), make_member()
    old = finish(karim, salma)
    made = offer(old, 1)
    assert (made.inviter, made.invitee, made.rematch_of) == (salma, karim, old)
    assert (made.rules, made.target, made.pace) == (old.rules, old.target, old.pace)


def test_offer_twice_is_one_offer() -> None:
    old = finish()
    assert offer(old) == offer(old)


def test_offer_of_both_is_one_game() -> None:
    old = finish()
    made = offer(old)
    game = offer_rematch(game_id=old.pk, seat=1)
    assert isinstance(game, Game)
    made.refresh_from_db()
    assert (made.state, made.game, game.rematch_of) == (InvitationState.ACCEPTED, game, old)


def test_offer_after_the_game_leads_to_it() -> None:
    old = finish()
    game = accept(offer(old).token, other_of(old))
    assert [offer_rematch(game_id=old.pk, seat=seat) for seat in (0, 1)] == [game, game]
    assert Game.objects.count() == 2


def other_of(game: Game) -> Player:
    return Player(user_id=Seat.objects.get(game=game, index=1).user_id)


def test_withdrawn_offer_can_be_made_again() -> None:
    old = finish()
    first = offer(old)
    withdraw(first.token, first.inviter)
    assert offer(old) != first


def test_rematch_keeps_the_time_control() -> None:
    old = finish()
    assert offer(old).time_control == old.time_control


def test_running_game_has_no_rematch() -> None:
    with pytest.raises(StillRunning):
        offer_rematch(game_id=make_game().pk, seat=0)


def test_who_is_gone_is_offered_nothing() -> None:
    old = finish()
    get_user_model().objects.filter(pk=other_of(old).user_id).update(is_active=False)
    with pytest.raises(InviteeGone):
        offer_rematch(game_id=old.pk, seat=0)


def test_against_the_computer_it_starts_at_once() -> None:
    old = finish(make_member(), Level.STRONG)
    game = offer_rematch(game_id=old.pk, seat=0)
    assert isinstance(game, Game)
    assert (game.rematch_of, game.pace) == (old, None)


def test_guest_offers_and_keeps_the_offer_as_a_member() -> None:
    guest, karim, user = make_guest(), make_member(), make_user()
    made = offer(finish(guest, karim))
    claim_guest(guest_id=guest.guest_id or 0, user_id=user.pk)
    made.refresh_from_db()
    assert made.inviter == Player(user_id=user.pk)
    assert Seat.objects.get(game=accept(made.token, karim), index=0).user == user


def test_offer_to_oneself_ends_when_the_guest_turns_out_to_be_the_other() -> None:
    guest, karim = make_guest(), make_member()
    made = offer(finish(guest, karim))
    claim_guest(guest_id=guest.guest_id or 0, user_id=karim.user_id or 0)
    made.refresh_from_db()
    assert made.state == InvitationState.WITHDRAWN


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_offers_oneself_a_rematch(seat: int) -> None:
    guest, karim = make_guest(), make_member()
    old = finish(guest, karim)
    claim_guest(guest_id=guest.guest_id or 0, user_id=karim.user_id or 0)
    with pytest.raises(OwnInvitation):
        offer(old, seat)


def test_both_sides_find_the_same() -> None:
    old = finish()
    assert queries.find_rematch(old) == queries.Rematch()
    made = offer(old)
    assert queries.find_rematch(old) == queries.Rematch(offer=made)
    game = accept(made.token, other_of(old))
    assert queries.find_rematch(old) == queries.Rematch(game=game)

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model

from games import clock, queries
from games.engine.errors import BadOption
from games.models import (
    Game,
    Invitation,
    InvitationKind,
    InvitationState,
    Notice,
    NoticeKind,
    Pace,
    Player,
    Seat,
)
from games.services import invitation_limits
from games.services.answers import accept, decline, expire_due, withdraw, withdraw_all_of
from games.services.errors import (
    AlreadyInvited,
    InvitationEnded,
    InviteeGone,
    InviterGone,
    NotInvited,
    OwnInvitation,
    TooFast,
    TooManyInvitations,
)
from games.services.guests import claim_guest
from tests.games.factories import make_guest, make_member, make_user
from tests.games.invited import TERMS, key_of, make_link, make_named

pytestmark = pytest.mark.django_db

AFTER_ITS_TIME = timedelta(days=14, seconds=1)


@pytest.fixture
def karim() -> Player:
    return make_member()


@pytest.fixture
def salma() -> Player:
    return make_member()


def shut_out(player: Player) -> None:
    get_user_model().objects.filter(pk=player.user_id).update(
        is_active=False, suspended_at=clock.now()
    )


def state_of(invitation: Invitation) -> str:
    invitation.refresh_from_db()
    return invitation.state


def test_link_is_good_for_fourteen_days(karim: Player) -> None:
    link = make_link(karim)
    assert link.expires_at - link.created_at == timedelta(days=14)
    assert (link.kind, link.invitee) == (InvitationKind.LINK, None)


def test_tokens_differ_and_are_long(karim: Player) -> None:
    tokens = {make_link(karim).token for _ in range(5)}
    assert {len(token) for token in tokens} == {22}
    assert len(tokens) == 5


def test_link_refuses_a_target_that_is_not_offered(karim: Player) -> None:
    with pytest.raises(BadOption):
        make_link(karim, target=5)
    assert not Invitation.objects.exists()


def test_accept_starts_the_game_that_was_offered(karim: Player, salma: Player) -> None:
    game = accept(make_link(karim).token, salma)
    assert (game.preset, game.rules, game.target, game.pace) == (
        TERMS["preset"],
        TERMS["options"],
        61,
        Pace.DAY,
    )
    seated = Seat.objects.filter(game=game).order_by("index").values_list("user", flat=True)
    assert list(seated) == [karim.user_id, salma.user_id]


def test_accept_ends_the_invitation_and_owes_its_maker_a_mail(karim: Player, salma: Player) -> None:
    link = make_link(karim)
    game = accept(link.token, salma)
    assert state_of(link) == InvitationState.ACCEPTED
    assert link.game == game
    assert Notice.objects.get(kind=NoticeKind.ACCEPTED).user_id == karim.user_id


def test_guest_accepts_a_link(karim: Player) -> None:
    guest = make_guest()
    game = accept(make_link(karim).token, guest)
    assert Seat.objects.get(game=game, index=1).guest_id == guest.guest_id


def test_guest_who_has_signed_in_meanwhile_sits_down_as_the_account(karim: Player) -> None:
    guest, user, link = make_guest(), make_user(), make_link(karim)
    claim_guest(guest_id=guest.guest_id or 0, user_id=user.pk)
    assert Seat.objects.get(game=accept(link.token, guest), index=1).user == user


def test_own_guest_is_oneself(karim: Player) -> None:
    guest, link = make_guest(), make_link(karim)
    claim_guest(guest_id=guest.guest_id or 0, user_id=key_of(karim))
    with pytest.raises(OwnInvitation):
        accept(link.token, guest)


def test_accept_twice_is_the_same_game(karim: Player, salma: Player) -> None:
    link = make_link(karim)
    assert accept(link.token, salma) == accept(link.token, salma) == accept(link.token, karim)
    assert Game.objects.count() == 1


def test_second_to_accept_hears_that_it_is_taken(karim: Player, salma: Player) -> None:
    link = make_link(karim)
    accept(link.token, salma)
    with pytest.raises(InvitationEnded) as refusal:
        accept(link.token, make_member())
    assert refusal.value.state == InvitationState.ACCEPTED
    assert Game.objects.count() == 1


def test_nobody_accepts_the_own_link(karim: Player) -> None:
    with pytest.raises(OwnInvitation):
        accept(make_link(karim).token, karim)


def test_unknown_token_is_no_invitation(salma: Player) -> None:
    with pytest.raises(Invitation.DoesNotExist):
        accept("nothing", salma)


@pytest.mark.parametrize("swept", [True, False])
def test_accept_after_its_time_is_refused(karim: Player, salma: Player, swept: bool) -> None:
    link = make_link(karim)
    with clock.stopped_at(clock.now() + AFTER_ITS_TIME):
        if swept:
            assert expire_due() == 1
        with pytest.raises(InvitationEnded) as refusal:
            accept(link.token, salma)
    assert refusal.value.state == InvitationState.EXPIRED
    assert not Game.objects.exists()


def test_expiry_leaves_what_still_has_time(karim: Player) -> None:
    link = make_link(karim)
    assert expire_due() == 0
    assert state_of(link) == InvitationState.OPEN


def test_invitation_of_who_is_shut_out_starts_nothing(karim: Player, salma: Player) -> None:
    link = make_link(karim)
    shut_out(karim)
    with pytest.raises(InviterGone):
        accept(link.token, salma)
    assert state_of(link) == InvitationState.OPEN


def test_who_is_shut_out_invites_nobody(karim: Player, salma: Player) -> None:
    shut_out(karim)
    for invite in (lambda: make_link(karim), lambda: make_named(karim, salma)):
        with pytest.raises(InviterGone):
            invite()


def test_named_player_is_told(karim: Player, salma: Player) -> None:
    offer = make_named(karim, salma)
    assert Notice.objects.get(kind=NoticeKind.INVITED).user_id == salma.user_id
    assert accept(offer.token, salma).seats.filter(user=salma.user_id).exists()


def test_named_invitation_is_for_nobody_else(karim: Player, salma: Player) -> None:
    offer = make_named(karim, salma)
    for act in (accept, decline, withdraw):
        with pytest.raises(NotInvited):
            act(offer.token, make_member())
    assert state_of(offer) == InvitationState.OPEN


def test_nobody_invites_oneself(karim: Player) -> None:
    with pytest.raises(OwnInvitation):
        make_named(karim, karim)


def test_nobody_invites_who_is_shut_out(karim: Player, salma: Player) -> None:
    shut_out(salma)
    with pytest.raises(InviteeGone):
        make_named(karim, salma)


def test_one_open_invitation_a_pair(karim: Player, salma: Player) -> None:
    first = make_named(karim, salma)
    with pytest.raises(AlreadyInvited) as refusal:
        make_named(karim, salma)
    assert refusal.value.invitation == first


def test_pair_may_be_invited_again_once_the_first_is_over(karim: Player, salma: Player) -> None:
    first = make_named(karim, salma)
    with clock.stopped_at(clock.now() + AFTER_ITS_TIME):
        make_named(karim, salma)
    assert state_of(first) == InvitationState.EXPIRED


def test_both_may_invite_each_other(karim: Player, salma: Player) -> None:
    make_named(karim, salma), make_named(salma, karim)
    assert Invitation.objects.count() == 2


def test_so_many_open_invitations_and_no_more(
    karim: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitation_limits, "MOST_OPEN", 2)
    first = make_link(karim)
    make_link(karim)
    with pytest.raises(TooManyInvitations) as refusal:
        make_link(karim)
    assert refusal.value.limit == 2
    withdraw(first.token, karim)
    make_link(karim)


def test_invitations_without_end_are_refused(
    karim: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitation_limits, "MOST_AN_HOUR", 2)
    for _ in range(2):
        withdraw(make_link(karim).token, karim)
    with pytest.raises(TooFast):
        make_link(karim)


@pytest.mark.parametrize(
    ("act", "state"), [(decline, InvitationState.DECLINED), (withdraw, InvitationState.WITHDRAWN)]
)
def test_end_without_a_game(
    karim: Player,
    salma: Player,
    act: Callable[[str, Player], None],
    state: InvitationState,
) -> None:
    offer = make_named(karim, salma)
    who = salma if act is decline else karim
    act(offer.token, who)
    act(offer.token, who)
    assert state_of(offer) == state
    with pytest.raises(InvitationEnded) as refusal:
        accept(offer.token, salma)
    assert refusal.value.state == state


@pytest.mark.parametrize("act", [decline, withdraw])
def test_accepted_invitation_stays_accepted(
    karim: Player, salma: Player, act: Callable[[str, Player], None]
) -> None:
    offer = make_named(karim, salma)
    accept(offer.token, salma)
    with pytest.raises(InvitationEnded):
        act(offer.token, salma if act is decline else karim)
    assert state_of(offer) == InvitationState.ACCEPTED


def test_member_declines_a_link_and_a_guest_cannot(karim: Player, salma: Player) -> None:
    link = make_link(karim)
    with pytest.raises(NotInvited):
        decline(link.token, make_guest())
    decline(link.token, salma)
    assert state_of(link) == InvitationState.DECLINED


def test_nobody_declines_the_own_link(karim: Player) -> None:
    with pytest.raises(OwnInvitation):
        decline(make_link(karim).token, karim)


def test_all_of_somebody_end_at_once(karim: Player, salma: Player) -> None:
    sent, received, of_others = (
        make_named(karim, salma),
        make_named(salma, karim),
        make_link(salma),
    )
    assert withdraw_all_of(karim) == 2
    assert [state_of(row) for row in (sent, received, of_others)] == [
        InvitationState.WITHDRAWN,
        InvitationState.DECLINED,
        InvitationState.OPEN,
    ]


def test_lists_show_each_side_its_own(karim: Player, salma: Player) -> None:
    offer, link = make_named(karim, salma), make_link(karim)
    mine, theirs = queries.list_invitations_of(karim), queries.list_invitations_of(salma)
    assert (set(mine.sent), mine.received) == ({offer, link}, ())
    assert (theirs.received, theirs.sent) == ((offer,), ())


def test_lists_leave_out_what_is_over(karim: Player, salma: Player) -> None:
    withdraw(make_named(karim, salma).token, karim)
    make_named(karim, salma)
    with clock.stopped_at(clock.now() + AFTER_ITS_TIME):
        lists = [queries.list_invitations_of(player) for player in (karim, salma)]
    assert [(found.sent, found.received) for found in lists] == [((), ())] * 2


def test_list_leaves_out_who_is_shut_out(karim: Player, salma: Player) -> None:
    make_named(karim, salma)
    shut_out(karim)
    assert queries.list_invitations_of(salma).received == ()


def test_maker_sees_for_a_week_that_it_was_declined(karim: Player, salma: Player) -> None:
    offer = make_named(karim, salma)
    decline(offer.token, salma)
    assert queries.list_invitations_of(karim).sent == (offer,)
    assert queries.list_invitations_of(salma).received == ()
    with clock.stopped_at(clock.now() + timedelta(days=8)):
        assert queries.list_invitations_of(karim).sent == ()

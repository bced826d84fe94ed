"""How often one person may ask another, and how often that comes by mail."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail

from games import clock
from games.mail.delivery import deliver, deliver_due
from games.models import Game, Invitation, Notice, NoticeKind, NoticeReason, NoticeState, Player
from games.services import invitation_limits
from games.services.answers import decline, withdraw
from games.services.errors import DeclinedLately, TooFast, TooManyInvitations
from games.services.guests import claim_guest
from games.services.rematch import offer_rematch
from games.services.resign import resign
from tests.games.factories import make_game, make_guest, make_member
from tests.games.invited import key_of, make_link, make_named
from tests.games.letters import make_reader

pytestmark = pytest.mark.django_db

A_DAY = timedelta(days=1, seconds=1)


@pytest.fixture
def karim() -> Player:
    return make_reader(name="Karim")


@pytest.fixture
def salma() -> Player:
    return make_reader(name="Salma")


@pytest.fixture(autouse=True)
def no_flood(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notices are sent by hand here."""
    monkeypatch.setattr("games.dispatch._send", lambda *args, **options: None)


def finish(*seats: Player) -> Game:
    game = make_game(*seats)
    resign(game_id=game.pk, seat=0, version=0)
    Notice.objects.all().delete()
    return game


def offer(game: Game, seat: int = 0) -> Invitation:
    made = offer_rematch(game_id=game.pk, seat=0 if seat == 0 else 1)
    assert isinstance(made, Invitation)
    return made


def reason_of(invitation: Invitation) -> tuple[str, str]:
    """What becomes of the mail about it."""
    notice = Notice.objects.get(kind=NoticeKind.INVITED, invitation=invitation)
    deliver(notice.pk)
    notice.refresh_from_db()
    return notice.state, notice.reason


SENT = (NoticeState.SENT, "")
TOLD = (NoticeState.SKIPPED, NoticeReason.TOLD)
WAITS = (NoticeState.PENDING, "")


def test_rematch_offered_again_and_again_is_one_mail(karim: Player, salma: Player) -> None:
    old = finish(karim, salma)
    for _ in range(3):
        made = offer(old)
        deliver_due()
        withdraw(made.token, karim)
    assert len(mail.outbox) == 1


def test_rematch_of_a_game_is_told_once_however_late(karim: Player, salma: Player) -> None:
    old = finish(karim, salma)
    first = offer(old)
    assert reason_of(first) == SENT
    withdraw(first.token, karim)
    with clock.stopped_at(clock.now() + timedelta(days=3)):
        assert reason_of(offer(old)) == TOLD


def test_rematch_of_another_game_is_told_the_next_day(karim: Player, salma: Player) -> None:
    first, second = finish(karim, salma), finish(karim, salma)
    assert reason_of(offer(first)) == SENT
    made = offer(second)
    assert reason_of(made) == WAITS
    with clock.stopped_at(clock.now() + A_DAY):
        assert reason_of(made) == SENT


def test_invitation_after_a_rematch_is_one_mail_a_day(karim: Player, salma: Player) -> None:
    assert reason_of(offer(finish(karim, salma))) == SENT
    made = make_named(karim, salma)
    assert reason_of(made) == WAITS
    with clock.stopped_at(clock.now() + A_DAY):
        assert reason_of(made) == SENT


def test_mail_that_did_not_go_out_is_not_counted(karim: Player, salma: Player) -> None:
    withdraw(make_named(karim, salma).token, karim)
    deliver_due()
    assert reason_of(make_named(karim, salma)) == SENT


def test_others_are_told_meanwhile(karim: Player, salma: Player) -> None:
    assert reason_of(make_named(karim, salma)) == SENT
    assert reason_of(make_named(make_reader(), salma)) == SENT
    assert reason_of(make_named(salma, karim)) == SENT
    assert reason_of(make_named(karim, make_reader())) == SENT


def test_mail_to_a_guest_counts_for_the_account_that_the_guest_became(karim: Player) -> None:
    guest, user = make_guest(), make_reader()
    old = finish(guest, karim)
    assert reason_of(offer(old)) == SENT
    claim_guest(guest_id=guest.guest_id or 0, user_id=key_of(user))
    assert reason_of(make_named(user, karim)) == WAITS


def test_second_mail_waits_while_the_first_is_being_sent(karim: Player, salma: Player) -> None:
    first = make_named(karim, salma)
    Notice.objects.update(state=NoticeState.CLAIMED, due_at=clock.now() + timedelta(minutes=5))
    withdraw(first.token, karim)
    assert reason_of(make_named(karim, salma)) == (NoticeState.PENDING, "")


def test_offers_of_a_rematch_count_by_the_hour(
    karim: Player, salma: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitation_limits, "MOST_AN_HOUR", 2)
    old = finish(karim, salma)
    for _ in range(2):
        withdraw(offer(old).token, karim)
    with pytest.raises(TooFast):
        offer(old)
    with pytest.raises(TooFast):
        make_link(karim)


def test_open_offers_of_a_rematch_count(
    karim: Player, salma: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitation_limits, "MOST_OPEN", 1)
    make_link(karim)
    with pytest.raises(TooManyInvitations):
        offer(finish(karim, salma))


def test_offer_of_the_other_side_is_taken_whatever_the_limit(
    karim: Player, salma: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = finish(karim, salma)
    offer(old)
    monkeypatch.setattr(invitation_limits, "MOST_OPEN", 0)
    assert isinstance(offer_rematch(game_id=old.pk, seat=1), Game)


def ask_by_name(karim: Player, salma: Player) -> Invitation:
    return make_named(karim, salma)


def ask_for_a_rematch(karim: Player, salma: Player) -> Invitation:
    return offer(finish(karim, salma))


@pytest.mark.parametrize("again", [ask_by_name, ask_for_a_rematch])
@pytest.mark.parametrize("ask", [ask_by_name, ask_for_a_rematch])
def test_no_is_no_for_a_day(karim: Player, salma: Player, ask: Any, again: Any) -> None:
    decline(ask(karim, salma).token, salma)
    with pytest.raises(DeclinedLately):
        again(karim, salma)
    with clock.stopped_at(clock.now() + A_DAY):
        again(karim, salma)


def test_who_has_declined_may_ask_the_other_way_round(karim: Player, salma: Player) -> None:
    decline(make_named(karim, salma).token, salma)
    make_named(salma, karim)


def test_who_was_declined_may_ask_others(karim: Player, salma: Player) -> None:
    decline(make_named(karim, salma).token, salma)
    make_named(karim, make_member())


def test_link_that_a_member_declined_stands_in_nobodys_way(karim: Player, salma: Player) -> None:
    decline(make_link(karim).token, salma)
    make_named(karim, salma)

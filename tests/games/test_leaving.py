"""Who closes the account, or is kept out for a while, and the tables they sat at."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from accounts.closing import close_account, foresee_closing
from accounts.suspending import restore, suspend
from games import clock
from games.deadlines import Running, Stopped
from games.engine.options import make_options
from games.models import (
    AddressStop,
    Block,
    EndedBy,
    Game,
    GameStatus,
    Guest,
    Invitation,
    InvitationState,
    Level,
    MailClass,
    MailSettings,
    MailStop,
    MoveKind,
    Notice,
    NoticeKind,
    NoticeReason,
    NoticeState,
    Pace,
    Player,
    Seat,
    Vacation,
    usual_time,
)
from games.queries.audit import list_differences
from games.services.housekeeping import keep_house
from games.services.invitations import invite_by_link, invite_player
from games.services.resign import resign
from games.services.staff import hold_game
from games.services.vacations import begin_vacation
from tests.games.factories import make_game, make_guest, make_member, make_user, play_turns
from tests.games.rows import make_address_stop, make_block, make_vacation

pytestmark = pytest.mark.django_db


@pytest.fixture
def leaver() -> Any:
    return make_user(name="Salma")


@pytest.fixture
def me(leaver: Any) -> Player:
    return Player(user_id=leaver.pk)


def renew(game: Game) -> Game:
    game.refresh_from_db()
    return game


def terms() -> dict[str, Any]:
    options = make_options("basra-2", {})
    return {"preset": "basra-2", "options": options, "target": 61, "time": usual_time(Pace.DAY)}


@pytest.mark.parametrize("turns", [0, 1, 9])
def test_running_game_ends_as_resigned(leaver: Any, me: Player, turns: int) -> None:
    game = play_turns(make_game(make_member(), me), turns)
    close_account(leaver)
    game = renew(game)
    assert (game.status, game.ended_by, game.winner) == ("finished", EndedBy.RESIGN, 0)
    last = game.moves.last()
    assert (last.kind, last.seat, last.seq) == (MoveKind.RESIGN, 1, game.version)
    assert list_differences(game) == []


@pytest.mark.parametrize("other", [Level.STRONG, None])
def test_running_game_against_computer_or_guest_ends_as_resigned(
    leaver: Any, me: Player, other: Level | None
) -> None:
    game = make_game(me, other or make_guest())
    close_account(leaver)
    assert (renew(game).ended_by, game.winner) == (EndedBy.RESIGN, 1)


def test_running_game_on_hold_ends_as_resigned(leaver: Any, me: Player) -> None:
    game = make_game(me, make_member())
    hold_game(game.pk)
    close_account(leaver)
    assert (renew(game).ended_by, game.held_at) == (EndedBy.RESIGN, None)
    assert list_differences(game) == []


def test_games_of_others_and_finished_ones_stay_as_they_are(leaver: Any, me: Player) -> None:
    make_game()
    over = make_game(me, make_member())
    resign(game_id=over.pk, seat=1, version=0)
    before = list(Game.objects.order_by("pk").values())
    close_account(leaver)
    assert list(Game.objects.order_by("pk").values()) == before


def test_opponent_is_told_and_sees_a_neutral_name(leaver: Any, me: Player) -> None:
    them = make_member()
    game = make_game(me, them)
    close_account(leaver)
    told = Notice.objects.of(them).filter(kind=NoticeKind.GAME_OVER, game=game)
    assert told.get().state == NoticeState.PENDING
    assert Seat.objects.get(game=game, index=0).name.startswith("Former player ")


def test_ways_and_days_of_the_leaver_are_forgotten(leaver: Any) -> None:
    MailSettings.objects.create(user=leaver)
    now = clock.now()
    make_vacation(user=leaver, began_at=now, ended_at=now)
    make_vacation(user=leaver)
    close_account(leaver)
    assert not MailSettings.objects.exists()
    assert not Vacation.objects.exists()


@pytest.mark.parametrize("side", ["blocker", "blocked"])
def test_blocks_of_the_leaver_are_forgotten_and_others_stay(leaver: Any, side: str) -> None:
    make_block(**{side: leaver})
    other = make_block()
    close_account(leaver)
    assert list(Block.objects.all()) == [other]


def test_stopped_address_of_the_leaver_stays(leaver: Any) -> None:
    make_address_stop(leaver.email)
    close_account(leaver)
    assert AddressStop.objects.exists()


def test_game_whose_clock_stands_still_for_the_leaver_ends_as_resigned(
    leaver: Any, me: Player
) -> None:
    game = make_game(me, make_member())
    begin_vacation(leaver.pk, until=None)
    close_account(leaver)
    assert (renew(game).ended_by, game.clock) == (EndedBy.RESIGN, None)


def test_mails_that_wait_for_the_leaver_are_skipped(leaver: Any, me: Player) -> None:
    make_game(make_member(), me)
    make_game(me, make_member())
    assert Notice.objects.of(me).filter(state=NoticeState.PENDING).exists()
    close_account(leaver)
    found = Notice.objects.of(me).values_list("state", "reason", "due_at")
    assert set(found) == {(NoticeState.SKIPPED, NoticeReason.GONE, None)}


def test_mails_that_were_sent_forget_where_they_went(leaver: Any, me: Player) -> None:
    game = make_game(me, make_member())
    Notice.objects.all().delete()
    Notice.objects.create(
        key="turn",
        kind=NoticeKind.TURN,
        user=leaver,
        game=game,
        seq=0,
        state=NoticeState.SENT,
        message_id="<1@basra.example>",
        address="salma@example.com",
        done_at=clock.now(),
    )
    close_account(leaver)
    sent = Notice.objects.of(me).get()
    assert (sent.state, sent.address) == (NoticeState.SENT, "")


def test_mail_stops_and_the_guest_one_was_are_forgotten(leaver: Any, me: Player) -> None:
    MailStop.objects.create(user=leaver, mail_class=MailClass.TURNS)
    guest = Guest.objects.create(
        claimed_by=leaver, email="salma@example.com", last_seen_at=clock.now()
    )
    close_account(leaver)
    guest.refresh_from_db()
    assert (guest.email, guest.last_seen_at) == ("", None)
    assert not MailStop.objects.exists()


def test_invitations_from_and_to_the_leaver_end(leaver: Any) -> None:
    other = make_user()
    invite_by_link(leaver.pk, **terms())
    invite_player(leaver.pk, other.pk, **terms())
    invite_player(other.pk, leaver.pk, **terms())
    kept = invite_by_link(other.pk, **terms())
    close_account(leaver)
    still_open = Invitation.objects.filter(state=InvitationState.OPEN)
    assert list(still_open) == [kept]


def test_closed_account_survives_the_housekeeping(leaver: Any, me: Player) -> None:
    make_game(me, make_member())
    joined = leaver.joined_at.replace(year=2020)
    get_user_model().objects.filter(pk=leaver.pk).update(joined_at=joined)
    close_account(leaver)
    keep_house()
    assert get_user_model().objects.filter(pk=leaver.pk).exists()


def test_foresight_counts_what_ends_and_nothing_else(leaver: Any, me: Player) -> None:
    for _ in range(2):
        make_game(me, make_member())
    make_game(me, Level.REGULAR)
    over = make_game(me, make_member())
    resign(game_id=over.pk, seat=0, version=0)
    invite_by_link(leaver.pk, **terms())
    assert foresee_closing(leaver) == [
        "2 running games end as resigned. The opponents win them, and get a mail"
        " if they take such mails.",
        "1 running game against the computer ends as resigned.",
        "1 invitation that was sent is withdrawn.",
    ]


def test_foresight_of_somebody_without_games_is_empty(leaver: Any) -> None:
    assert foresee_closing(leaver) == []


def test_suspension_puts_games_with_people_on_hold_and_tells_both(leaver: Any, me: Player) -> None:
    them = make_member()
    game, alone = make_game(me, them), make_game(me, Level.REGULAR)
    suspend(leaver)
    assert renew(game).is_held
    assert not renew(alone).is_held
    assert Notice.objects.of(them).filter(kind=NoticeKind.STAFF, game=game).exists()


def test_restoring_releases_them(leaver: Any, me: Player) -> None:
    game = make_game(me, make_member())
    suspend(leaver)
    restore(leaver)
    kinds = list(renew(game).moves.values_list("kind", flat=True))
    assert (game.is_held, kinds) == (False, [MoveKind.HOLD, MoveKind.RELEASE])


def test_restoring_leaves_on_hold_what_the_staff_had_stopped_before(
    leaver: Any, me: Player
) -> None:
    game = make_game(me, make_member())
    hold_game(game.pk)
    suspend(leaver)
    restore(leaver)
    assert renew(game).is_held


def test_restoring_one_leaves_on_hold_where_the_other_is_still_suspended(
    leaver: Any, me: Player
) -> None:
    other = make_user()
    game = make_game(me, Player(user_id=other.pk))
    suspend(leaver)
    suspend(other)
    restore(leaver)
    assert renew(game).is_held


def test_suspended_person_can_be_closed(leaver: Any, me: Player) -> None:
    game = make_game(me, make_member())
    suspend(leaver)
    close_account(leaver)
    assert renew(game).status == GameStatus.FINISHED


def test_clocks_stand_still_while_somebody_is_suspended(leaver: Any, me: Player) -> None:
    game = make_game(me, make_member())
    suspend(leaver)
    assert isinstance(renew(game).clock, Stopped)
    restore(leaver)
    assert isinstance(renew(game).clock, Running)


def test_clock_of_who_comes_back_from_a_suspension_has_an_hour_at_least(
    leaver: Any, me: Player
) -> None:
    game = make_game(me, make_member())
    Game.objects.filter(pk=game.pk).update(bank_at=clock.now(), deadline_at=clock.now())
    suspend(leaver)
    restore(leaver)
    lost_at = renew(game).deadline_at
    assert lost_at is not None
    assert lost_at > clock.now() + timedelta(minutes=59)

"""Mails of games for tests: people with proven addresses, games in which something is owed."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model

from games import clock
from games.engine.options import make_options
from games.engine.pair import as_seat, other
from games.models import (
    Game,
    Invitation,
    Notice,
    NoticeKind,
    Pace,
    Player,
    Vacation,
    usual_time,
)
from games.services import staff
from games.services.answers import accept
from games.services.invitations import invite_address, invite_player
from games.services.notices import (
    owe_away,
    owe_back,
    owe_idle,
    owe_nudge,
    owe_reminder,
    owe_round_over,
    owe_test,
)
from games.services.rematch import offer_rematch
from games.services.resign import resign
from games.services.time_out import end_if_lost
from tests.games.factories import (
    make_game,
    make_game_against_computer,
    make_user,
    play,
    play_any,
    rig,
)
from tests.games.rows import make_vacation

TERMS: Any = {
    "preset": "basra-2",
    "options": make_options("basra-2"),
    "target": 61,
    "time": usual_time(Pace.DAY),
}


def make_reader(**columns: Any) -> Player:
    """A member whose address is proven."""
    user = make_user(**columns)
    prove_address(user)
    return Player(user_id=user.pk)


def prove_address(user: Any) -> None:
    user.emailaddress_set.create(email=user.email, verified=True, primary=True)


def start_game(*players: Player, **options: Any) -> Game:
    """The first player, in seat 0, leads; what the shuffle's own leader was owed is forgotten."""
    game = make_game(*(players or (make_reader(), make_reader())), **options)
    rig(game, floor="6D 4S 2H 8H", lead="6C KD 3S 9H", dealt="8S JC 3D KH")
    Notice.objects.filter(game=game).delete()
    return game


def find_notice(kind: NoticeKind, **columns: Any) -> Notice:
    return Notice.objects.filter(kind=kind, **columns).latest("pk")


def make_due(notice: Notice) -> Notice:
    Notice.objects.filter(pk=notice.pk).update(due_at=clock.now())
    notice.refresh_from_db()
    return notice


def address_of(player: Player) -> str:
    return str(get_user_model().objects.get(pk=player.user_id).email)


def see(player: Player, at: datetime) -> None:
    """The player was on the site then."""
    get_user_model().objects.filter(pk=player.user_id).update(last_seen_at=at)


def invite(inviter: Player, invitee: Player) -> Invitation:
    return invite_player(inviter.user_id or 0, invitee.user_id or 0, **TERMS)


EVERY_KIND = (
    "turn",
    "first turn",
    "reminder",
    "last reminder",
    "nudge",
    "round",
    "over",
    "lost on time",
    "won on time",
    "called off by the clock",
    "idle",
    "away",
    "back",
    "hold",
    "release",
    "decided",
    "aborted",
    "invited",
    "by address",
    "rematch",
    "accepted",
    "test",
)


def make_every_kind() -> dict[str, Notice]:
    """One notice of every kind of mail, each in a game or invitation of its own, all due now."""
    lost = _run_out(_play_both(start_game()))
    found = {
        "turn": find_notice(NoticeKind.TURN, game=_play(start_game())),
        "first turn": Notice.objects.filter(kind=NoticeKind.TURN, game=make_game(*_two())).get(),
        "reminder": _remind(NoticeKind.REMINDER),
        "last reminder": _remind(NoticeKind.LAST_REMINDER),
        "nudge": _nudge(_play(start_game())),
        "round": _end_round(start_game(target=1000)),
        "lost on time": find_notice(NoticeKind.TIME_OUT, game=lost, user=_user_in(lost, 0)),
        "won on time": find_notice(NoticeKind.TIME_OUT, game=lost, user=_user_in(lost, 1)),
        "called off by the clock": find_notice(NoticeKind.TIME_OUT, game=_run_out(start_game())),
        "idle": _let_idle(),
        "away": _go_away(owe_away),
        "back": _go_away(owe_back),
        "test": _ask_for_test(),
        "by address": _invite_address(),
        "over": find_notice(NoticeKind.GAME_OVER, game=_resign(start_game())),
        "hold": find_notice(NoticeKind.STAFF, game=staff.hold_game(start_game().pk)),
        "release": find_notice(NoticeKind.STAFF, game=_release(start_game())),
        "decided": find_notice(NoticeKind.STAFF, game=staff.adjudicate(start_game().pk, winner=0)),
        "aborted": find_notice(NoticeKind.STAFF, game=staff.abort_by_staff(start_game().pk)),
        "invited": find_notice(NoticeKind.INVITED, invitation=invite(*_two())),
        "rematch": find_notice(NoticeKind.INVITED, invitation=_offer_rematch()),
        "accepted": find_notice(NoticeKind.ACCEPTED, game=_accept()),
    }
    return {name: make_due(notice) for name, notice in found.items()}


def _two() -> tuple[Player, Player]:
    return make_reader(), make_reader()


def _play(game: Game) -> Game:
    play(game, "6C", "6D 4S 2H")
    game.refresh_from_db()
    return game


def _play_both(game: Game) -> Game:
    play(_play(game), "KH")
    return game


def _remind(kind: NoticeKind) -> Notice:
    game = _play(start_game())
    owe_reminder(game, kind)
    return find_notice(kind, game=game)


def _nudge(game: Game) -> Notice:
    owe_nudge(game, to=1)
    return find_notice(NoticeKind.NUDGE, game=game)


def _end_round(game: Game) -> Notice:
    """The first round is over, and its bill is owed to the one who waits for the second."""
    while game.round_number == 1:
        play_any(game)
        game.refresh_from_db()
    Notice.objects.filter(game=game).delete()
    owe_round_over(game, to=other(as_seat(game.to_move or 0)))
    return find_notice(NoticeKind.ROUND_OVER, game=game)


def _run_out(game: Game) -> Game:
    """The clock ends it, vacations or not; it calls off what the mover has never played in."""
    Game.objects.filter(pk=game.pk).update(stops_for_vacation=False)
    game.refresh_from_db()
    assert game.deadline_at is not None
    with clock.stopped_at(game.deadline_at + timedelta(hours=1)):
        end_if_lost(game.pk)
    game.refresh_from_db()
    assert not game.is_running
    return game


def _user_in(game: Game, index: int) -> Any:
    return game.seats.get(index=index).user


def _let_idle() -> Notice:
    game = make_game_against_computer(make_reader())
    owe_idle(game)
    return find_notice(NoticeKind.IDLE, game=game)


def _go_away(owe: Callable[[Vacation], None]) -> Notice:
    game = _play(start_game())
    vacation = make_vacation(user=_user_in(game, 1), saved_game=game, began_by_itself=True)
    owe(vacation)
    return Notice.objects.get(vacation=vacation)


def _ask_for_test() -> Notice:
    reader = make_reader()
    owe_test(reader)
    return find_notice(NoticeKind.TEST, user=reader.user_id)


def _invite_address() -> Notice:
    inviter = make_reader().user_id or 0
    return find_notice(
        NoticeKind.INVITED, invitation=invite_address(inviter, "friend@example.com", **TERMS)
    )


def _resign(game: Game) -> Game:
    resign(game_id=game.pk, seat=0, version=0)
    return game


def _release(game: Game) -> Game:
    staff.hold_game(game.pk)
    return staff.release_game(game.pk)


def _offer_rematch() -> Invitation:
    offered = offer_rematch(game_id=_resign(start_game()).pk, seat=0)
    assert isinstance(offered, Invitation)
    return offered


def _accept() -> Game:
    inviter, invitee = _two()
    return accept(invite(inviter, invitee).token, invitee)

"""Mails of games for tests: people with proven addresses, games in which something is owed."""

from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model

from games import clock
from games.engine.options import make_options
from games.models import Game, Invitation, Notice, NoticeKind, Pace, Player, usual_time
from games.services import staff
from games.services.answers import accept
from games.services.invitations import invite_player
from games.services.rematch import offer_rematch
from games.services.resign import resign
from tests.games.factories import make_game, make_user, play, rig


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
    return invite_player(
        inviter.user_id or 0,
        invitee.user_id or 0,
        preset="basra-2",
        options=make_options("basra-2"),
        target=61,
        time=usual_time(Pace.DAY),
    )


def make_every_kind() -> dict[str, Notice]:
    """One notice of every kind of mail, each in a game or invitation of its own, all due now."""
    found = {
        "turn": find_notice(NoticeKind.TURN, game=_play(start_game())),
        "first turn": Notice.objects.filter(kind=NoticeKind.TURN, game=make_game(*_two())).get(),
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
    return game


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

"""An account that closes: what its person leaves at the tables."""

from django.db.models import Q

from games import clock
from games.engine.pair import as_seat
from games.models import (
    Block,
    GameStatus,
    Guest,
    MailSettings,
    MailStop,
    Notice,
    NoticeReason,
    NoticeState,
    Player,
    Seat,
    Vacation,
)
from games.services.answers import withdraw_all_of
from games.services.errors import NotRunning
from games.services.live import open_game
from games.services.vacations import end_vacation


def leave(user_id: int) -> None:
    """End all that waits for the account: invitations, running games as resigned, mails.

    Only inside the transaction that closes it, with the person locked.
    """
    player = Player(user_id=user_id)
    Guest.objects.filter(claimed_by=user_id).update(email="", language="", last_seen_at=None)
    withdraw_all_of(player)
    running = Seat.objects.of(player).filter(game__status=GameStatus.RUNNING)
    for seat in running.order_by("game"):
        _resign_as_it_stands(seat)
    end_vacation(user_id)
    _forget_mail(player)
    _forget_wishes(player)


def _resign_as_it_stands(seat: Seat) -> None:
    """Whatever the version is by now, and on hold as well: the person will not come back."""
    try:
        live = open_game(seat.game_id)
    except NotRunning:
        return
    live.resign(as_seat(seat.index))
    live.write()


def _forget_mail(player: Player) -> None:
    """Mails that wait are not sent, and none tells any more where it went."""
    notices = Notice.objects.of(player)
    notices.filter(due_at__isnull=False).update(
        state=NoticeState.SKIPPED,
        reason=NoticeReason.GONE,
        due_at=None,
        done_at=clock.now(),
    )
    notices.exclude(address="").update(address="")


def _forget_wishes(player: Player) -> None:
    """What tells of the person's ways and days; a stopped address stays, it tells of nobody."""
    MailStop.objects.of(player).delete()
    MailSettings.objects.of(player).delete()
    Vacation.objects.filter(user=player.user_id).delete()
    Block.objects.filter(Q(blocker=player.user_id) | Q(blocked=player.user_id)).delete()

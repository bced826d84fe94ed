"""Mails that are owed under somebody's wishes, and what becomes of them, for tests."""

from datetime import UTC, datetime, timedelta
from typing import Any

from games import clock
from games.mail.delivery import deliver
from games.models import (
    Game,
    MailSettings,
    Notice,
    NoticeKind,
    NoticeState,
    Pace,
    Player,
)
from games.services import notices
from tests.games.factories import play
from tests.games.letters import find_notice, invite, make_due, make_reader, start_game

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)
EVENING = datetime(2026, 12, 1, 21, 30, tzinfo=UTC)  # 23:30 in Cairo
MORNING = datetime(2026, 12, 2, 6, 0, tzinfo=UTC)  # 08:00 there
IN_CAIRO = {"time_zone": "Africa/Cairo"}


def wish(player: Player, **wishes: Any) -> None:
    MailSettings.objects.update_or_create(defaults=wishes, **player.columns)


def be_quiet(player: Player) -> None:
    wish(player, quiet_from=22, quiet_until=8)


def owe_turn(reader: Player) -> Notice:
    """That it is the reader's turn, in a game of its own, due now."""
    game = start_game(make_reader(), reader)
    play(game, "6C", "6D 4S 2H")
    return make_due(find_notice(NoticeKind.TURN, game=game))


def owe_invited(reader: Player) -> Notice:
    """That a stranger invites the reader, due now."""
    return make_due(find_notice(NoticeKind.INVITED, invitation=invite(make_reader(), reader)))


def owe_reminder(reader: Player, kind: NoticeKind, *, left: timedelta) -> Notice:
    """In a game of two days a turn, whose own time is over in `left`."""
    game = start_game(make_reader(), reader)
    play(game, "6C", "6D 4S 2H")
    ends_at = clock.now() + left
    Game.objects.filter(pk=game.pk).update(pace=Pace.TWO_DAYS, bank_at=ends_at, deadline_at=ends_at)
    game.refresh_from_db()
    notices.owe_reminder(game, kind)
    return find_notice(kind, game=game)


def outcome(notice: Notice) -> tuple[str, str, datetime | None]:
    deliver(notice.pk)
    notice.refresh_from_db()
    return notice.state, notice.reason, notice.due_at


def is_sent(notice: Notice) -> bool:
    return outcome(notice)[0] == NoticeState.SENT


def have_ten_mails(reader: Player, kind: NoticeKind = NoticeKind.TURN) -> None:
    """Sent within the last ten minutes, about a game that is nobody's turn of theirs."""
    game = start_game(make_reader(), make_reader())
    Notice.objects.bulk_create(
        Notice(
            key=f"{kind}:{game.pk}:{number}",
            message_id=f"<{game.pk}.{number}@127.0.0.1>",
            kind=kind,
            game=game,
            seq=0,
            state=NoticeState.SENT,
            done_at=clock.now() - number * MINUTE,
            **reader.columns,
        )
        for number in range(10)
    )

"""What stands around the games of the demo: offers, absences, wishes, and fates of mails."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction

from games import clock
from games.engine.options import make_options
from games.models import (
    MailClass,
    Notice,
    NoticeReason,
    NoticeState,
    Pace,
    Player,
    Preset,
    TurnMails,
    usual_time,
)
from games.services.blocks import block
from games.services.invitations import (
    Terms,
    invite_address,
    invite_by_link,
    invite_player,
    offer_seat,
)
from games.services.mail_wishes import find_address, get_settings, save_settings, stop_mail
from games.services.vacations import begin_vacation

FRIEND = "friend@example.com"
AWAY_FOR = timedelta(days=9)


def make_offers(people: Sequence[Player]) -> None:
    """The first has a link out, has written to an address and invited one person, and is invited
    by two. Two others have a seat in the lobby."""
    first, *others = [player.user_id or 0 for player in people]
    invite_by_link(first, **_agree(Pace.TWO_DAYS))
    invite_address(first, FRIEND, **_agree(Pace.WEEK))
    invite_player(first, others[3], **_agree(Pace.TWO_DAYS))
    for key in others[1:3]:
        invite_player(key, first, **_agree(Pace.TWO_DAYS))
    for key, pace in zip(others[4:6], (Pace.HALF_DAY, Pace.THREE_DAYS), strict=True):
        offer_seat(key, **_agree(pace))


def choose_mails(people: Sequence[Player]) -> None:
    """The first plays from mails, the second has one a day and quiet nights, the third wants no
    results."""
    first, second, third = people[:3]
    _wish(first, plays_from_mail=True)
    _wish(second, turns=TurnMails.DIGEST, digest_hour=18, quiet=(22, 8))
    stop_mail(third, MailClass.RESULTS)


def keep_apart(people: Sequence[Player]) -> None:
    """The one before the last has blocked somebody, and the last one is on vacation."""
    block(people[-2].user_id or 0, people[4].user_id or 0)
    begin_vacation(people[-1].user_id or 0, until=clock.now() + AWAY_FOR)


@transaction.atomic
def tell_fates(player: Player) -> None:
    """Of the mails that nobody will send any more, some went out, and one was refused for good."""
    past = Notice.objects.of(player).filter(state=NoticeState.SKIPPED).order_by("-done_at")
    address = find_address(player)
    refused, *sent = past[:6]
    for notice in sent[::2]:
        notice.state, notice.reason, notice.address = NoticeState.SENT, "", address
        notice.save()
    refused.state, refused.reason = NoticeState.PARKED, NoticeReason.REFUSED
    refused.attempts = 1
    refused.save()


def _agree(pace: Pace) -> Terms:
    return Terms(
        preset=Preset.BASRA_2, options=make_options("basra-2"), target=0, time=usual_time(pace)
    )


def _wish(player: Player, **wishes: Any) -> None:
    usual = get_settings(player)
    wanted = {
        "turns": TurnMails(usual.turns),
        "digest_hour": usual.digest_hour,
        "quiet": None,
        "plays_from_mail": usual.plays_from_mail,
    }
    save_settings(player, **{**wanted, **wishes})

"""Several workers at the tenth mail of a day: nobody gets an eleventh."""

from functools import partial

import pytest
from django.core import mail

from games import clock
from games.mail.delivery import deliver, deliver_due
from games.models import Notice, NoticeKind, NoticeState, Player
from games.services.notices import owe_nudge
from tests.games.at_once import at_once, failures
from tests.games.factories import play
from tests.games.letters import find_notice, make_reader, start_game
from tests.games.owed_mails import have_ten_mails

pytestmark = pytest.mark.django_db(transaction=True)


def owe_one(reader: Player) -> Notice:
    """Of a kind that no other mail makes needless."""
    game = start_game(make_reader(), reader)
    play(game, "6C", "6D 4S 2H")
    game.refresh_from_db()
    owe_nudge(game, to=1)
    Notice.objects.filter(game=game, kind=NoticeKind.TURN).delete()
    return find_notice(NoticeKind.NUDGE, game=game)


@pytest.mark.parametrize("attempt", range(10))
def test_workers_with_a_mail_each_send_no_more_than_ten(attempt: int) -> None:
    reader = make_reader()
    have_ten_mails(reader)
    Notice.objects.filter(state=NoticeState.SENT).first().delete()
    owed = [owe_one(reader) for _ in range(3)]
    assert failures(at_once(*[partial(deliver, notice.pk) for notice in owed])) == []
    assert len(mail.outbox) <= 1
    # Where each has found the others, all wait for a moment.
    Notice.objects.filter(due_at__isnull=False).update(due_at=clock.now())
    deliver_due()
    assert len(mail.outbox) == 1
    assert Notice.objects.filter(state=NoticeState.HELD, reason="cap").count() == 2

"""No mail is so long that mail programs cut it off, however many games wait."""

import pytest
from django.core import mail

from games import clock
from games.mail.delivery import deliver
from games.models import MailSettings, Notice, NoticeKind, TurnMails
from tests.games.factories import play, rig
from tests.games.letters import find_notice, make_due, make_reader, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

LONGEST = 100 * 1024
MANY = 60
LONG_NAME = "عبد الرحمن المصري بك"
FLOOR, LEAD, DEALT = "2C 3S 4H 5D", "KD 9C TS 6H", "QH JC QS KH"


def send(notice: Notice) -> None:
    """A daily mail is put off to its hour first."""
    deliver(notice.pk)
    notice.refresh_from_db()
    with clock.stopped_at(notice.due_at):
        deliver(notice.pk)


@pytest.mark.parametrize("turns", [TurnMails.ONE, TurnMails.DIGEST])
def test_mail_is_whole_with_sixty_games_that_wait(turns: TurnMails) -> None:
    reader = make_reader(name="Salma", language="ar", time_zone="America/Argentina/Buenos_Aires")
    MailSettings.objects.create(plays_from_mail=True, turns=turns, **reader.columns)
    opponent = make_reader(name=LONG_NAME)
    for _ in range(MANY + 1):
        game = rig(start_game(opponent, reader, target=1000), floor=FLOOR, lead=LEAD, dealt=DEALT)
        play(game, "KD")
    notice = make_due(find_notice(NoticeKind.TURN, game=game))

    send(notice)
    (sent,) = mail.outbox
    whole = sent.message().as_bytes()
    html = sent.alternatives[0][0]
    assert html.count("/games/") >= MANY
    assert "/mail/play/" in html
    assert len(html.encode()) < LONGEST
    assert len(whole) < LONGEST

"""Mails that the staff skip or send again."""

import pytest
from django.core import mail
from django.utils import timezone

from games.mail.delivery import deliver
from games.models import Notice, NoticeReason, NoticeState
from games.services.errors import AlreadyOnItsWay, NoLongerOwed
from games.services.settling import resend, skip
from tests.games.factories import play
from tests.games.letters import make_every_kind

pytestmark = pytest.mark.django_db


@pytest.fixture
def notice() -> Notice:
    return make_every_kind()["turn"]


def test_skipped_notice_is_not_sent(notice: Notice) -> None:
    skip(notice.pk)
    assert deliver(notice.pk) is None
    notice.refresh_from_db()
    assert (notice.state, notice.reason) == (NoticeState.SKIPPED, NoticeReason.BY_STAFF)
    assert not mail.outbox


def test_notice_that_is_done_is_not_skipped(notice: Notice) -> None:
    deliver(notice.pk)
    with pytest.raises(NoLongerOwed):
        skip(notice.pk)


@pytest.mark.parametrize("act", [skip, resend])
def test_notice_on_its_way_is_left_alone(notice: Notice, act) -> None:
    Notice.objects.filter(pk=notice.pk).update(state=NoticeState.CLAIMED)
    with pytest.raises(AlreadyOnItsWay):
        act(notice.pk)


def test_parked_notice_is_sent_again_from_the_start(notice: Notice) -> None:
    Notice.objects.filter(pk=notice.pk).update(
        state=NoticeState.PARKED,
        reason=NoticeReason.UNKNOWN,
        due_at=None,
        done_at=timezone.now(),
        attempts=3,
        unknown_outcomes=2,
    )
    resend(notice.pk)
    assert deliver(notice.pk) is NoticeState.SENT
    # It may have arrived, and is then the same mail to its reader.
    assert mail.outbox[0].extra_headers["Message-ID"] == notice.message_id


def test_sent_notice_is_sent_again_as_a_new_mail(notice: Notice) -> None:
    deliver(notice.pk)
    resend(notice.pk)
    deliver(notice.pk)
    first, second = (sent.extra_headers["Message-ID"] for sent in mail.outbox)
    assert first != second


def test_turn_that_is_played_is_not_sent_again(notice: Notice) -> None:
    deliver(notice.pk)
    play(notice.game, "8S", "8H")
    with pytest.raises(NoLongerOwed) as refused:
        resend(notice.pk)
    assert refused.value.reason is NoticeReason.PLAYED

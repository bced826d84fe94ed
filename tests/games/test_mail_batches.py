"""Several notices at once: what they cost, and what one of them changes for the next."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import DatabaseError, connection
from django.utils import timezone

from games.mail import claims, delivery
from games.mail.delivery import deliver_due
from games.models import Game, Notice, NoticeKind, NoticeReason, NoticeState, Player, Sweep
from games.services.facts import Facts
from games.services.pauses import find_pause
from games.services.presence import note_seen
from games.services.reasons import find_reason
from tests.games.factories import play
from tests.games.letters import find_notice, make_due, make_reader, start_game
from tests.games.queries_sent import count_queries

pytestmark = pytest.mark.django_db

FACTS = 20
"""More there is not to know."""


def owe_turn(reader: Player | None = None) -> Notice:
    game = start_game(make_reader(), reader or make_reader())
    play(game, "6C", "6D 4S 2H")
    return make_due(find_notice(NoticeKind.TURN, game=game))


def outcomes() -> Counter[tuple[str, str]]:
    return Counter(Notice.objects.filter(kind=NoticeKind.TURN).values_list("state", "reason"))


def judge(notices: list[Notice]) -> int:
    """Look at all the notices; how many queries that took."""
    read = list(Notice.objects.with_subjects().filter(pk__in=[row.pk for row in notices]))
    with count_queries() as sent:
        facts = Facts(read)
        for notice in read:
            assert find_reason(notice, facts) is None
            assert find_pause(notice, facts) is None
    return len(sent)


def test_facts_cost_the_same_for_many_notices_as_for_one() -> None:
    notices = [owe_turn() for _ in range(12)]
    assert judge(notices[:1]) == judge(notices) <= FACTS


def test_facts_cost_the_same_for_a_reader_with_many_games() -> None:
    reader = make_reader()
    alone = judge([owe_turn()])
    notices = [owe_turn(reader) for _ in range(12)]
    assert judge(notices[:1]) == alone


def cost_of(notices: list[Notice]) -> float:
    """Queries a notice of one sweep, which is not the first and sends them all."""
    Sweep.record(delivery.SWEEP)
    with count_queries() as sent:
        assert deliver_due() == {NoticeState.SENT: len(notices)}
    return len(sent) / len(notices)


def test_mails_together_cost_a_fraction_of_mails_alone() -> None:
    alone = cost_of([owe_turn()])
    together = cost_of([owe_turn() for _ in range(delivery.CLAIMED_AT_ONCE)])
    assert together <= alone / 3


def test_cost_of_a_mail_does_not_grow_with_games() -> None:
    def owe_one_of(games: int) -> Notice:
        reader = make_reader()
        notice = owe_turn(reader)
        for _ in range(games - 1):
            owe_turn(reader)
        Notice.objects.exclude(pk=notice.pk).filter(state=NoticeState.PENDING).delete()
        return notice

    assert cost_of([owe_one_of(12)]) == cost_of([owe_one_of(2)])


def test_mail_is_noted_though_the_next_cannot_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    owe_turn(), owe_turn()
    begin, begun = claims.begin, list[Notice]()

    def begin_once(notice: Notice, address: str) -> bool:
        if begun:
            raise DatabaseError
        begun.append(notice)
        return begin(notice, address)

    monkeypatch.setattr(claims, "begin", begin_once)
    with pytest.raises(DatabaseError):
        deliver_due()
    assert Notice.objects.get(pk=begun[0].pk).state == NoticeState.SENT


def test_marks_of_two_mails_are_one_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    owe_turn(), owe_turn()
    begin, in_block = claims.begin, list[bool]()

    def look(notice: Notice, address: str) -> bool:
        in_block.append(len(connection.savepoint_ids) > outside)
        return begin(notice, address)

    outside = len(connection.savepoint_ids)
    monkeypatch.setattr(claims, "begin", look)
    deliver_due()
    assert in_block == [False, True]


def test_sixty_games_are_told_in_one_mail() -> None:
    reader = make_reader()
    for _ in range(60):
        owe_turn(reader)
    deliver_due()
    assert len(mail.outbox) == 1
    assert outcomes() == {
        (NoticeState.SENT, ""): 1,
        (NoticeState.SKIPPED, NoticeReason.TOLD): 59,
    }


def test_sixty_needless_notices_cost_a_few_queries_each() -> None:
    reader = make_reader()
    for _ in range(60):
        owe_turn(reader)
    with count_queries() as sent:
        deliver_due()
    assert len(sent) <= 60 * 3


@pytest.fixture
def slow_server(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Any]], None]:
    """A mail server that takes two seconds, in which something happens."""

    def make(happen: Callable[[], Any]) -> None:
        now = [0.0]

        def send(self: EmailBackend, messages: list[object]) -> int:
            now[0] += 2 * delivery.FRESH
            happen()
            return len(messages)

        monkeypatch.setattr(delivery, "monotonic", lambda: now[0])
        monkeypatch.setattr(EmailBackend, "send_messages", send)

    return make


def test_who_looks_while_the_mail_before_is_sent_gets_none(
    slow_server: Callable[[Callable[[], Any]], None],
) -> None:
    owe_turn()
    second = owe_turn()
    game = Game.objects.get(pk=second.game_id)
    slow_server(lambda: note_seen(game.seats.get(index=1).pk, game.version))
    deliver_due()
    second.refresh_from_db()
    assert (second.state, second.reason) == (NoticeState.SKIPPED, NoticeReason.SEEN)


def test_claim_that_was_lost_meanwhile_is_not_sent(
    slow_server: Callable[[Callable[[], Any]], None],
) -> None:
    owe_turn()
    second = owe_turn()
    others = timezone.now() + delivery.claims.CLAIM * 2
    slow_server(lambda: Notice.objects.filter(pk=second.pk).update(due_at=others))
    assert deliver_due() == {NoticeState.SENT: 1}
    second.refresh_from_db()
    assert (second.state, second.due_at) == (NoticeState.CLAIMED, others)


def test_what_is_left_when_time_is_up_is_put_back(
    slow_server: Callable[[Callable[[], Any]], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "ROUND", delivery.FRESH)
    notices = [owe_turn() for _ in range(3)]
    slow_server(lambda: None)
    deliver_due()
    assert outcomes() == {(NoticeState.SENT, ""): 1, (NoticeState.PENDING, ""): 2}
    assert {row.attempts for row in Notice.objects.filter(pk__in=[row.pk for row in notices])} == {
        0,
        1,
    }

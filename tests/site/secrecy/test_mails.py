"""Mails show what is public and no hand, to whomever they go; nor do they in the post."""

from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives

from games.mail.compose import compose
from games.mail.headers import make_message
from games.models import MailSettings, Notice, NoticeKind, Player
from games.services.facts import Facts
from games.services.mailboxes import find_mailbox
from tests.site.secrecy.scene import Scene, exchange_floor_card, exchange_hidden_cards

READERS = ("user", "guest")


def write_mails(scene: Scene, reader: str) -> dict[str, Any]:
    """Every part of every mail to the reader, by its kind."""
    return {
        notice.kind: read_parts(write_mail(Notice.objects.get(pk=notice.pk)))
        for notice in scene.notices
        if getattr(notice, reader) is not None
    }


def write_mail(notice: Notice) -> EmailMultiAlternatives:
    mailbox = find_mailbox(notice, Facts([notice]))
    assert mailbox is not None
    return make_message(notice, compose(notice, mailbox), mailbox)


def read_parts(message: EmailMultiAlternatives) -> dict[str, Any]:
    return {
        "subject": message.subject,
        "headers": message.extra_headers,
        "to": message.to,
        "text": message.body,
        "html": message.alternatives,
    }


@pytest.mark.parametrize("reader", READERS)
def test_no_mail_holds_a_hand_or_the_pack(scene: Scene, reader: str) -> None:
    before = write_mails(scene, reader)
    exchange_hidden_cards(scene, seats=())
    assert write_mails(scene, reader) == before


@pytest.mark.parametrize("reader", READERS)
def test_mails_of_every_kind_are_compared(scene: Scene, reader: str) -> None:
    assert set(write_mails(scene, reader)) == set(NoticeKind)


@pytest.mark.parametrize("part", ["text", "html"])
def test_the_exchange_of_a_card_on_the_floor_is_noticed(scene: Scene, part: str) -> None:
    """The comparison above can fail: a turn mail shows the floor, in both its parts."""
    before = write_mails(scene, "user")["turn"][part]
    exchange_floor_card(scene)
    assert write_mails(scene, "user")["turn"][part] != before


@pytest.fixture
def mover(scene: Scene) -> str:
    """Whose turn it is, who plays from mails."""
    seats = (Player(user_id=scene.member.pk), Player(guest_id=scene.guest.pk))
    player = seats[scene.game.to_move or 0]
    MailSettings.objects.create(plays_from_mail=True, **player.columns)
    return "guest" if player.is_guest else "user"


def test_hand_of_who_plays_from_mails_stands_in_their_own(scene: Scene, mover: str) -> None:
    before = write_mails(scene, mover)["turn"]
    assert "/mail/play/" in before["text"]
    exchange_hidden_cards(scene, seats=())
    assert write_mails(scene, mover)["turn"]["text"] != before["text"]


def test_nothing_else_stands_there_than_that_hand(scene: Scene, mover: str) -> None:
    before = write_mails(scene, mover)
    exchange_hidden_cards(scene, seats=(scene.game.to_move or 0,))
    assert write_mails(scene, mover) == before

"""Links that play one card without signing in.

Nothing of them is stored: each is derived from its notice, so that a mail which is tried again
carries the same links. No card can be read in an address, which stands in logs on its way.
"""

import hmac
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse

from games.engine.cards import PACK, Card
from games.engine.pair import Seat, as_seat
from games.mail.links import BadToken, absolute
from games.models import MailSettings, Notice
from games.models import Seat as SeatRow

LABEL = "play from a mail, 1"
PROOF_LENGTH = 22  # characters, 128 bits


@dataclass(frozen=True, slots=True)
class PlayLink:
    """What a link is good for: that card of that seat, as long as nothing else is played."""

    notice: Notice
    seat: SeatRow
    card: Card

    @property
    def version(self) -> int:
        return self.notice.seq or 0


def make_play_url(notice: Notice, card: Card, *, seat: Seat, generation: int) -> str:
    """The address of the page that plays the card; `generation` is the reader's own."""
    name = notice.message_id[1:].partition("@")[0]
    token = f"{name}.{_prove(notice, card, seat=seat, generation=generation)}"
    return absolute(reverse("games:play_from_mail", args=[token]))


def read_play_token(token: str) -> PlayLink:
    """Whose card it plays. Raises BadToken where it plays nothing, or nothing any more."""
    name, _, proof = token.partition(".")
    notice = _find_notice(name)
    if notice is None or not _may_play(notice):
        raise BadToken
    seat = SeatRow.objects.of(notice.reader).filter(game=notice.game).first()
    wishes = MailSettings.objects.of(notice.reader).filter(plays_from_mail=True).first()
    if seat is None or wishes is None:
        raise BadToken
    for card in PACK:
        expected = _prove(notice, card, seat=as_seat(seat.index), generation=wishes.link_generation)
        if hmac.compare_digest(proof.encode(), expected.encode()):
            return PlayLink(notice, seat, card)
    raise BadToken


def _find_notice(name: str) -> Notice | None:
    host = urlsplit(settings.SITE_ADDRESS).hostname
    notices = Notice.objects.filter(message_id=f"<{name}@{host}>", game__isnull=False)
    return notices.select_related("user", "guest", "game").first()


def _may_play(notice: Notice) -> bool:
    if notice.user is not None:
        return notice.user.is_active
    return notice.guest is not None and notice.guest.claimed_by_id is None


def _prove(notice: Notice, card: Card, *, seat: Seat, generation: int) -> str:
    """What only the site can write down, for one card of one person at one moment."""
    speaks_of = [LABEL, notice.message_id, notice.reader, seat, notice.seq, generation, card]
    text = "\n".join(map(str, speaks_of))
    digest = hmac.digest(settings.MAIL_LINK_SECRET.encode(), text.encode(), "sha256")
    return urlsafe_b64encode(digest).decode()[:PROOF_LENGTH]

"""The reader's own hand, each card a link that plays it; for who has switched that on."""

from collections.abc import Collection, Mapping, Sequence

from django.db.models import F

from games.engine.pair import as_seat
from games.mail.letter import HandLink
from games.mail.play_links import make_play_url
from games.models import Notice, NoticeKind, Player
from games.models import Seat as SeatRow
from games.queries.hand import get_hand

PLAYED_FROM = frozenset(
    {
        NoticeKind.TURN,
        NoticeKind.NUDGE,
        NoticeKind.REMINDER,
        NoticeKind.LAST_REMINDER,
        NoticeKind.ACCEPTED,
    }
)
"""The mails that say that it is their reader's turn, of the move after which they were owed."""


def list_hand(notice: Notice, *, generation: int) -> Sequence[HandLink]:
    """Empty where the reader may not play as the table was when the mail was owed."""
    game = notice.game
    if game is None or notice.kind not in PLAYED_FROM or game.version != notice.seq:
        return ()
    mine = SeatRow.objects.of(notice.reader).awaited().filter(game=game).first()
    if mine is None:
        return ()
    seat = as_seat(mine.index)
    return [
        HandLink(card, make_play_url(notice, card, seat=seat, generation=generation))
        for card in get_hand(game, seat)
    ]


def list_turns_told(reader: Player, games: Collection[int]) -> Mapping[int, Notice]:
    """By game, the notice whose links play its present turn; none where none was owed."""
    owed = Notice.objects.of(reader).filter(
        kind__in=PLAYED_FROM, game__in=games, seq=F("game__version")
    )
    return {notice.game_id or 0: notice for notice in owed.select_related("game")}

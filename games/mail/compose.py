"""From a notice to the mail that tells it as things are now, in its reader's words."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from zoneinfo import ZoneInfo

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.mail.daily import add_first_hand, write_daily
from games.mail.ending import write_game_over
from games.mail.hand import list_hand
from games.mail.idle import write_idle
from games.mail.invitation import write_accepted, write_invited
from games.mail.letter import Letter
from games.mail.reminder import write_nudge, write_reminder
from games.mail.round_over import write_round_over
from games.mail.staff import write_staff
from games.mail.table import Table, get_table
from games.mail.text import render_text
from games.mail.time_out import write_time_out
from games.mail.trial import write_test
from games.mail.turn import tell_why, write_turn
from games.mail.vacation import write_away, write_back
from games.mail.ways import list_ways
from games.models import Invitation, Notice, NoticeKind, Seat, TurnMails, Vacation
from games.services.facts import Facts
from games.services.mailboxes import Mailbox


@dataclass(frozen=True, slots=True)
class ComposedMail:
    """A mail in its two parts. The subject holds nobody's words and no hidden card."""

    subject: str
    text: str
    html: str


def compose(notice: Notice, mailbox: Mailbox, facts: Facts | None = None) -> ComposedMail:
    """The mail for its reader; `facts` may be those of more notices than this one.

    Raises Seat.DoesNotExist where the reader has left the game.
    """
    with ExitStack() as ways:
        ways.enter_context(translation.override(_choose_language(mailbox.language)))
        ways.enter_context(timezone.override(ZoneInfo(mailbox.time_zone or settings.TIME_ZONE)))
        facts = facts or Facts([notice])
        letter = _write(notice, facts, turns=mailbox.turns)
        return _render(_add_hand(letter, notice, mailbox, facts))


def _add_hand(letter: Letter, notice: Notice, mailbox: Mailbox, facts: Facts) -> Letter:
    """Below the floor on which its cards would be played; of several games, that of the first."""
    generation = mailbox.link_generation
    if generation is None:
        return letter
    if notice.kind == NoticeKind.TURN and letter.floor is None:
        waiting = facts.waiting.get(notice.reader, [])
        return add_first_hand(letter, waiting, reader=notice.reader, generation=generation)
    hand = list_hand(notice, generation=generation) if letter.floor is not None else ()
    return replace(letter, hand=hand)


def preview(notice: Notice) -> ComposedMail:
    """The mail as it would be now, for eyes that it is not meant for: none of its links works.

    It is in the language and time zone of whoever looks. Raises as `compose` does.
    """
    return _render(_write(notice, Facts([notice])).without_links())


def _choose_language(wish: str) -> str:
    return wish if wish in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def _write(notice: Notice, facts: Facts, *, turns: str = TurnMails.ONE) -> Letter:
    """`turns` is how often its reader hears of them."""
    letter = _choose_words(notice, facts)
    if notice.kind == NoticeKind.TURN and turns != TurnMails.ONE:
        letter = _fit_to_wish(letter, facts.waiting.get(notice.reader, []), turns)
    if notice.guest_id is not None:
        browser = _("You play as a guest: the game opens in the browser in which you play.")
        letter = replace(letter, why=f"{letter.why} {browser}")
    return replace(letter, ways=list(list_ways(notice)))


def _choose_words(notice: Notice, facts: Facts) -> Letter:
    kind = NoticeKind(notice.kind)
    if kind in ABOUT_OTHERS:
        return ABOUT_OTHERS[kind](notice)
    return ABOUT_GAMES[kind](_get_table(notice, facts))


def _fit_to_wish(letter: Letter, waiting: Sequence[Seat], turns: str) -> Letter:
    daily = write_daily(waiting) if turns == TurnMails.DIGEST else None
    return daily or replace(letter, why=tell_why(turns))


def _get_invitation(notice: Notice) -> Invitation:
    if notice.invitation is None:
        raise ValueError("a mail about an invitation speaks of one")
    return notice.invitation


def _get_table(notice: Notice, facts: Facts) -> Table:
    if notice.game is None:
        raise ValueError("only an invitation speaks of no game")
    return get_table(notice, notice.game, facts)


def _get_vacation(notice: Notice) -> Vacation:
    if notice.vacation is None:
        raise ValueError("a mail about a vacation speaks of one")
    return notice.vacation


# Each kind of its own: one that is missing here fails, rather than being told as another.
ABOUT_GAMES: dict[NoticeKind, Callable[[Table], Letter]] = {
    NoticeKind.ACCEPTED: write_accepted,
    NoticeKind.TURN: write_turn,
    NoticeKind.REMINDER: partial(write_reminder, is_last=False),
    NoticeKind.LAST_REMINDER: partial(write_reminder, is_last=True),
    NoticeKind.NUDGE: write_nudge,
    NoticeKind.ROUND_OVER: write_round_over,
    NoticeKind.GAME_OVER: write_game_over,
    NoticeKind.TIME_OUT: write_time_out,
    NoticeKind.IDLE: write_idle,
    NoticeKind.STAFF: write_staff,
}
ABOUT_OTHERS: dict[NoticeKind, Callable[[Notice], Letter]] = {
    NoticeKind.INVITED: lambda notice: write_invited(_get_invitation(notice)),
    NoticeKind.AWAY: lambda notice: write_away(_get_vacation(notice)),
    NoticeKind.BACK: lambda notice: write_back(_get_vacation(notice)),
    NoticeKind.TEST: write_test,
}


def render_html(letter: Letter) -> str:
    return render_to_string("mail/letter.html", {"letter": letter}).strip()


def _render(letter: Letter) -> ComposedMail:
    return ComposedMail(
        subject=letter.subject,
        text=render_text(letter),
        html=render_html(letter),
    )

"""What is true now of the readers and games of some notices, read once for all of them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from allauth.account.models import EmailAddress
from django.db.models import Max, Q

from games import clock
from games.models import (
    AddressStopReason,
    Block,
    MailClass,
    MailSettings,
    MailStop,
    Move,
    MoveKind,
    Notice,
    NoticeKind,
    NoticeQuerySet,
    NoticeState,
    Player,
    Seat,
    Vacation,
    Via,
)
from games.queries.recent import Recent, list_recent
from games.queries.since import list_waiting_opponents
from games.services.address_stops import find_stops

LATELY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class SentMail:
    """A mail that has gone out; `inviter` is set where it told of an invitation."""

    kind: NoticeKind
    at: datetime
    inviter: Player | None

    def tells_offer_of(self, inviter: Player) -> bool:
        return self.kind == NoticeKind.INVITED and self.inviter == inviter


class Facts:
    """Each fact costs one query at most, when it is first asked for, however many notices.

    They are of that moment: whoever asks much later makes new ones, with notices read anew. What
    they tell of mails that were sent leaves out these notices themselves.
    """

    def __init__(self, notices: Iterable[Notice]) -> None:
        self.notices = list(notices)
        self.now = clock.now()
        self.readers = {reader for notice in self.notices if (reader := find_person(notice))}

    @cached_property
    def addresses(self) -> Mapping[int, str]:
        """The proven addresses, by account."""
        proven = EmailAddress.objects.filter(user__in=self._users, primary=True, verified=True)
        return dict(proven.values_list("user_id", "email"))

    @cached_property
    def address_stops(self) -> Mapping[str, Set[AddressStopReason]]:
        """Why nothing is sent to an address that one of the notices may go to."""
        guests = {notice.guest.email for notice in self.notices if notice.guest}
        invited = {notice.invitation.address for notice in self.notices if notice.invitation}
        return find_stops({*self.addresses.values(), *guests, *invited} - {""})

    @cached_property
    def stops(self) -> set[tuple[Player, MailClass]]:
        """Who wants no mail of which class."""
        stops = MailStop.objects.filter(self._of_readers)
        rows = stops.values_list("user_id", "guest_id", "mail_class")
        return {(Player(user, guest), MailClass(mail_class)) for user, guest, mail_class in rows}

    @cached_property
    def settings(self) -> Mapping[Player, MailSettings]:
        """The wishes of whom has any."""
        rows = MailSettings.objects.filter(self._of_readers)
        return {Player(row.user_id, row.guest_id): row for row in rows}

    @cached_property
    def away(self) -> set[int]:
        """The readers who are on vacation, by account."""
        return set(
            Vacation.objects.on().filter(user__in=self._users).values_list("user", flat=True)
        )

    @cached_property
    def blocks(self) -> set[tuple[int, int]]:
        """By account, who has blocked whom, where a reader is one of the two."""
        rows = Block.objects.filter(Q(blocker__in=self._users) | Q(blocked__in=self._users))
        return set(rows.values_list("blocker", "blocked"))

    @cached_property
    def seats(self) -> Mapping[int, list[Seat]]:
        """Both seats of each game, with their people and who of them is away."""
        rows = Seat.objects.filter(game__in=self._games).select_related("user", "guest")
        found: dict[int, list[Seat]] = defaultdict(list)
        for seat in rows.with_absence().order_by("index"):
            found[seat.game_id].append(seat)
        return found

    @cached_property
    def recent(self) -> Mapping[int, Recent]:
        """By game, what was played there last."""
        games = {notice.game.pk: notice.game for notice in self.notices if notice.game}
        return list_recent(games.values())

    @cached_property
    def waiting(self) -> Mapping[Player, list[Seat]]:
        """Who waits for each reader, with the games: the most urgent first. Two queries."""
        return list_waiting_opponents(self.readers)

    @cached_property
    def last_choices(self) -> Mapping[tuple[int, int], int]:
        """By game and seat, the last play that its person chose."""
        plays = Move.objects.filter(game__in=self._games, kind=MoveKind.PLAY)
        chosen = plays.exclude(via=Via.FORCED).order_by().values_list("game_id", "seat")
        return {(game, seat or 0): last for game, seat, last in chosen.annotate(last=Max("seq"))}

    @cached_property
    def turn_mails(self) -> Mapping[Player, datetime]:
        """When each reader last had a turn mail."""
        rows = self._sent.filter(kind=NoticeKind.TURN).values_list("user_id", "guest_id")
        return {Player(user, guest): at for user, guest, at in rows.annotate(at=Max("done_at"))}

    @cached_property
    def told_moves(self) -> Mapping[tuple[Player, int, int], datetime]:
        """By reader, game and move, when the last mail that spoke of it went out."""
        moves = {notice.seq for notice in self.notices}
        rows = self._sent.filter(game__in=self._games, seq__in=moves)
        found = rows.values_list("user_id", "guest_id", "game_id", "seq")
        return {
            (Player(user, guest), game or 0, seq or 0): at
            for user, guest, game, seq, at in found.annotate(at=Max("done_at"))
        }

    @cached_property
    def told_deadlines(self) -> set[tuple[Player, int, datetime]]:
        """By reader and game, the deadlines of which the last reminder has gone out."""
        rows = self._sent.filter(kind=NoticeKind.LAST_REMINDER, game__in=self._games)
        found = rows.values_list("user_id", "guest_id", "game_id", "deadline_at")
        return {
            (Player(user, guest), game, deadline_at)
            for user, guest, game, deadline_at in found
            if game is not None and deadline_at is not None
        }

    @cached_property
    def bills_to_come(self) -> set[tuple[Player, int, int]]:
        """By reader, game and move, the ends of rounds of which a mail is still to be sent."""
        rows = Notice.objects.filter(self._of_readers, kind=NoticeKind.ROUND_OVER)
        waiting = rows.filter(due_at__isnull=False, game__in=self._games)
        found = waiting.values_list("user_id", "guest_id", "game_id", "seq")
        return {(Player(user, guest), game or 0, seq or 0) for user, guest, game, seq in found}

    @cached_property
    def told_rematches(self) -> set[tuple[Player, int]]:
        """By reader and finished game, the rematches of which a mail has told."""
        offers = {notice.invitation.rematch_of_id for notice in self.notices if notice.invitation}
        rows = self._sent.filter(kind=NoticeKind.INVITED, invitation__rematch_of__in=offers)
        found = rows.values_list("user_id", "guest_id", "invitation__rematch_of")
        return {(Player(user, guest), game or 0) for user, guest, game in found}

    @cached_property
    def _sent_lately(self) -> Mapping[Player, list[SentMail]]:
        rows = self._sent.filter(done_at__gt=self.now - LATELY).order_by("done_at", "pk")
        found: dict[Player, list[SentMail]] = defaultdict(list)
        for notice in rows.select_related("invitation"):
            found[notice.reader].append(_describe(notice))
        return found

    @cached_property
    def claimed(self) -> Mapping[Player, list[Notice]]:
        """By reader, what others are sending at this moment."""
        claimed = Notice.objects.filter(self._of_readers, state=NoticeState.CLAIMED)
        found: dict[Player, list[Notice]] = defaultdict(list)
        for notice in claimed.exclude(pk__in=self._own):
            found[notice.reader].append(notice)
        return found

    def find_seat(self, notice: Notice) -> Seat | None:
        """Where the reader sits; None where they have left, or no game is spoken of."""
        seats, reader = self.seats.get(notice.game_id or 0, []), find_person(notice)
        return next((seat for seat in seats if reader and seat.is_held_by(reader)), None)

    def get_settings(self, notice: Notice) -> MailSettings:
        """The reader's wishes; who has said nothing has the defaults."""
        reader = find_person(notice)
        return (reader and self.settings.get(reader)) or MailSettings()

    def list_sent_lately(self, notice: Notice) -> list[SentMail]:
        """The mails that the reader has had within a day, in order."""
        reader = find_person(notice)
        return self._sent_lately.get(reader, []) if reader else []

    def list_claimed(self, notice: Notice) -> list[Notice]:
        """What others are sending to the reader at this moment."""
        reader = find_person(notice)
        return self.claimed.get(reader, []) if reader else []

    @property
    def _sent(self) -> NoticeQuerySet:
        # First what is being sent: a mail that goes out in between is found by one look or both.
        _ = self.claimed
        sent = Notice.objects.filter(self._of_readers, state=NoticeState.SENT)
        return sent.exclude(pk__in=self._own).order_by()

    @cached_property
    def _own(self) -> list[int]:
        return [notice.pk for notice in self.notices if notice.pk]

    @cached_property
    def _users(self) -> list[int]:
        return [reader.user_id for reader in self.readers if reader.user_id is not None]

    @cached_property
    def _games(self) -> set[int]:
        return {notice.game_id for notice in self.notices if notice.game_id}

    @cached_property
    def _of_readers(self) -> Q:
        guests = [reader.guest_id for reader in self.readers if reader.guest_id is not None]
        return Q(user__in=self._users) | Q(guest__in=guests)


def find_person(notice: Notice) -> Player | None:
    """Whom the notice is for; None where it goes to an address of which no more is known."""
    has_person = notice.user_id is not None or notice.guest_id is not None
    return notice.reader if has_person else None


def _describe(notice: Notice) -> SentMail:
    inviter = notice.invitation.inviter if notice.invitation else None
    return SentMail(NoticeKind(notice.kind), notice.done_at or notice.created_at, inviter)

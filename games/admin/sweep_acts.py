"""What operators do about a sweep."""

from collections.abc import Iterator
from datetime import date, datetime, time

from django import forms
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.desk_acts import Act, ActForm, Data, carry_out
from games import clock
from games.admin.conflicts import are_notices_of
from games.admin.notice_acts import Resend
from games.admin.own import is_of_own_game
from games.admin.paths import OF_NOTICE
from games.mail.delivery import SWEEP
from games.models import Notice, NoticeQuerySet, NoticeReason, NoticeState, Sweep
from games.services.errors import AlreadyOnItsWay, NoLongerOwed
from games.services.facts import Facts
from games.services.reasons import find_reason
from games.services.settling import let_go

# Looking at each anew takes a few queries; a page should not take long.
MOST_AT_ONCE = 200
GIVEN_UP = (NoticeReason.TIRED, NoticeReason.UNKNOWN, NoticeReason.REFUSED)
BEGINNING = date(2000, 1, 1)  # before it there was no mail
NOTHING = gettext_lazy("Nothing is sent: no such mail was given up.")


class ResendParkedForm(ActForm):
    since = forms.DateField(
        label=gettext_lazy("Given up since"),
        help_text=gettext_lazy("The first day of the failure."),
        widget=forms.DateInput(attrs={"type": "date"}),
    )
    given_up = forms.ChoiceField(
        label=gettext_lazy("Why they were given up"),
        choices=[(reason.value, reason.label) for reason in GIVEN_UP],
    )

    def clean_since(self) -> date:
        since: date = self.cleaned_data["since"]
        if not BEGINNING <= since <= timezone.localdate(clock.now()):
            raise forms.ValidationError(_("Choose a day that has been."))
        return since


class NothingParked(Exception):
    """Nobody is waiting for such a mail."""


class ResendParked(Act[Sweep]):
    name = "resend_parked"
    title = gettext_lazy("Send given up mails again")
    done = gettext_lazy("What is still needed of the given up mails is on its way.")
    permission = "games.settle_notice"
    form_class = ResendParkedForm
    refusals = (NothingParked,)

    def find_obstacle(self, obj: Sweep) -> str | Promise | None:
        if obj.name != SWEEP:
            return gettext_lazy("This sweep sends no mails.")
        return None if _list_parked().exists() else NOTHING

    def foresee(self, obj: Sweep, data: Data) -> list[str]:
        notices = self._find(data)
        if not notices:
            return [str(NOTHING)]
        has_more = len(notices) > MOST_AT_ONCE
        return list(_tell(notices[:MOST_AT_ONCE], data["given_up"], has_more=has_more))

    def perform(self, obj: Sweep, data: Data) -> None:
        """Each as if the staff had sent it by itself, with a row of its own in the audit log."""
        notices = self._find(data)[:MOST_AT_ONCE]
        if not notices:
            raise NothingParked
        for notice in notices:
            try:
                carry_out(Resend(self.actor), notice, data)
            except NoLongerOwed:
                let_go(notice.pk)
            except AlreadyOnItsWay:
                continue  # somebody else has just sent it again

    def snapshot(self, obj: Sweep) -> Data:
        return {"parked": _list_parked().count()}

    def explain(self, refusal: Exception) -> str:
        return str(NOTHING)

    def _find(self, data: Data) -> list[Notice]:
        """The oldest, and one more if there are more; none of one's own games and companions."""
        since = timezone.make_aware(datetime.combine(data["since"], time.min))
        parked = _list_parked().filter(reason=data["given_up"], done_at__gte=since)
        parked = parked.exclude(is_of_own_game(self.actor, OF_NOTICE))
        parked = parked.exclude(are_notices_of(self.actor)).order_by("done_at", "pk")
        people = parked.with_subjects()
        return list(people[: MOST_AT_ONCE + 1])


def _list_parked() -> NoticeQuerySet:
    return Notice.objects.filter(state=NoticeState.PARKED)


def _tell(notices: list[Notice], given_up: str, *, has_more: bool) -> Iterator[str]:
    facts = Facts(notices)
    needless = sum(find_reason(notice, facts) is not None for notice in notices)
    owed = len(notices) - needless
    if owed:
        yield ngettext(
            "%(count)d mail goes out at once. It tells how things are now.",
            "%(count)d mails go out at once. They tell how things are now.",
            owed,
        ) % {"count": owed}
    if owed and given_up == NoticeReason.UNKNOWN:
        yield _("What has arrived after all arrives twice.")
    if owed > len({(notice.kind, notice.reader) for notice in notices}):
        yield _("Whoever has several turns to play gets one mail about them all.")
    if needless:
        yield ngettext(
            "%(count)d mail is needed by nobody any more: it counts as skipped.",
            "%(count)d mails are needed by nobody any more: they count as skipped.",
            needless,
        ) % {"count": needless}
    if has_more:
        yield _("There are more: do it once more for the rest.")

"""What the staff may do about a mail that is owed, or was."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.desk_acts import Act, Data
from games.admin.conflicts import are_notices_of
from games.admin.words import write_address
from games.models import Notice, NoticeReason, NoticeState
from games.services.errors import AlreadyOnItsWay, NoLongerOwed
from games.services.facts import Facts
from games.services.mailboxes import find_mailbox
from games.services.reasons import find_reason
from games.services.settling import resend, skip

ON_ITS_WAY = gettext_lazy("The mail is being sent at this moment. Look again in a minute.")
KEPT = ("state", "reason", "attempts", "due_at", "done_at")


class NoticeAct(Act[Notice]):
    permission = "games.settle_notice"
    refusals = (AlreadyOnItsWay, NoLongerOwed)

    def has_conflict(self, obj: Notice) -> bool:
        return Notice.objects.filter(are_notices_of(self.actor), pk=obj.pk).exists()

    def snapshot(self, obj: Notice) -> Data:
        return {column: getattr(obj, column) for column in KEPT}

    def find_obstacle(self, obj: Notice) -> str | Promise | None:
        return ON_ITS_WAY if obj.state == NoticeState.CLAIMED else None

    def explain(self, refusal: Exception) -> str:
        if isinstance(refusal, NoLongerOwed):
            return _tell_needless(refusal)
        return str(ON_ITS_WAY)


class Resend(NoticeAct):
    name = "resend"
    title = gettext_lazy("Send now")
    done = gettext_lazy("The mail is on its way.")

    def foresee(self, obj: Notice, data: Data) -> list[str]:
        facts = Facts([obj])
        mailbox, reason = find_mailbox(obj, facts), find_reason(obj, facts)
        if reason or mailbox is None:
            return [_tell_needless(NoLongerOwed(reason))]
        return [
            _("A new mail goes out at once, to %(address)s. It tells how things are now.")
            % {"address": write_address(mailbox.address, viewer=self.actor)},
            _("What was sent before cannot be called back: its reader may get it twice."),
        ]

    def perform(self, obj: Notice, data: Data) -> None:
        resend(obj.pk)


class Skip(NoticeAct):
    name = "skip"
    title = gettext_lazy("Do not send")
    done = gettext_lazy("The mail is not sent.")

    def find_obstacle(self, obj: Notice) -> str | Promise | None:
        return super().find_obstacle(obj) or (_tell_done(obj) if obj.due_at is None else None)

    def foresee(self, obj: Notice, data: Data) -> list[str]:
        return [
            _("This mail is never sent, and its reader does not hear of it."),
            _("The game and what else is owed stay as they are."),
        ]

    def perform(self, obj: Notice, data: Data) -> None:
        skip(obj.pk)


NOTICE_ACTS = (Resend, Skip)


def _tell_done(notice: Notice) -> str:
    if notice.state == NoticeState.PARKED:
        return _("The mail was given up: %(reason)s. Nothing is sent.") % {
            "reason": notice.get_reason_display()
        }
    return _tell_needless(NoLongerOwed(NoticeReason(notice.reason) if notice.reason else None))


def _tell_needless(refusal: NoLongerOwed) -> str:
    if refusal.reason is None:
        return _("The mail has gone out already. Nothing is sent.")
    return _("Nobody needs this mail any more: %(reason)s. Nothing is sent.") % {
        "reason": refusal.reason.label
    }

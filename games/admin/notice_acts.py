"""What the staff may do about a mail that is owed, or was."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.desk_acts import Act, Data
from games.admin.conflicts import are_notices_of
from games.admin.words import mask_address
from games.models import Notice, NoticeState
from games.services.errors import AlreadyOnItsWay, NoLongerOwed, Refused
from games.services.mailboxes import find_mailbox
from games.services.reasons import find_reason
from games.services.settling import resend, skip

KEPT = ("state", "reason", "attempts", "due_at", "done_at")


class NoticeAct(Act[Notice]):
    permission = "games.settle_notice"
    refusals = (Refused,)

    def has_conflict(self, obj: Notice) -> bool:
        return Notice.objects.filter(are_notices_of(self.actor), pk=obj.pk).exists()

    def snapshot(self, obj: Notice) -> Data:
        return {column: getattr(obj, column) for column in KEPT}

    def explain(self, refusal: Exception) -> str:
        if isinstance(refusal, AlreadyOnItsWay):
            return _("The mail is being sent at this moment. Look again in a minute.")
        if isinstance(refusal, NoLongerOwed):
            return _tell_needless(refusal)
        return super().explain(refusal)


class Resend(NoticeAct):
    name = "resend"
    title = gettext_lazy("Send now")

    def is_possible(self, obj: Notice) -> bool:
        return obj.state != NoticeState.CLAIMED

    def foresee(self, obj: Notice, data: Data) -> list[str]:
        mailbox, reason = find_mailbox(obj), find_reason(obj)
        if reason or mailbox is None:
            return [_tell_needless(NoLongerOwed(reason))]
        return [
            _("A new mail goes out at once, to %(address)s. It tells how things are now.")
            % {"address": mask_address(mailbox.address)},
            _("What was sent before cannot be called back: its reader may get it twice."),
        ]

    def perform(self, obj: Notice, data: Data) -> None:
        resend(obj.pk)


class Skip(NoticeAct):
    name = "skip"
    title = gettext_lazy("Do not send")

    def is_possible(self, obj: Notice) -> bool:
        return obj.state in (NoticeState.PENDING, NoticeState.FAILED)

    def foresee(self, obj: Notice, data: Data) -> list[str]:
        return [
            _("This mail is never sent, and its reader does not hear of it."),
            _("The game and what else is owed stay as they are."),
        ]

    def perform(self, obj: Notice, data: Data) -> None:
        skip(obj.pk)


NOTICE_ACTS = (Resend, Skip)


def _tell_needless(refusal: NoLongerOwed) -> str:
    if refusal.reason is None:
        return _("The mail has gone out already. Nothing is sent.")
    return _("Nobody needs this mail any more: %(reason)s. Nothing is sent.") % {
        "reason": refusal.reason.label
    }

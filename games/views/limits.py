"""Why no game and no invitation was made, for the one who wanted it."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.services.errors import (
    DeclinedLately,
    HasBlocked,
    InvitedLately,
    NoProvenAddress,
    NotToBeAsked,
    OwnInvitation,
    PlayerGone,
    Refused,
    TooManyAddresses,
    TooManyGames,
    TooManyInvitations,
    TooManySeats,
    TooManyUnplayed,
)

SENTENCES: Mapping[type[Refused], Promise] = {
    DeclinedLately: _("Your last offer was declined. You can ask again a day later."),
    PlayerGone: _("This account is closed to you just now."),
    HasBlocked: _("You have blocked them. Unblock them first, on their page."),
    NotToBeAsked: _("They take no invitation just now."),
    OwnInvitation: _("That is you. Somebody else, please."),
    NoProvenAddress: _("First prove your own address: then we write to others for you."),
    InvitedLately: _(
        "Somebody has invited this address within the last seven days. More would be a nuisance:"
        " try later, or send a link yourself."
    ),
}
QUICK = _("That was quick. Drink a glass of tea, then begin the next game.")


def explain_limit(refusal: Refused) -> str:
    """In a sentence or two."""
    if isinstance(refusal, TooManyGames):
        return ngettext(
            "You have %(count)d game running. Finish one before you begin another.",
            "You have %(count)d games running. Finish one before you begin another.",
            refusal.limit,
        ) % {"count": refusal.limit}
    if isinstance(refusal, TooManyInvitations):
        return ngettext(
            "%(count)d invitation of yours is open. Withdraw one before you send another.",
            "%(count)d invitations of yours are open. Withdraw one before you send another.",
            refusal.limit,
        ) % {"count": refusal.limit}
    if isinstance(refusal, TooManySeats):
        return ngettext(
            "%(count)d seat of yours is open. Withdraw one before you offer another.",
            "%(count)d seats of yours are open. Withdraw one before you offer another.",
            refusal.limit,
        ) % {"count": refusal.limit}
    if isinstance(refusal, TooManyUnplayed):
        return ngettext(
            "You took %(count)d seat this week and have not played there. Play there first.",
            "You took %(count)d seats this week and have not played there. Play there first.",
            refusal.limit,
        ) % {"count": refusal.limit}
    if isinstance(refusal, TooManyAddresses):
        return ngettext(
            "We write %(count)d invitation a day for you. Send a link yourself, or wait.",
            "We write %(count)d invitations a day for you. Send a link yourself, or wait.",
            refusal.limit,
        ) % {"count": refusal.limit}
    return str(SENTENCES.get(type(refusal), QUICK))

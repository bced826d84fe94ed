"""Why no game and no invitation was made, for the one who wanted it."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.services.errors import (
    DeclinedLately,
    PlayerGone,
    Refused,
    TooManyGames,
    TooManyInvitations,
)


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
    if isinstance(refusal, DeclinedLately):
        return _("Your last offer was declined. You can ask again a day later.")
    if isinstance(refusal, PlayerGone):
        return _("This account is closed to you just now.")
    return _("That was quick. Drink a glass of tea, then begin the next game.")

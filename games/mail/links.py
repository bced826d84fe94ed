"""Addresses in mails: from the configured site, never from a request."""

from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.exceptions import ObjectDoesNotExist
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from games.models import Game, Guest, MailClass, Notice, Player

# As long-lived as the mails: it can change nothing but how much mail one gets.
_signer = Signer(salt="games.mail.stop", sep=".")


class BadToken(ValueError):
    """We have not made it, or whom it speaks of is gone."""


@dataclass(frozen=True, slots=True)
class Stop:
    """What a link to stop mail speaks of."""

    player: Player
    mail_class: MailClass


def absolute(path: str) -> str:
    return f"{settings.SITE_ADDRESS}{path}"


def make_turn_url(game: Game) -> str:
    """The table, for somebody who has read of the turn that is to come there."""
    return absolute(f"{game.get_absolute_url()}?turn={game.turn_number}")


def make_stop_url(notice: Notice, mail_class: MailClass) -> str:
    """The address that stops mails of the class to the reader of the notice."""
    return absolute(reverse("games:stop_mail", args=[make_stop_token(notice, mail_class)]))


def make_stop_token(notice: Notice, mail_class: MailClass) -> str:
    who = f"u{notice.user.public_id}" if notice.user else f"g{notice.guest_id}"
    return _signer.sign(f"{who}-{mail_class}")


def read_stop_token(token: str) -> Stop:
    """Raises BadToken."""
    try:
        who, _, mail_class = _signer.unsign(token).partition("-")
    except BadSignature as error:
        raise BadToken from error
    return Stop(_find_player(who), MailClass(mail_class))


def _find_player(who: str) -> Player:
    try:
        if who[0] == "g":
            return Player(guest_id=Guest.objects.get(pk=who[1:]).pk)
        return Player(user_id=get_user_model().objects.get(public_id=who[1:]).pk)
    except ObjectDoesNotExist as error:  # erased since
        raise BadToken from error

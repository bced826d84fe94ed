"""A mail on demand, which shows its reader whether mails arrive."""

from django.db import transaction

from games.models import NoticeKind, Player
from games.services.errors import TooManyMails
from games.services.notices import owe_test
from games.services.pauses import MOST_A_DAY, can_have_one_more


def ask_for_test(player: Player) -> None:
    """Owe the person a mail that shows whether mails arrive. It is one of those of the day.

    Raises TooManyMails where it would have to wait for tomorrow.
    """
    if not can_have_one_more(player, NoticeKind.TEST):
        raise TooManyMails(MOST_A_DAY)
    with transaction.atomic():
        owe_test(player)

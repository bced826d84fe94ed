"""From a person's page at the desk to what they have to do with games."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from accounts.desk_links import Link, register_links
from accounts.models import User
from games.admin.base import address_of_list
from games.models import (
    Block,
    Game,
    Guest,
    Invitation,
    MailSettings,
    MailStop,
    Notice,
    Seat,
    Vacation,
)

LISTS = (
    (_("Games"), Game, "seats__user__id__exact"),
    (_("Seats"), Seat, "user__id__exact"),
    (_("Invitations sent"), Invitation, "inviter_user__id__exact"),
    (_("Invitations received"), Invitation, "invitee_user__id__exact"),
    (_("Mails"), Notice, "user__id__exact"),
    (_("Stopped mails"), MailStop, "user__id__exact"),
    (_("Mail settings"), MailSettings, "user__id__exact"),
    (_("Vacations"), Vacation, "user__id__exact"),
    (_("Whom this person blocks"), Block, "blocker__id__exact"),
    (_("Who blocks this person"), Block, "blocked__id__exact"),
    (_("Guests who became this person"), Guest, "claimed_by__id__exact"),
)


@register_links
def list_links_of(person: User) -> Sequence[Link]:
    return [
        Link(
            words,
            url=address_of_list(model, **{lookup: person.pk}),
            permission=f"games.view_{model._meta.model_name}",
        )
        for words, model, lookup in LISTS
    ]

"""An invitation came, or one's own was accepted."""

from django.utils.translation import gettext as _

from games import clock
from games.mail.letter import Highlight, Letter
from games.mail.links import absolute
from games.mail.table import Table
from games.models import Invitation, InvitationKind
from games.presenters.moments import tell_moment
from games.presenters.people import Person
from games.presenters.terms import Terms, describe_terms


def write_invited(invitation: Invitation) -> Letter:
    words = {"name": _name_inviter(invitation).at_start}
    is_rematch = invitation.kind == InvitationKind.REMATCH
    subject = _("A rematch is offered to you") if is_rematch else _("An invitation to play Basra")
    title = _("%(name)s offers a rematch") if is_rematch else _("%(name)s invites you to a game")
    terms = _describe_terms(invitation)
    return Letter(
        subject=subject,
        headline=title % words,
        paragraphs=(
            terms.points,
            f"{terms.danger} {terms.rescue}".rstrip(),
            _("Accept or decline on its page. It stands until %(moment)s.")
            % {"moment": tell_moment(invitation.expires_at, now=clock.now())},
        ),
        terms=Highlight(rest=f"{terms.summary}."),
        button=_("Look at the invitation"),
        url=absolute(invitation.get_absolute_url()),
        why=_tell_why(invitation),
    )


def write_accepted(table: Table) -> Letter:
    words = {"name": table.them.at_start}
    turn = _("You lead: it is your turn.")
    if not table.is_readers_turn:
        turn = _("%(name)s leads. We write to you when it is your turn.") % words
    return Letter(
        subject=_("Your invitation was accepted"),
        headline=_("%(name)s plays with you") % words,
        paragraphs=(
            _("%(name)s has accepted your invitation, and the cards are dealt.") % words,
            turn,
            _("You have agreed on %(time)s.") % {"time": table.time_terms},
        ),
        terms=table.deadline,
        floor=table.floor,
        score=None,
        button=_("Open the game"),
        url=table.url,
        why=_("You get this because you have invited somebody."),
    )


def _describe_terms(invitation: Invitation) -> Terms:
    return describe_terms(
        preset=invitation.preset,
        options=invitation.options,
        target=invitation.target,
        pace=invitation.get_pace_display(),
        bank=invitation.get_bank_display() if invitation.bank else "",
        stops_for_vacation=invitation.stops_for_vacation,
    )


def _tell_why(invitation: Invitation) -> str:
    if invitation.kind == InvitationKind.ADDRESS and invitation.invitee is None:
        return _("Somebody has given us this address to invite you. You need no account to look.")
    return _("You get this because somebody has invited you by your name here.")


def _name_inviter(invitation: Invitation) -> Person:
    inviter = invitation.inviter_user or invitation.inviter_guest
    return Person(inviter.name if inviter else "")

"""The mail by which a person sees whether ours arrive."""

from django.urls import reverse
from django.utils.translation import gettext as _

from games import clock
from games.mail.letter import Letter
from games.mail.links import absolute
from games.models import Notice
from games.presenters.moments import tell_moment


def write_test(notice: Notice) -> Letter:
    asked = tell_moment(notice.created_at, now=clock.now())
    return Letter(
        subject=_("The test mail that you asked for"),
        headline=_("Our mails reach you"),
        paragraphs=(
            _("You asked for this mail on %(moment)s. Nothing else has happened.")
            % {"moment": asked},
            _("If it lay among unwanted mails, tell your mail program that it is welcome."),
        ),
        button=_("See what we have written to you"),
        url=absolute(reverse("games:mails")),
        why=_("You get this because you asked for it."),
    )

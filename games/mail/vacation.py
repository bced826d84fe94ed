"""A vacation has begun by itself, or is about to end."""

from django.urls import reverse
from django.utils.translation import gettext as _

from games import clock
from games.mail.letter import Highlight, Letter
from games.mail.links import absolute
from games.mail.words import person_of
from games.models import Vacation
from games.presenters.moments import tell_moment
from games.queries.vacations import find_saved_opponent


def write_away(vacation: Vacation) -> Letter:
    """To whom a game would have been lost."""
    words = _words_of(vacation)
    return Letter(
        subject=_("Your vacation has begun by itself"),
        headline=_("Your vacation has begun by itself"),
        paragraphs=(
            _tell_saved(vacation),
            _("So they began on %(begun)s, and your clocks stand still.") % words,
            _("You may play meanwhile, or end the vacation whenever you like."),
        ),
        terms=Highlight(_("It ends on %(until)s, if you do not end it before.") % words),
        button=_("See your vacation"),
        url=absolute(reverse("games:vacation")),
        why=_("You get this because it keeps your games from being lost."),
    )


def write_back(vacation: Vacation) -> Letter:
    return Letter(
        subject=_("Your vacation is about to end"),
        headline=_("Your vacation is about to end"),
        paragraphs=(
            _("Then the clocks of your games go on, each with an hour at least."),
            _("We write to you again when it is your turn."),
        ),
        terms=Highlight(_("It ends on %(until)s.") % _words_of(vacation)),
        button=_("See your vacation"),
        url=absolute(reverse("games:vacation")),
        why=_("You get this a day before your vacation ends."),
    )


def _tell_saved(vacation: Vacation) -> str:
    opponent = find_saved_opponent(vacation)
    if opponent is None:
        return _("Your time in a game was about to run out, and you have days of vacation left.")
    name = person_of(opponent).in_sentence
    return _(
        "Your time against %(name)s was about to run out, and you have days of vacation left."
    ) % {"name": name}


def _words_of(vacation: Vacation) -> dict[str, str]:
    now = clock.now()
    return {
        "begun": tell_moment(vacation.began_at, now=now),
        "until": tell_moment(vacation.ends_at, now=now),
    }

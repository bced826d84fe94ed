"""One's own mails: which ones one wants, what became of the last ones, and a test."""

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import clock
from games.forms.mail import MailForm, show_wishes
from games.forms.table import SightForm
from games.models import Notice, Player
from games.players import is_kept, player_of
from games.presenters.mails import MailLine, describe_kind, describe_state
from games.queries.mails import OwnMail, list_mails_of
from games.services.errors import TooManyMails
from games.services.mail_wishes import (
    choose_mail,
    find_address,
    get_settings,
    list_stopped,
    save_settings,
)
from games.services.presence import note_table_seen
from games.services.trial_mail import ask_for_test
from games.views.answers import post_only
from games.views.people import person_of


@never_cache
@require_safe
def mails(request: HttpRequest) -> HttpResponse:
    """The last mails with what became of them; never what stood in them."""
    player = _find_player(request)
    if player is None:
        return redirect_to_login(request.get_full_path())
    lines = [_present(mail) for mail in list_mails_of(player)]
    return render(
        request, "games/mails.html", {"lines": lines, "has_address": bool(find_address(player))}
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def choose_mails(request: HttpRequest) -> HttpResponse:
    """The form by itself, for guests, and for whoever has filled it in wrongly."""
    player = _find_player(request)
    if player is None:
        return redirect_to_login(request.get_full_path())
    if request.method != "POST":
        form = show_wishes(get_settings(player), list_stopped(player))
        return render(request, "games/mail_settings.html", {"form": form})
    form = MailForm(request.POST)
    if not form.is_valid():
        return render(request, "games/mail_settings.html", {"form": form}, status=422)
    _save(player, form)
    messages.success(request, _("Saved."))
    return redirect("games:mails" if player.is_guest else "accounts:settings")


@post_only
def send_test_mail(request: HttpRequest) -> HttpResponse:
    player = _find_player(request)
    if player is None:
        return redirect_to_login(reverse("games:mails"))
    if not find_address(player):
        messages.error(request, _("We have no proven address of yours."))
    elif not ratelimit.consume(request, action="test_mail", key=f"{player.columns}"):
        messages.error(request, _("Three tests an hour are enough. Try again later."))
    else:
        _ask_for_test(request, player)
    return redirect("games:mails")


@post_only
def note_presence(request: HttpRequest) -> HttpResponse:
    """A page in sight of somebody says that they are there, which the middleware has noted, and
    which table they see."""
    form = SightForm(request.POST)
    player = player_of(request)
    if player is not None and form.is_valid():
        note_table_seen(player, form.cleaned_data["game"], form.cleaned_data["version"])
    return HttpResponse(status=204)


def _ask_for_test(request: HttpRequest, player: Player) -> None:
    try:
        ask_for_test(player)
    except TooManyMails as refused:
        count = {"count": refused.limit}
        messages.error(request, _("You have had %(count)d mails in a day. Try tomorrow.") % count)
    else:
        messages.success(request, _("It goes out now. What becomes of it stands below."))


def _find_player(request: HttpRequest) -> Player | None:
    player = player_of(request)
    if player is not None and not is_kept(player):
        raise Http404
    return player


def _save(player: Player, form: MailForm) -> None:
    wishes = form.wishes
    choose_mail(player, wishes.wanted)
    save_settings(
        player,
        turns=wishes.turns,
        digest_hour=wishes.digest_hour,
        quiet=wishes.quiet,
        plays_from_mail=wishes.plays_from_mail,
    )


def _present(mail: OwnMail) -> MailLine:
    notice = mail.notice
    return MailLine(
        what=describe_kind(notice.kind),
        about=person_of(mail.opponent).isolated if mail.opponent else "",
        url=_find_url(notice),
        owed_at=notice.created_at,
        state=notice.state,
        said=describe_state(
            notice.state,
            notice.reason,
            due_at=notice.due_at,
            sent_to=notice.address,
            now=clock.now(),
        ),
    )


def _find_url(notice: Notice) -> str:
    """Where what it told is to be seen; "" where nothing is any more."""
    if notice.game is not None:
        return notice.game.get_absolute_url()
    if notice.invitation is not None and notice.invitation.is_open_at(clock.now()):
        return notice.invitation.get_absolute_url()
    return ""

"""A guest's address for mails."""

import logging
from dataclasses import asdict

from allauth.core import ratelimit
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.forms.mail import AddressForm
from games.mail.links import BadToken
from games.mail.proof import (
    Proof,
    forget_noted_address,
    note_address,
    read_proof,
    send_proof,
)
from games.models import Player
from games.players import is_kept, player_of
from games.services.mail_wishes import (
    forget_address,
    keep_address,
    start_all_mail,
)
from games.views.answers import post_only

logger = logging.getLogger(__name__)


@post_only
def give_address(request: HttpRequest) -> HttpResponse:
    """Write to the address that a guest gives; it is kept once it is proven."""
    guest_id, form = _get_guest_or_404(request), AddressForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("That is no e-mail address."))
    elif not _may_write(request, guest_id, form.cleaned_data["address"]):
        messages.error(request, _("Those were many mails in a short time. Try again in an hour."))
    else:
        _write(request, guest_id, form.cleaned_data["address"])
    return _go_back(request)


@post_only
def remove_address(request: HttpRequest) -> HttpResponse:
    forget_address(_get_guest_or_404(request))
    forget_noted_address(request.session)
    messages.success(request, _("Done. We do not write to you any more."))
    return _go_back(request)


@post_only
def start_mails(request: HttpRequest) -> HttpResponse:
    """Take back what a guest has stopped from within a mail."""
    start_all_mail(Player(guest_id=_get_guest_or_404(request)))
    messages.success(request, _("Done. We write to you again."))
    return _go_back(request)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def prove_address(request: HttpRequest, token: str) -> HttpResponse:
    """The page of the link in the mail, in whatever browser it is opened; its button proves."""
    try:
        proof = read_proof(token)
    except BadToken:
        return render(request, "games/address_unknown.html", status=404)
    is_kept = request.method == "POST" and _keep(proof)
    return render(request, "games/address.html", {"address": proof.address, "is_kept": is_kept})


def _keep(proof: Proof) -> bool:
    """False where the guest has an account by now, whose own address counts."""
    return keep_address(**asdict(proof))


def _get_guest_or_404(request: HttpRequest) -> int:
    player = player_of(request)
    if player is None or player.guest_id is None or not is_kept(player):
        raise Http404
    return player.guest_id


def _may_write(request: HttpRequest, guest_id: int, address: str) -> bool:
    keys = (f"guest:{guest_id}", f"address:{address}")
    return all(ratelimit.consume(request, action="guest_address", key=key) for key in keys)


def _write(request: HttpRequest, guest_id: int, address: str) -> None:
    try:
        send_proof(guest_id, address)
    except Exception as error:  # each way of sending has errors of its own
        logger.error("The mail to a guest could not be sent (%s).", type(error).__qualname__)
        messages.error(request, _("We could not send the mail just now. Try again in a minute."))
    else:
        note_address(request.session, address)
        messages.success(request, _("We have written to you. Open the link in the mail."))


def _go_back(request: HttpRequest) -> HttpResponse:
    page = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(page, allowed_hosts=None)
    return HttpResponseRedirect(page if is_ours and page else reverse("games:home"))

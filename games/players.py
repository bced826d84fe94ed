"""The person behind a request."""

from allauth.core import ratelimit
from django.http import HttpRequest

from games.models import Guest, Player
from games.services.errors import TooFast
from games.services.guests import make_guest

SESSION_KEY = "guest"
# In an address that a page asked for by itself, with nobody at the keys for a while.
UNATTENDED = "unattended"


def player_of(request: HttpRequest) -> Player | None:
    """The account, else the guest of this browser, else nobody."""
    if request.user.is_authenticated:
        return Player(user_id=request.user.pk)
    guest_id = request.session.get(SESSION_KEY)
    return None if guest_id is None else Player(guest_id=guest_id)


def is_visit(request: HttpRequest) -> bool:
    """Whether somebody looks or acts: not so where a browser or a robot looks ahead, or a page
    that was left open follows its game."""
    if is_unattended(request):
        return False
    ahead = request.headers.get("Sec-Purpose", "") or request.headers.get("Purpose", "")
    return request.method != "HEAD" and "prefetch" not in ahead


def is_unattended(request: HttpRequest) -> bool:
    return UNATTENDED in request.GET


def get_or_make_player(request: HttpRequest) -> Player:
    """As `player_of`; a browser that is nobody yet becomes a guest. Raises TooFast."""
    found = player_of(request)
    if found is not None and is_kept(found):
        return found
    if not ratelimit.consume(request, action="guest"):
        raise TooFast
    guest = make_guest()
    request.session[SESSION_KEY] = guest.pk
    return Player(guest_id=guest.pk)


def is_kept(player: Player) -> bool:
    """Guests without games are erased after a while; their browsers do not know."""
    return player.guest_id is None or Guest.objects.filter(pk=player.guest_id).exists()

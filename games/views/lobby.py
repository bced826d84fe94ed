"""Seats that members leave open for whoever comes by."""

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import clock, queries
from games.models import Invitation, Pace, Player, Preset
from games.players import player_of
from games.presenters.invitations import InvitationView
from games.presenters.lobby import Choice
from games.presenters.presets import PRESET_NAMES, Text
from games.services.invitation_limits import MOST_SEATS
from games.services.invitations import SEAT_LIFETIME
from games.views.invitations import present_invitation

# Of fewer seats nobody needs a choice.
MANY = 8


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The seats that one can take now; wishes that nobody knows are none."""
    player = player_of(request)
    pace, preset = _find_pace(request), _find_preset(request)
    found = queries.get_lobby(player, pace=pace, preset=preset)
    is_narrowed = pace is not None or bool(preset)
    context = {
        "seats": _present(found.seats, player),
        "own": _present(found.own, player),
        "has_more": found.has_more,
        "is_narrowed": is_narrowed,
        "may_offer": len(found.own) < MOST_SEATS,
        "days": SEAT_LIFETIME.days,
        "now": clock.now(),
    }
    if is_narrowed or len(found.seats) >= MANY:
        context["paces"] = _list_paces(pace, preset)
        context["rules"] = _list_rules(pace, preset)
    return render(request, "games/lobby.html", context)


def _find_pace(request: HttpRequest) -> int | None:
    wish = request.GET.get("pace", "")
    return next((pace for pace in Pace.values if str(pace) == wish), None)


def _find_preset(request: HttpRequest) -> str:
    wish = request.GET.get("rules", "")
    return wish if wish in Preset.values else ""


def _present(rows: Iterable[Invitation], player: Player | None) -> list[InvitationView]:
    return [present_invitation(row, reader=player) for row in rows]


def _list_paces(pace: int | None, preset: str) -> list[Choice]:
    labels: list[tuple[int | None, Text]] = [(None, ""), *Pace.choices]
    return [Choice(label, _address(key, preset), key == pace) for key, label in labels]


def _list_rules(pace: int | None, preset: str) -> list[Choice]:
    labels: list[tuple[str, Text]] = [("", ""), *PRESET_NAMES.items()]
    return [Choice(label, _address(pace, key), key == preset) for key, label in labels]


def _address(pace: int | None, preset: str) -> str:
    """The lobby's, with the wishes that there are."""
    wishes = {"pace": pace, "rules": preset}
    return f"?{urlencode({name: wish for name, wish in wishes.items() if wish})}"

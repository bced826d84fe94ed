"""What this room does when people come, are kept out, and go."""

from dataclasses import asdict
from datetime import datetime
from typing import Any

from anymail.signals import tracking
from django.dispatch import receiver
from django.http import HttpRequest

from accounts import signals
from games.mail import reports
from games.models import Player
from games.players import SESSION_KEY
from games.presenters.leaving import say_what_ends, say_what_goes_on, say_what_stops
from games.queries import export
from games.queries.leaving import count_waiting
from games.services.address_stops import lift_address
from games.services.closing import leave
from games.services.guests import claim_guest
from games.services.mail_wishes import judge_held_again, raise_link_generation
from games.services.suspending import (
    count_told,
    hold_games_of,
    list_to_hold,
    list_to_release,
    release_games_of,
)


@receiver(signals.joined, dispatch_uid="games.keep_games_of_guest")
def keep_games_of_guest(*, user: Any, request: HttpRequest, **_: Any) -> None:
    """Whoever played as a guest and signs in keeps the games."""
    guest_id = request.session.get(SESSION_KEY)
    if guest_id is None:
        return
    claim_guest(guest_id=guest_id, user_id=user.pk)
    request.session.pop(SESSION_KEY, None)


@receiver(signals.keys_changed, dispatch_uid="games.void_links")
def void_links(*, user: Any, **_: Any) -> None:
    """The links of mails that have gone out play no more."""
    raise_link_generation(Player(user_id=user.pk))


@receiver(signals.zone_changed, dispatch_uid="games.read_hours_anew")
def read_hours_anew(*, user: Any, **_: Any) -> None:
    """Quiet hours and the daily mail are by the clock of the person's zone."""
    judge_held_again(Player(user_id=user.pk))


@receiver(signals.address_proven, dispatch_uid="games.write_there_again")
def write_there_again(*, address: str, **_: Any) -> None:
    lift_address(address)


@receiver(signals.suspended, dispatch_uid="games.hold_games")
def hold_games(*, user: Any, **_: Any) -> None:
    hold_games_of(user.pk)


@receiver(signals.restored, dispatch_uid="games.release_games")
def release_games(*, user: Any, since: datetime, **_: Any) -> None:
    release_games_of(user.pk, since=since)


@receiver(signals.asked_before_suspending, dispatch_uid="games.foresee_suspending")
def foresee_suspending(*, user: Any, **_: Any) -> list[str]:
    games = list_to_hold(user.pk)
    return list(say_what_stops(games=games.count(), mails=count_told(games)))


@receiver(signals.asked_before_restoring, dispatch_uid="games.foresee_restoring")
def foresee_restoring(*, user: Any, since: datetime, **_: Any) -> list[str]:
    games = list_to_release(user.pk, since=since)
    return list(say_what_goes_on(games=games.count(), mails=count_told(games)))


@receiver(signals.asked_before_closing, dispatch_uid="games.foresee_leaving")
def foresee_leaving(*, user: Any, **_: Any) -> list[str]:
    return list(say_what_ends(**asdict(count_waiting(Player(user_id=user.pk)))))


@receiver(signals.export_asked, dispatch_uid="games.export")
def export_all(*, user: Any, **_: Any) -> dict[str, Any]:
    player = Player(user_id=user.pk)
    return {
        "games": export.export_games(player),
        "invitations": export.export_invitations(player),
        "mails_about_games": export.export_mails(player),
        "vacations": export.export_vacations(user.pk),
        "blocks": export.export_blocks(user.pk),
        "played_as_guest": export.export_guests(user.pk),
    }


@receiver(signals.closing, dispatch_uid="games.leave_tables")
def leave_tables(*, user: Any, **_: Any) -> None:
    leave(user.pk)


@receiver(tracking, dispatch_uid="games.heed_report")
def heed_report(*, event: Any, esp_name: str, **_: Any) -> None:
    """A mail provider tells what became of a mail."""
    reports.heed(event, esp_name)

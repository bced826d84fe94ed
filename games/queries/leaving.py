"""What ends when somebody closes their account."""

from dataclasses import dataclass

from django.db.models import Count, Q

from games import clock
from games.models import GameStatus, Invitation, InvitationKind, Player, Seat


@dataclass(frozen=True, slots=True)
class Waiting:
    """How much waits for a person: running games with people and with the computer, and open
    invitations from and to the person."""

    with_people: int
    with_computer: int
    sent: int
    received: int


def count_waiting(player: Player) -> Waiting:
    """Three queries."""
    running = Seat.objects.of(player).filter(game__status=GameStatus.RUNNING)
    games = running.aggregate(
        with_people=Count("pk", filter=Q(game__computer_seat__isnull=True)),
        with_computer=Count("pk", filter=Q(game__computer_seat__isnull=False)),
    )
    waiting = Invitation.objects.open_at(clock.now())
    # One to the person's address stays open for whoever holds its link.
    received = waiting.to_player(player).exclude(kind=InvitationKind.ADDRESS)
    return Waiting(**games, sent=waiting.from_player(player).count(), received=received.count())

"""Whoever sits in a running game is no staff to the others at the table, whatever it is about."""

from dataclasses import dataclass

from django.db.models import Q

from accounts.desk_conflicts import register_companions
from accounts.models import User
from games.admin.own import is_of_own_game
from games.admin.paths import ITSELF
from games.models import Game, Invitation, Seat


@dataclass(frozen=True)
class Circle:
    """The actor and everybody with whom they sit in a running game: keys of accounts, of guests."""

    users: frozenset[int]
    guests: frozenset[int]

    @property
    def rows(self) -> Q:
        """Rows whose `user` or `guest` is one of them; guests who became one of them count."""
        as_user = Q(user__in=self.users) | Q(guest__claimed_by__in=self.users)
        return as_user | Q(guest__in=self.guests)


def find_circle(actor: User) -> Circle:
    """One query: the games that somebody has running are few."""
    games = Game.objects.running().filter(is_of_own_game(actor, (ITSELF,)))
    seats = Seat.objects.filter(game__in=games.values("pk"))
    found = list(seats.values_list("user", "guest", "guest__claimed_by"))
    users = {key for user, _guest, became in found for key in (user, became) if key is not None}
    guests = {guest for _user, guest, _became in found if guest is not None}
    return Circle(users=frozenset({actor.pk, *users}), guests=frozenset(guests))


@register_companions
def list_users_at_tables_of(actor: User) -> frozenset[int]:
    return find_circle(actor).users


def sits_in(game: Game, actor: User) -> bool:
    """Whether one of the actor's circle sits in the game."""
    return Seat.objects.filter(find_circle(actor).rows, game=game).exists()


def are_notices_of(actor: User) -> Q:
    """Mails to the actor's circle, and those about the actor's own invitations.

    A guest only ever offers a rematch, and what belongs to the game before is not shown anyway.
    """
    invitations = Invitation.objects.filter(Q(inviter_user=actor) | Q(invitee_user=actor))
    return find_circle(actor).rows | Q(invitation__in=invitations.values("pk"))

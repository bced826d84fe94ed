"""People under their locks. The order is the house's: accounts, guests, invitation, game."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth import get_user_model

from games.models import Guest, Player
from games.services.errors import PlayerGone


@dataclass(frozen=True, slots=True)
class Locked:
    """Somebody as they are now: a guest who has signed in is the account.

    `is_active` is False where the account is suspended or closed.
    """

    player: Player
    is_active: bool = True


def lock_people(people: Iterable[Player]) -> dict[Player, Locked]:
    """Lock them until the transaction ends; only inside one.

    Raises PlayerGone for a guest who has been erased, and the account's DoesNotExist.
    """
    wanted = set(people)
    accounts = _lock_accounts({player.user_id for player in wanted if player.user_id is not None})
    guests = _lock_guests({player.guest_id for player in wanted if player.guest_id is not None})
    return {player: accounts.get(player) or guests[player] for player in wanted}


def lock_person(player: Player) -> Locked:
    return lock_people([player])[player]


def _lock_accounts(keys: set[int]) -> dict[Player, Locked]:
    if not keys:
        return {}
    users = get_user_model()
    rows = users.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk")
    found = {row.pk: Locked(Player(user_id=row.pk), is_active=row.is_active) for row in rows}
    if found.keys() != keys:
        raise users.DoesNotExist
    return {locked.player: locked for locked in found.values()}


def _lock_guests(keys: set[int]) -> dict[Player, Locked]:
    if not keys:
        return {}
    # Without the account beside it: a row that had to be waited for is read anew, a joined one not.
    rows = Guest.objects.select_for_update(no_key=True).filter(pk__in=keys).order_by("pk")
    found = {Player(guest_id=row.pk): _as_they_are_now(row) for row in rows}
    if len(found) != len(keys):
        raise PlayerGone
    return found


def _as_they_are_now(guest: Guest) -> Locked:
    if guest.claimed_by is None:
        return Locked(Player(guest_id=guest.pk))
    return Locked(Player(user_id=guest.claimed_by.pk), is_active=guest.claimed_by.is_active)

"""Who wants nothing to do with whom."""

from django.db.models import Q

from accounts.models import User
from games.models import Block, Player


def are_apart(one: Player, other: Player) -> bool:
    """Whether either has blocked the other; guests neither block nor are blocked."""
    if one.user_id is None or other.user_id is None:
        return False
    return Block.objects.between(one.user_id, other.user_id).exists()


def has_blocked(user_id: int, other_id: int) -> bool:
    return Block.objects.filter(blocker=user_id, blocked=other_id).exists()


def list_blocked(user_id: int) -> list[User]:
    """Whom the member has blocked, by name; who has closed the account is nobody any more."""
    blocked = User.objects.filter(blocked_by__blocker=user_id, closed_at__isnull=True)
    return list(blocked.order_by("name_key"))


def is_apart_from(player: Player, column: str) -> Q:
    """The rows whose column names an account that the player neither sees nor is seen by."""
    blocked = Block.objects.filter(blocker=player.user_id).values("blocked")
    blockers = Block.objects.filter(blocked=player.user_id).values("blocker")
    return Q(**{f"{column}__in": blocked}) | Q(**{f"{column}__in": blockers})

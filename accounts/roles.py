"""The roles of the staff: what each may do, and no more (docs/decisions/roles.md)."""

from collections.abc import Mapping

from django.contrib.auth.models import Group, Permission
from django.db.models import Q

VIEW_GAMES = ("games.view_game", "games.view_round", "games.view_move", "games.view_seat")
TIME = ("games.view_vacation", "games.view_giftoftime", "games.view_outage")

ROLES: Mapping[str, frozenset[str]] = {
    "support": frozenset(
        {
            *("accounts.view_user", "accounts.change_user", "accounts.suspend_user"),
            *("accounts.close_user", "accounts.sign_out_user", "accounts.view_auditentry"),
            *("account.view_emailaddress", "socialaccount.view_socialaccount"),
            *VIEW_GAMES,
            *TIME,
            *("games.view_guest", "games.view_invitation", "games.view_notice"),
            *("games.view_mailstop", "games.view_mailsettings", "games.settle_notice"),
            *("games.view_block", "games.view_addressstop", "games.lift_addressstop"),
        }
    ),
    "arbiter": frozenset(
        {
            *VIEW_GAMES,
            *TIME,
            *("accounts.view_auditentry", "games.end_game", "games.hold_game"),
            "games.give_time",
        }
    ),
    "operator": frozenset(
        {
            *("games.view_game", "games.view_sweep", "games.view_computererror"),
            *("games.view_notice", "games.settle_notice", "games.view_outage"),
            "games.view_addressstop",
        }
    ),
}


def set_up_roles(using: str = "default") -> None:
    """Make the groups, with these permissions and no others; what is right already stays.

    Half way through the migrations there are not all of them yet.
    """
    permissions = _find_permissions(using)
    for role, wanted in ROLES.items():
        group, _made = Group.objects.using(using).get_or_create(name=role)
        group.permissions.set(permissions[name] for name in wanted & permissions.keys())


def _find_permissions(using: str) -> dict[str, Permission]:
    names = frozenset[str]().union(*ROLES.values())
    codenames = Q(codename__in={name.partition(".")[2] for name in names})
    found = Permission.objects.using(using).filter(codenames).select_related("content_type")
    return {f"{each.content_type.app_label}.{each.codename}": each for each in found}

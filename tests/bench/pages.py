"""How many queries each page sends, session and person included, with what it usually shows.

Run by itself this module counts once, on the database of DATABASE_URL.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tests.bench import databases

if TYPE_CHECKING:
    from django.test import Client

GAMES, INVITATIONS = 20, 5
ROOMS = ("accounts", "games")
GOALS = {"get": 14, "post": 18}
LIST_GOAL, FRONT_GOAL = 9, 24


def run() -> None:
    """Prints a line for each page; the numbers are the same on every database."""
    title = f"Queries of a page, for a member with {GAMES} games and {INVITATIONS} invitations"
    databases.measure_on_sqlite(title, "tests.bench.pages")


def measure() -> None:
    """Prints the counts for the database that is configured."""
    databases.set_up()
    from tests.bench.tables import make_client

    client, user = make_client()
    for name, method, path in list_pages(user):
        print(describe(name, count(client, method, path), goal=GOALS[method]))
    user.is_staff = user.is_superuser = True
    user.save()
    print(describe("desk: front page", count(client, "get", "/admin/"), goal=FRONT_GOAL))
    for name, path in list_desk_lists():
        print(describe(name, count(client, "get", path), goal=LIST_GOAL))


def describe(name: str, queries: int, *, goal: int) -> str:
    verdict = "ok" if queries <= goal else "MISSED"
    return f"  {name:<44} {queries:3d}  (goal <= {goal}, {verdict})"


def count(client: "Client", method: str, path: str) -> int:
    """Queries of the page when everything that is kept in memory is there; BEGIN and COMMIT too."""
    from tests.games.queries_sent import count_queries

    ask = getattr(client, method)
    if method == "get":
        ask(path, secure=True)
    with count_queries() as sent:
        answer = ask(path, secure=True)
    if answer.status_code not in (200, 302):
        raise SystemExit(f"{path} answered {answer.status_code}")
    return len(sent)


def list_pages(user: Any) -> Iterator[tuple[str, str, str]]:
    from django.urls import reverse

    running, finished, invitation = make_scene(user)
    yield "home", "get", reverse("games:home")
    yield "table", "get", reverse("games:game", args=[running])
    yield "moves of a running game", "get", reverse("games:moves", args=[running])
    yield "page of a move", "get", reverse("games:move", args=[running, 5])
    yield "result", "get", reverse("games:game", args=[finished[0]])
    yield "public page of a finished game", "get", reverse("games:game", args=[finished[1]])
    yield "profile", "get", reverse("games:profile", args=[user.public_id])
    yield "leaderboard", "get", reverse("games:leaderboard")
    yield "new game", "get", reverse("games:new")
    yield "settings", "get", reverse("accounts:settings")
    yield "invitation", "get", reverse("games:invitation", args=[invitation])
    yield "accept an invitation", "post", reverse("games:accept_invitation", args=[invitation])


def make_scene(user: Any) -> tuple[str, tuple[str, str], str]:
    """Public ids of a running game, of finished ones of the member and of others, and a token."""
    from games.models import InvitationKind, Player
    from games.services.resign import resign
    from tests.games.factories import make_game, make_member, make_user, play_turns
    from tests.games.rows import make_invitation

    member = Player(user_id=user.pk)
    games = [play_turns(make_game(member, make_member()), 20) for _ in range(GAMES)]
    others = make_game()
    for game in (*games[GAMES // 2 :], others):
        resign(game_id=game.pk, seat=0, version=game.version)
    for _ in range(INVITATIONS):
        make_invitation(kind=InvitationKind.NAMED, inviter_user=make_user(), invitee_user=user)
    link = make_invitation(inviter_user=make_user())
    return games[0].public_id, (games[-1].public_id, others.public_id), link.token


def list_desk_lists() -> Iterator[tuple[str, str]]:
    from django.contrib import admin
    from django.urls import reverse

    for model in admin.site._registry:
        name = f"{model._meta.app_label}_{model._meta.model_name}"
        if model._meta.app_label in ROOMS:
            yield f"desk: {model._meta.verbose_name_plural}", reverse(f"admin:{name}_changelist")


if __name__ == "__main__":
    measure()

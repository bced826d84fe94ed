"""Everything that can be asked about a game, and what came of it."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse

from games.mail.links import make_stop_url
from games.models import MailClass, NoticeKind
from games.views.version import make_version_url
from tests.games.visitors import HTMX
from tests.site.secrecy.scene import Scene
from tests.site.secrecy.viewers import Viewer

TOKEN = re.compile(rb'(name="csrfmiddlewaretoken" value="|"X-CSRFToken": ")[A-Za-z0-9]{64}')
MODELS = ("game", "round", "seat", "move", "guest", "invitation", "notice")
AROUND = ("giftoftime", "vacation", "outage", "mailsettings", "block", "addressstop")
UNDEALT = 44
"""Where the last deal of a round begins in the pack."""
REASON = "Both have asked for it in writing."
FIELDS = {"reason": REASON, "why": REASON, "winner": "1", "hours": "24"}
GAME_ACTS = ("give_time", "hold", "release", "adjudicate", "abort")


class Request(NamedTuple):
    method: str
    path: str
    fields: dict[str, Any] = {}
    headers: dict[str, str] = {}

    def __str__(self) -> str:
        return f"{self.method} {self.path} {self.fields} {self.headers}"


class Answer(NamedTuple):
    """All of it but cookies and the tokens of forms."""

    status: int
    headers: dict[str, str]
    body: bytes


def ask_all(requests: Sequence[Request], viewer: Viewer, scene: Scene) -> dict[str, Answer]:
    """The answers by what was asked. Nothing of it stays in the database."""
    cache.clear()
    with transaction.atomic():
        client = viewer.open_browser(scene)
        answers = {str(request): ask(client, request) for request in requests}
        transaction.set_rollback(True)
    return answers


def ask(client: Client, request: Request) -> Answer:
    """What is written by one answer is not there for the next."""
    with transaction.atomic():
        send = getattr(client, request.method)
        answer = send(request.path, request.fields, headers=request.headers)
        body = TOKEN.sub(b"", answer.getvalue())
        transaction.set_rollback(True)
    headers = {name: value for name, value in answer.items() if name != "Content-Length"}
    return Answer(answer.status_code, headers, body)


def list_requests(scene: Scene) -> Iterator[Request]:
    """Every page, fragment, file and refusal about the game, outside the desk."""
    for path in list_game_pages(scene):
        yield Request("get", path)
        yield Request("get", path, headers=HTMX)
    for path in list_pages_around(scene):
        yield Request("get", path)
    yield from list_posts(scene)


def list_game_pages(scene: Scene) -> Iterator[str]:
    game, here = scene.game, [scene.game.public_id]
    table = reverse("games:game", args=here)
    yield from (table, f"{table}?round=1")
    for name in ("resign", "abort", "moves", "record"):
        yield reverse(f"games:{name}", args=here)
    for seq in (1, game.version // 2, game.version - 1, game.version, game.version + 1):
        yield reverse("games:move", args=[*here, seq])
    for number in (1, 2, 3):
        yield reverse("games:round", args=[*here, number])
        yield reverse("games:proof", args=[*here, number])
    yield make_version_url(game.public_id, game.version)
    yield make_version_url(game.public_id, game.version - 1)
    yield reverse("games:version", args=here) + "?v=1&t=x"


def list_pages_around(scene: Scene) -> Iterator[str]:
    yield from (reverse("games:home"), reverse("games:leaderboard"), reverse("games:new"))
    yield f"{reverse('games:leaderboard')}?time=all"
    yield f"{reverse('games:new')}?to={scene.member.public_id}"
    yield reverse("games:profile", args=[scene.member.public_id])
    yield from (reverse("games:vacation"), f"{reverse('games:vacation')}?end=7")
    for invitation in scene.invitations:
        yield reverse("games:invitation", args=[invitation.token])
    for name in ("settings", "export", "close"):
        yield reverse(f"accounts:{name}")
    turns = [notice for notice in scene.notices if notice.kind == NoticeKind.TURN]
    yield from (make_stop_url(notice, MailClass.TURNS) for notice in turns)


def list_posts(scene: Scene) -> Iterator[Request]:
    game, here = scene.game, [scene.game.public_id]
    for fields in list_bad_plays(scene):
        yield Request("post", reverse("games:play", args=here), fields)
        yield Request("post", reverse("games:play", args=here), fields, HTMX)
    for name in ("resign", "abort", "rematch"):
        yield Request("post", reverse(f"games:{name}", args=here), {"version": game.version - 1})
    yield Request("post", reverse("games:privacy", args=here), {"show": "players"})
    yield Request("post", reverse("games:decline_invitation", args=[scene.invitations[0].token]))
    yield Request("post", reverse("games:accept_invitation", args=[scene.invitations[0].token]))
    yield Request("post", reverse("games:vacation"), {"end": "7"})
    yield Request("post", reverse("accounts:export"))
    yield Request("post", reverse("accounts:settings"), {"name": ""})


def list_bad_plays(scene: Scene) -> Iterator[dict[str, Any]]:
    """Plays that must all be refused, whatever is in whose hand."""
    game, row = scene.game, scene.row
    public = [*row.cards[:1], *row.moves.exclude(card="").values_list("card", flat=True)[:1]]
    for card in ["", "XX", *public]:
        yield {"version": game.version, "card": card}
    yield {"version": game.version - 3, "card": "8H"}
    yield {"version": "soon", "card": "8H"}


def list_desk_requests(scene: Scene) -> Iterator[Request]:
    """Every page of the staff's desk about the game, and what its acts foresee."""
    yield Request("get", reverse("admin:index"))
    for path in (*list_desk_lists(scene), *list_desk_pages(scene)):
        yield Request("get", path)
    yield from list_acts(scene)


def list_desk_lists(scene: Scene) -> Iterator[str]:
    for model in (*MODELS, "sweep", *AROUND):
        listed = reverse(f"admin:games_{model}_changelist")
        yield from (listed, f"{listed}?q={scene.game.public_id}")
    yield reverse("admin:accounts_user_changelist")
    yield reverse("admin:accounts_auditentry_changelist")


def list_desk_searches(scene: Scene) -> Iterator[Request]:
    """Lists asked for what is hidden: by search, by filter, by order."""
    row = scene.row
    undealt = " ".join(row.cards[UNDEALT : UNDEALT + 2])
    for model in MODELS:
        listed = reverse(f"admin:games_{model}_changelist")
        wishes = [f"q={undealt}", f"q={row.seed}", f"seed__startswith={row.seed[:4]}"]
        for lookup in ("pack", "rounds__pack", "round__pack", "game__rounds__pack"):
            wishes += [f"{lookup}__contains={undealt}", f"o={lookup}"]
        yield from (Request("get", f"{listed}?{wish}") for wish in wishes)


def list_desk_pages(scene: Scene) -> Iterator[str]:
    rows = {
        "games_game": [scene.game],
        "games_round": list(scene.game.rounds.all()),
        "games_seat": list(scene.game.seats.all()),
        "games_move": list(scene.game.moves.order_by("-seq")[:2]),
        "games_guest": [scene.guest],
        "games_invitation": scene.invitations,
        "games_notice": scene.notices,
        "accounts_user": [scene.member],
    }
    for model, objects in rows.items():
        for each in objects:
            yield reverse(f"admin:{model}_change", args=[each.pk])
            yield reverse(f"admin:{model}_history", args=[each.pk])
    yield from (reverse("admin:games_notice_mail", args=[each.pk]) for each in scene.notices)


def list_acts(scene: Scene) -> Iterator[Request]:
    """The form of every act, what it foresees, and a confirmation of other consequences."""
    acts: list[tuple[str, Any, str]] = [
        *(("games_game", scene.game, act) for act in GAME_ACTS),
        *(("games_notice", each, act) for each in scene.notices for act in ("skip", "resend")),
        *(("accounts_user", scene.member, act) for act in ("suspend", "close", "sign_out")),
    ]
    for model, each, act in acts:
        path = reverse(f"admin:{model}_act", args=[each.pk, act])
        yield Request("get", path)
        for step in ("preview", "do"):
            yield Request("post", path, {**FIELDS, "step": step})

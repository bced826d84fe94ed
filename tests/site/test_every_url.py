"""Every address as everybody: nobody, an outsider, either seat, staff.

What a visitor may have is written down here, once for each address; an address that is not in the
list fails the first test, so that a new one is thought about.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import NoReverseMatch, URLResolver, get_resolver, reverse

from games.models import Game, Invitation, Player, Sweep
from games.queries.owed import LONGEST_SILENCE
from tests.games.factories import make_game, make_user, play_turns, rig
from tests.games.invited import make_named

VIEWERS = ("nobody", "outsider", "first", "second", "staff")
EVERYBODY = dict.fromkeys(VIEWERS, 200)
LED_TO_ITS_BUTTON = dict.fromkeys(VIEWERS, 302)
OF_THE_SEATS = {"nobody": 404, "outsider": 404, "first": 200, "second": 200, "staff": 404}
NOT_YET = dict.fromkeys(VIEWERS, 404)
OF_MEMBERS = {**EVERYBODY, "nobody": 302}
SEEN_SIGNED_OUT = {**dict.fromkeys(VIEWERS, 302), "nobody": 200}
AFTER_A_STEP = dict.fromkeys(VIEWERS, 302)
NOT_KNOWN = dict.fromkeys(VIEWERS, 401)
NO_PAGE = dict.fromkeys(VIEWERS, 405)
SITES = ("google", "facebook", "openid_connect")

GET: dict[str, dict[str, int]] = {
    "games:home": EVERYBODY,
    "games:quick_start": LED_TO_ITS_BUTTON,
    "games:new": EVERYBODY,
    "games:next": {**EVERYBODY, "nobody": 302, "second": 302},
    "games:invitation": {**OF_THE_SEATS, "nobody": 302},  # from the first to the second by name
    "games:accept_invitation": LED_TO_ITS_BUTTON,
    "games:decline_invitation": LED_TO_ITS_BUTTON,
    "games:withdraw_invitation": LED_TO_ITS_BUTTON,
    "games:lobby": EVERYBODY,
    "games:leaderboard": EVERYBODY,
    "games:profile": EVERYBODY,
    "games:block": {**OF_MEMBERS, "first": 404},  # the first: nobody blocks oneself
    "games:unblock": {**AFTER_A_STEP, "first": 404},
    "games:refuse_invitations": NOT_YET,  # without the token of a mail
    "games:here": LED_TO_ITS_BUTTON,
    "games:mails": OF_MEMBERS,
    "games:choose_mails": OF_MEMBERS,
    "games:send_test_mail": LED_TO_ITS_BUTTON,
    "games:play_from_mail": NOT_YET,  # as the next one
    "games:stop_mail": NOT_YET,  # without the token of a mail
    "games:give_address": LED_TO_ITS_BUTTON,
    "games:remove_address": LED_TO_ITS_BUTTON,
    "games:start_mails": LED_TO_ITS_BUTTON,
    "games:prove_address": NOT_YET,  # as above
    "games:vacation": EVERYBODY,
    "games:end_vacation": LED_TO_ITS_BUTTON,
    "games:rules": EVERYBODY,
    "games:time": EVERYBODY,
    "games:shuffle": EVERYBODY,
    "games:shuffle_script": EVERYBODY,
    "games:shuffle_vectors": EVERYBODY,
    "games:game": OF_THE_SEATS,
    "games:play": LED_TO_ITS_BUTTON,
    "games:their_turn": {**OF_THE_SEATS, "second": 302},  # whose turn it is
    "games:give_time": LED_TO_ITS_BUTTON,
    "games:nudge": LED_TO_ITS_BUTTON,
    "games:resign": OF_THE_SEATS,
    "games:abort": OF_THE_SEATS,
    "games:privacy": LED_TO_ITS_BUTTON,
    "games:moves": OF_THE_SEATS,
    "games:move": OF_THE_SEATS,
    "games:record": NOT_YET,
    "games:rematch": LED_TO_ITS_BUTTON,
    "games:version": NOT_YET,  # without the token that a table carries
    "games:round": NOT_YET,
    "games:proof": NOT_YET,
    "privacy": EVERYBODY,
    "terms": EVERYBODY,
    "contact": EVERYBODY,
    "health": EVERYBODY,
    "accounts:settings": OF_MEMBERS,
    "accounts:take_browser_zone": LED_TO_ITS_BUTTON,
    "accounts:sign_out_everywhere": LED_TO_ITS_BUTTON,
    "accounts:export": AFTER_A_STEP,
    "accounts:close": AFTER_A_STEP,
    "accounts:facebook_deletion": NO_PAGE,
    "accounts:facebook_deleted": NOT_YET,
    "accounts:signup": SEEN_SIGNED_OUT,
    "accounts:confirm_login_code": AFTER_A_STEP,
    "accounts:confirm_email": AFTER_A_STEP,
    "accounts:email": OF_MEMBERS,
    "mfa_index": OF_MEMBERS,
    "mfa_authenticate": AFTER_A_STEP,
    "mfa_reauthenticate": AFTER_A_STEP,
    "mfa_activate_totp": AFTER_A_STEP,
    "mfa_deactivate_totp": AFTER_A_STEP,
    "mfa_view_recovery_codes": AFTER_A_STEP,
    "mfa_generate_recovery_codes": AFTER_A_STEP,
    "mfa_download_recovery_codes": AFTER_A_STEP,
    "account_login": SEEN_SIGNED_OUT,
    "account_logout": OF_MEMBERS,
    "account_inactive": EVERYBODY,
    "account_signup": SEEN_SIGNED_OUT,
    "account_reauthenticate": OF_MEMBERS,
    "account_request_reauthentication_code": AFTER_A_STEP,
    "account_confirm_reauthentication_code": AFTER_A_STEP,
    "account_email": OF_MEMBERS,
    "account_email_verification_sent": AFTER_A_STEP,
    "account_change_password": OF_MEMBERS,
    "account_set_password": AFTER_A_STEP,
    "account_reset_password": EVERYBODY,
    "account_confirm_login_code": AFTER_A_STEP,
    "account_confirm_password_reset_code": AFTER_A_STEP,
    "account_complete_password_reset": AFTER_A_STEP,
    "account_password_reset_completed": EVERYBODY,
    "account_request_login_code": SEEN_SIGNED_OUT,
}
GET |= dict.fromkeys(("socialaccount_connections", "social:connections"), OF_MEMBERS)
GET |= dict.fromkeys(("socialaccount_signup", "social:signup"), AFTER_A_STEP)
GET |= {"socialaccount_login_cancelled": EVERYBODY, "socialaccount_login_error": NOT_KNOWN}
SECOND_FACTOR = ("set_up", "stop", "codes", "new_codes", "download_codes")
GET |= {f"second_factor:{name}": AFTER_A_STEP for name in SECOND_FACTOR}
# Other sites, without their keys.
GET |= {f"{site}_{step}": NOT_YET for site in SITES for step in ("login", "callback")}
GET |= {f"social:{name}": NOT_YET for name in ("go", "back", "token")}
GET |= {f"social:{name}": NOT_YET for name in ("go_to_server", "back_from_server")}
GET |= {f"{site}_login_by_token": NOT_YET for site in ("google", "facebook")}
POST_OF_SEATS = (
    "games:play",
    "games:give_time",
    "games:nudge",
    "games:resign",
    "games:abort",
    "games:privacy",
    "games:rematch",
)


@pytest.fixture
def game(db: None) -> Game:
    """Two members in the middle of their first round, the second to move."""
    for name in LONGEST_SILENCE:
        Sweep.record(name)  # or a long run of tests finds the site ill
    seats = [Player(user_id=make_person(name).pk) for name in ("First", "Second")]
    return play_turns(rig(make_game(*seats)), 9)


def make_person(name: str, **columns: Any) -> Any:
    return make_user(name=name, password="eight-words-in-a-row", **columns)


def make_client(viewer: str, game: Game) -> Client:
    client = Client()
    if viewer in ("first", "second"):
        client.force_login(game.seats.get(index=("first", "second").index(viewer)).user)
    elif viewer == "staff":
        client.force_login(make_person("Warden", is_staff=True, is_superuser=True))
    elif viewer == "outsider":
        client.force_login(make_person("Outsider"))
    return client


def list_addresses() -> Iterator[str]:
    yield from _walk(get_resolver(), "")


def _walk(resolver: URLResolver, space: str) -> Iterator[str]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
            yield from _walk(pattern, inner)
        elif pattern.name:
            yield space + pattern.name


def address_of(name: str, game: Game) -> str:
    if name in ("games:profile", "games:block", "games:unblock"):
        return reverse(name, args=[game.seats.get(index=0).user.public_id])
    if name.endswith("invitation"):
        return reverse(name, args=[find_invitation(game).token])
    for arguments in ([], [game.public_id], [game.public_id, 1]):
        try:
            return reverse(name, args=arguments)
        except NoReverseMatch:
            continue
    raise AssertionError(f"{name} takes arguments that this test does not know")


def find_invitation(game: Game) -> Invitation:
    """That of the first to the second."""
    first, second = (Player(user_id=seat.user_id) for seat in game.seats.order_by("index"))
    return Invitation.objects.from_player(first).first() or make_named(first, second)


def list_admin_addresses() -> Iterator[str]:
    for name in sorted({name for name in list_addresses() if name.startswith("admin:")}):
        if name in ("admin:login", "admin:logout"):
            continue
        yield from _reverse_admin(name)


def _reverse_admin(name: str) -> Iterator[str]:
    for arguments in ([], [_find_key(name)], ["games"], [1, 1]):
        try:
            yield reverse(name, args=arguments)
            return
        except NoReverseMatch:
            continue


def _find_key(name: str) -> int:
    """The key of a row of the model that an admin's address speaks of."""
    for model in apps.get_models():
        if name.startswith(f"admin:{model._meta.label_lower.replace('.', '_')}_"):
            row = model._default_manager.first()
            return row.pk if row else 1
    return 1


def test_every_address_is_in_the_list() -> None:
    addresses = {name for name in list_addresses() if not name.startswith("admin:")}
    assert addresses == set(GET)


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("name", GET)
def test_get(game: Game, name: str, viewer: str) -> None:
    answer = make_client(viewer, game).get(address_of(name, game))
    assert answer.status_code == GET[name][viewer]


@pytest.mark.parametrize("viewer", ["nobody", "outsider", "staff"])
@pytest.mark.parametrize("name", POST_OF_SEATS)
def test_post_to_a_table_of_others(game: Game, name: str, viewer: str) -> None:
    version, moves = game.version, game.moves.count()
    fields = {"version": version, "card": "8H", "take": "", "seat": 0}

    answer = make_client(viewer, game).post(address_of(name, game), fields)

    game.refresh_from_db()
    assert answer.status_code == 404
    assert (game.version, game.moves.count(), game.is_running) == (version, moves, True)


@pytest.mark.parametrize("name", POST_OF_SEATS)
def test_post_without_the_forms_token(game: Game, name: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(game.seats.get(index=0).user)

    answer = client.post(address_of(name, game), {"version": game.version, "card": "8H"})

    game.refresh_from_db()
    assert answer.status_code == 403
    assert game.is_running


def test_post_of_the_seat_that_is_not_to_move(game: Game) -> None:
    waiting = "second" if game.to_move == 0 else "first"
    card = game.moves.first().card

    answer = make_client(waiting, game).post(
        address_of("games:play", game), {"version": game.version, "card": card}
    )

    assert answer.status_code == 409
    assert game.moves.count() == game.version


@pytest.mark.parametrize("viewer", ["nobody", "outsider", "first"])
def test_admin_to_those_who_are_no_staff(game: Game, viewer: str) -> None:
    client = make_client(viewer, game)
    seen = {
        path: answer.status_code
        for path in list_admin_addresses()
        if (answer := client.get(path)).status_code not in (302, 403, 404)
    }
    assert seen == {}


def test_admin_to_staff(game: Game) -> None:
    client = make_client("staff", game)
    statuses = {path: client.get(path).status_code for path in list_admin_addresses()}
    assert [path for path, status in statuses.items() if status >= 500] == []
    assert sum(status == 200 for status in statuses.values()) >= 20


@pytest.mark.parametrize("name", GET)
def test_head_changes_nothing_either(game: Game, name: str) -> None:
    client = make_client("first", game)
    before: Any = list(Game.objects.values())
    client.head(address_of(name, game))
    assert list(Game.objects.values()) == before

"""What staff do to games: form, preview, confirmation; through the services, with an audit row."""

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import AuditEntry
from games import clock
from games.engine.cards import PACK
from games.mail.delivery import deliver_due
from games.models import EndedBy, Game, GameStatus, Guest, Level, Notice, NoticeKind, Player
from games.services.mail_wishes import choose_mail
from games.services.resign import resign
from games.services.staff import hold_game, release_game
from tests.games.factories import (
    make_clerk,
    make_game,
    make_guest,
    make_member,
    make_user,
    play_any,
    play_turns,
)
from tests.games.letters import make_reader

pytestmark = pytest.mark.django_db

REASON = "Both wrote that they want it so."
ACTS = ("abort", "adjudicate", "hold")


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(make_user(name="Warden", is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def game() -> Game:
    """Salma, whose address is proven, and Karim, who has none proven; nine moves."""
    salma = make_user(name="Salma", email="salma@example.com")
    EmailAddress.objects.create(user=salma, email=salma.email, verified=True, primary=True)
    karim = make_user(name="Karim")
    return play_turns(make_game(Player(user_id=salma.pk), Player(user_id=karim.pk)), 9)


def address(game: Game, name: str) -> str:
    return reverse("admin:games_game_act", args=[game.pk, name])


def fill(**fields: Any) -> dict[str, Any]:
    return {"reason": REASON, "winner": "1", **fields}


def preview(client: Client, game: Game, name: str, **fields: Any) -> Any:
    answer = client.post(address(game, name), fill(step="preview", **fields))
    assert answer.status_code == 200
    return answer


def foresee(client: Client, game: Game, name: str, **fields: Any) -> str:
    sentences = preview(client, game, name, **fields).context["sentences"]
    return " ".join(sentences).replace("\u2068", "").replace("\u2069", "")


def confirm(client: Client, game: Game, name: str, **fields: Any) -> Any:
    seen = preview(client, game, name, **fields).context["seen"]
    return client.post(address(game, name), fill(step="do", seen=seen, **fields))


def rows() -> list[Any]:
    return [list(Game.objects.values()), Notice.objects.count(), AuditEntry.objects.count()]


@pytest.mark.parametrize("name", ACTS)
def test_form_and_preview_change_nothing(staff: Client, game: Game, name: str) -> None:
    before = rows()
    staff.get(address(game, name))
    staff.head(address(game, name))
    preview(staff, game, name)
    assert rows() == before


@pytest.mark.parametrize("name", ACTS)
def test_act_that_was_not_previewed_does_nothing(staff: Client, game: Game, name: str) -> None:
    before = rows()
    staff.post(address(game, name), fill(step="do", seen="0" * 64))
    assert rows() == before


def test_abort_ends_the_game_without_a_result(staff: Client, game: Game) -> None:
    assert confirm(staff, game, "abort").status_code == 302
    game.refresh_from_db()
    assert (game.status, game.ended_by) == (GameStatus.ABORTED, EndedBy.STAFF)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("abort", "The game is called off."),
        ("adjudicate", "The game is decided."),
        ("hold", "The game is on hold."),
    ],
)
def test_act_is_told_of_in_a_sentence_of_its_own(
    staff: Client, game: Game, name: str, words: str
) -> None:
    answer = staff.get(confirm(staff, game, name)["Location"])
    assert [str(message) for message in answer.context["messages"]] == [
        f"{words} It is in the audit log."
    ]


@pytest.mark.parametrize(("winner", "stored"), [("0", 0), ("1", 1), ("draw", None)])
def test_adjudicate_ends_the_game_as_chosen(
    staff: Client, game: Game, winner: str, stored: int | None
) -> None:
    confirm(staff, game, "adjudicate", winner=winner)
    game.refresh_from_db()
    assert (game.status, game.winner) == (GameStatus.FINISHED, stored)


def test_adjudicate_without_a_winner_named_asks_again(staff: Client, game: Game) -> None:
    answer = staff.post(address(game, "adjudicate"), {"reason": REASON, "step": "preview"})
    assert "winner" in answer.context["form"].errors


def test_hold_and_release(staff: Client, game: Game) -> None:
    confirm(staff, game, "hold")
    game.refresh_from_db()
    assert game.is_held
    confirm(staff, game, "release")
    game.refresh_from_db()
    assert not game.is_held


@pytest.mark.parametrize("name", ACTS)
def test_both_are_owed_a_mail(staff: Client, game: Game, name: str) -> None:
    confirm(staff, game, name)
    told = Notice.objects.filter(kind=NoticeKind.STAFF, game=game)
    assert {notice.user.name for notice in told if notice.user} == {"Salma", "Karim"}


def test_audit_row_tells_who_what_why_before_and_after(staff: Client, game: Game) -> None:
    confirm(staff, game, "adjudicate", winner="0")
    entry = AuditEntry.objects.get()
    assert (entry.actor.name, entry.act, entry.reason) == ("Warden", "game.adjudicate", REASON)
    assert (entry.object_type, entry.object_key) == ("games.Game", str(game.pk))
    assert entry.before == {
        "status": "running",
        "winner": None,
        "ended_by": "",
        "version": game.version,
        "held_at": None,
    }
    assert entry.after == {
        "status": "finished",
        "winner": 0,
        "ended_by": "staff",
        "version": game.version + 1,
        "held_at": None,
    }


@pytest.mark.parametrize("name", ACTS)
def test_no_card_in_audit_row_preview_or_answer(staff: Client, game: Game, name: str) -> None:
    said = foresee(staff, game, name)
    confirm(staff, game, name)
    entry = AuditEntry.objects.get()
    words = set(re.findall(r"\w+", f"{said} {entry.before} {entry.after}"))
    assert not words & set(map(str, PACK))


def test_preview_names_result_score_and_mails(staff: Client, game: Game) -> None:
    said = foresee(staff, game, "adjudicate", winner="0")
    assert "Salma wins the game against Karim, decided by the staff." in said
    assert "Salma: one game more won, against people." in said
    assert "Karim: one game more lost, against people." in said
    assert "Salma gets a mail about it, to salma@example.com." in said
    assert "Karim gets no mail: there is no proven address." in said


def test_preview_masks_addresses_to_who_may_see_none(client: Client, game: Game) -> None:
    client.force_login(make_clerk("arbiter"))
    said = foresee(client, game, "adjudicate", winner="0")
    assert "Salma gets a mail about it, to s…@example.com." in said
    assert "salma@" not in said


@pytest.mark.parametrize("name", [*ACTS, "release"])
@pytest.mark.parametrize("who", ["proven", "unproven", "stopped", "suspended", "guest"])
def test_preview_names_the_mails_that_go_out(staff: Client, who: str, name: str) -> None:
    """Whatever keeps a mail from going out is foreseen: what comes to pass is compared."""
    game = make_game(make_reader_who_is(who), make_member())
    if who == "suspended":
        users = get_user_model().objects.filter(pk=game.seats.get(index=0).user_id)
        users.update(is_active=False, suspended_at=clock.now())
    if name == "release":
        hold_game(game.pk)
    Notice.objects.all().delete()
    told = foresee(staff, game, name)
    confirm(staff, game, name)
    deliver_due()
    assert ("gets a mail about it" in told) == bool(mail.outbox)
    assert bool(mail.outbox) == (who in ("proven", "stopped", "suspended"))


def make_reader_who_is(who: str) -> Player:
    if who == "guest":
        return make_guest()
    player = make_member() if who == "unproven" else make_reader()
    if who == "stopped":
        choose_mail(player, [])
    return player


def test_release_sends_one_mail_to_who_is_to_move(staff: Client) -> None:
    game = hold_game(make_game(make_reader(), make_reader()).pk)
    Notice.objects.all().delete()
    confirm(staff, game, "release")
    with clock.stopped_at(clock.now() + timedelta(hours=1)):
        deliver_due()
    assert len(mail.outbox) == 2


@pytest.mark.parametrize(("plays", "told"), [(0, "0 plays,"), (1, "1 play,"), (2, "2 plays,")])
def test_preview_counts_plays_and_no_acts_of_the_staff(
    staff: Client, plays: int, told: str
) -> None:
    game = make_game()
    hold_game(game.pk)
    game = release_game(game.pk)
    play_turns(game, game.version + plays)
    assert f"So far: {told}" in foresee(staff, game, "abort")


def test_preview_of_a_game_that_does_not_count_promises_no_score(staff: Client) -> None:
    said = foresee(staff, play_turns(make_game(), 3), "adjudicate", winner="0")
    assert "one game more" not in said
    assert "kept in nobody" in said


def test_preview_of_a_draw_names_no_winner(staff: Client, game: Game) -> None:
    said = foresee(staff, game, "adjudicate", winner="draw")
    assert "The game ends as a draw" in said
    assert "one game more" not in said


def test_preview_of_an_abort_says_that_nothing_counts(staff: Client, game: Game) -> None:
    assert "Nothing is added to anybody’s kept score." in foresee(staff, game, "abort")


def test_preview_against_the_computer_speaks_of_the_person_alone(staff: Client) -> None:
    guest = make_guest()
    Guest.objects.filter(pk=guest.guest_id).update(email="guest@example.com", number=4711)
    said = foresee(staff, make_game(guest, Level.STRONG), "adjudicate", winner="0")
    assert "Guest 4711 gets a mail about it, to guest@example.com." in said
    assert "Computer (Strong) gets" not in said
    assert "one game more" not in said


def test_move_in_between_shows_the_preview_anew(staff: Client, game: Game) -> None:
    seen = preview(staff, game, "abort").context["seen"]
    play_any(game)
    answer = staff.post(address(game, "abort"), fill(step="do", seen=seen))
    game.refresh_from_db()
    assert game.is_running
    assert answer.context["has_changed"]
    assert not AuditEntry.objects.exists()


def test_act_on_a_game_that_has_ended_meanwhile_is_refused(staff: Client, game: Game) -> None:
    seen = preview(staff, game, "abort").context["seen"]
    resign(game_id=game.pk, seat=0, version=game.version)
    answer = staff.post(address(game, "abort"), fill(step="do", seen=seen))
    game.refresh_from_db()
    assert (answer.status_code, game.ended_by) == (409, EndedBy.RESIGN)
    assert not AuditEntry.objects.exists()


def told_at_once(staff: Client, game: Game, name: str) -> str:
    answer = staff.get(address(game, name))
    assert answer.status_code == 409
    return str(answer.context["refusal"])


def test_hold_of_a_held_game_is_refused(staff: Client, game: Game) -> None:
    hold_game(game.pk)
    assert "on hold already" in told_at_once(staff, game, "hold")


def test_release_of_a_game_that_is_not_held_is_refused(staff: Client, game: Game) -> None:
    assert "not on hold" in told_at_once(staff, game, "release")


@pytest.mark.parametrize("name", [*ACTS, "release"])
def test_act_on_a_game_that_is_over_says_so(staff: Client, game: Game, name: str) -> None:
    resign(game_id=game.pk, seat=0, version=game.version)
    assert "over already" in told_at_once(staff, game, name)


@pytest.mark.parametrize(
    ("permission", "allowed"),
    [("end_game", {"abort", "adjudicate"}), ("hold_game", {"hold"}), ("view_move", set())],
)
def test_acts_and_their_buttons_need_their_permission(
    client: Client, game: Game, permission: str, allowed: set[str]
) -> None:
    warden = make_user(is_staff=True)
    names = ["view_game", permission]
    warden.user_permissions.set(Permission.objects.filter(codename__in=names))
    client.force_login(warden)
    page = client.get(reverse("admin:games_game_change", args=[game.pk])).content.decode()
    for name in ACTS:
        assert (client.get(address(game, name)).status_code == 200) == (name in allowed)
        assert (address(game, name) in page) == (name in allowed)


def test_button_for_what_cannot_be_done_now_is_not_shown(staff: Client, game: Game) -> None:
    resign(game_id=game.pk, seat=0, version=game.version)
    page = staff.get(reverse("admin:games_game_change", args=[game.pk])).content.decode()
    assert "/acts/" not in page


def test_page_of_the_game_shows_what_the_staff_did(staff: Client, game: Game) -> None:
    confirm(staff, game, "hold")
    page = staff.get(reverse("admin:games_game_change", args=[game.pk])).content.decode()
    assert REASON in page
    assert "<li>Staff put the game on hold</li>" in page

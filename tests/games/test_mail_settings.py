"""What a person wants to read by mail, how often and when: the form, and what it keeps."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games import clock
from games.models import (
    Guest,
    MailClass,
    MailSettings,
    MailStop,
    Notice,
    NoticeKind,
    NoticeReason,
    NoticeState,
    Player,
    TurnMails,
)
from games.services.guests import claim_guest
from games.services.mail_wishes import get_settings, list_stopped, raise_link_generation
from tests.games.factories import make_guest, make_member, play
from tests.games.letters import find_notice, make_reader, start_game
from tests.games.visitors import client_of

pytestmark = pytest.mark.django_db

PAGE = "/mail/choose/"
CHOICES: dict[str, Any] = {
    "turns": "one",
    "digest_hour": "18",
    "quiet_from": "",
    "quiet_until": "",
    "wanted": ["reminders", "invitations", "results"],
}


def choose(player: Player, **choices: Any) -> Any:
    return client_of(player).post(PAGE, {**CHOICES, **choices})


def checked(page: str) -> set[str]:
    return set(re.findall(r'value="(\w+)"\s+checked', page))


@pytest.mark.parametrize("page", ["/accounts/settings/", PAGE])
def test_form_shows_the_defaults_of_who_has_chosen_nothing(page: str) -> None:
    shown = client_of(make_member()).get(page).content.decode()
    assert checked(shown) == {"one", "reminders", "invitations", "results"}
    assert not re.search(r'name="plays_from_mail"\s+checked', shown)


def test_labels_of_quiet_hours_stand_by_themselves() -> None:
    shown = client_of(make_member()).get(PAGE).content.decode()
    assert re.findall(r'for="id_quiet_\w+">([^<]+)<', shown) == ["Quiet from", "Quiet until"]


def test_form_shows_what_is_stopped() -> None:
    player = make_member()
    for mail_class in (MailClass.TURNS, MailClass.RESULTS):
        MailStop.objects.create(user_id=player.key, mail_class=mail_class)
    shown = client_of(player).get(PAGE).content.decode()
    assert checked(shown) == {"none", "reminders", "invitations"}


@pytest.mark.parametrize("turns", TurnMails.values)
def test_how_often_is_kept(turns: str) -> None:
    player = make_member()
    choose(player, turns=turns, digest_hour="7")
    wishes = get_settings(player)
    assert (wishes.turns, wishes.digest_hour) == (turns, 7)


def test_no_turn_mails_is_a_stop_and_the_rest_stays() -> None:
    player = make_member()
    choose(player, turns="none", wanted=["results"])
    assert list_stopped(player) == {"turns", "reminders", "invitations"}


def test_what_is_chosen_again_starts_again() -> None:
    player = make_member()
    choose(player, turns="none", wanted=[])
    choose(player)
    assert list_stopped(player) == set()


def test_quiet_hours_are_kept_and_taken_back() -> None:
    player = make_member()
    choose(player, quiet_from="22", quiet_until="8")
    wishes = get_settings(player)
    assert (wishes.quiet_from, wishes.quiet_until) == (22, 8)
    choose(player)
    wishes = get_settings(player)
    assert (wishes.quiet_from, wishes.quiet_until) == (None, None)


@pytest.mark.parametrize(
    "wrong",
    [
        {"quiet_from": "22"},
        {"quiet_until": "8"},
        {"quiet_from": "8", "quiet_until": "8"},
        {"quiet_from": "24", "quiet_until": "8"},
        {"digest_hour": "-1"},
        {"turns": "never"},
        {"wanted": ["gossip"]},
    ],
)
def test_error_keeps_nothing_and_loses_nothing(wrong: dict[str, Any]) -> None:
    player = make_member()
    answer = choose(player, **{"turns": "digest", "plays_from_mail": "on", **wrong})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'class="error"' in page
    assert not MailSettings.objects.exists()
    assert re.search(r'name="plays_from_mail"\s+checked', page)
    assert ("digest" in checked(page)) == ("turns" not in wrong)


def test_playing_from_mail_is_off_until_it_is_chosen() -> None:
    player = make_member()
    assert not get_settings(player).plays_from_mail
    choose(player, plays_from_mail="on")
    assert get_settings(player).plays_from_mail


def test_links_of_before_do_not_play_once_that_was_switched_off() -> None:
    player = make_member()
    choose(player, plays_from_mail="on")
    before = get_settings(player).link_generation
    choose(player)
    choose(player, plays_from_mail="on")
    assert get_settings(player).link_generation > before


def test_saving_twice_changes_no_links() -> None:
    player = make_member()
    choose(player, plays_from_mail="on")
    before = get_settings(player).link_generation
    choose(player, plays_from_mail="on", turns="every")
    assert get_settings(player).link_generation == before


def test_who_has_no_wishes_has_no_links_to_void() -> None:
    raise_link_generation(make_member())
    assert not MailSettings.objects.exists()


def test_what_is_held_is_looked_at_again_when_wishes_change() -> None:
    player = make_reader()
    game = start_game(make_reader(), player)
    play(game, "6C", "6D 4S 2H")
    notice = find_notice(NoticeKind.TURN, game=game)
    later = clock.now() + timedelta(hours=20)
    Notice.objects.filter(pk=notice.pk).update(
        state=NoticeState.HELD, reason=NoticeReason.DIGEST, due_at=later
    )
    choose(player)
    notice.refresh_from_db()
    assert notice.due_at is not None
    assert notice.due_at <= clock.now()


def test_choosing_is_for_somebody() -> None:
    answer = Client().post(PAGE, CHOICES)
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/accounts/login/")
    assert not MailSettings.objects.exists()


# Guests


def make_guest_with_address() -> Player:
    guest = make_guest()
    Guest.objects.filter(pk=guest.key).update(email="guest@example.com")
    return guest


def test_guest_chooses_too() -> None:
    guest = make_guest_with_address()
    answer = choose(guest, turns="digest", digest_hour="9", wanted=["results"])
    assert answer.headers["Location"] == "/mail/"
    assert get_settings(guest).turns == TurnMails.DIGEST
    assert list_stopped(guest) == {"reminders", "invitations"}


def test_guest_who_has_been_erased_is_nobody() -> None:
    guest = make_guest_with_address()
    browser = client_of(guest)
    Guest.objects.all().delete()
    assert browser.get(PAGE).status_code == 404


def test_wishes_of_a_guest_come_along() -> None:
    guest, member = make_guest_with_address(), make_member()
    choose(guest, turns="every", quiet_from="22", quiet_until="8")
    claim_guest(guest_id=guest.key, user_id=member.key)
    wishes = get_settings(member)
    assert (wishes.turns, wishes.quiet_from) == (TurnMails.EVERY, 22)
    assert MailSettings.objects.count() == 1


def test_wishes_of_the_account_stay_what_they_are() -> None:
    guest, member = make_guest_with_address(), make_member()
    choose(guest, turns="every")
    choose(member, turns="digest")
    claim_guest(guest_id=guest.key, user_id=member.key)
    assert get_settings(member).turns == TurnMails.DIGEST
    assert MailSettings.objects.count() == 1


def test_links_in_mails_to_a_guest_do_not_play_for_the_account() -> None:
    guest, member = make_guest_with_address(), make_member()
    choose(guest, plays_from_mail="on")
    before = get_settings(guest).link_generation
    claim_guest(guest_id=guest.key, user_id=member.key)
    assert get_settings(member).link_generation > before


def test_links_that_play_are_the_accounts_own_wish() -> None:
    guest, member = make_guest_with_address(), make_member()
    choose(guest, plays_from_mail="on")
    claim_guest(guest_id=guest.key, user_id=member.key)
    assert not get_settings(member).plays_from_mail


def test_links_that_the_account_wants_stay() -> None:
    guest, member = make_guest_with_address(), make_member()
    choose(member, plays_from_mail="on")
    choose(guest)
    claim_guest(guest_id=guest.key, user_id=member.key)
    assert get_settings(member).plays_from_mail

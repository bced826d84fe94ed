"""The new game page as the door to an invitation; against the computer: tests/site."""

import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from basra_site.settings.base import BASE_DIR
from games.deadlines import REMINDED_BEFORE, Reminder
from games.models import Game, Invitation, InvitationKind, Pace, Player
from games.services import invitation_limits
from games.services.answers import decline
from games.services.invitations import LIFETIME
from tests.games.factories import make_user
from tests.games.invited import make_link, make_named
from tests.games.visitors import client_of

pytestmark = pytest.mark.django_db

NEW = "/new/"
STYLE = BASE_DIR / "basra_site" / "static" / "css" / "new.css"
ASKED = {
    "who": "link",
    "name": "",
    "preset": "levant",
    "target": "0",
    "pace": "168",
    "first_floor": "2",
    "floor_specials": "bury",
    "capture_choice": "player",
    "last_card_basra": "yes",
}


@pytest.fixture
def karim() -> Player:
    return Player(user_id=make_user(name="Karim").pk)


@pytest.fixture
def salma() -> Any:
    return make_user(name="Salma Öz")


def ask(player: Player, **fields: str) -> Any:
    return client_of(player).post(NEW, {**ASKED, **fields})


def test_link_is_made_as_asked(karim: Player) -> None:
    answer = ask(karim)
    made = Invitation.objects.get()
    assert answer["Location"] == made.get_absolute_url()
    assert (made.kind, made.preset, made.target, made.pace) == (
        InvitationKind.LINK,
        "levant",
        0,
        Pace.WEEK,
    )
    assert made.rules.first_floor == 2
    assert not Game.objects.exists()


@pytest.mark.parametrize("name", ["Salma Öz", "  salma öz ", "SALMA ÖZ"])
def test_player_is_found_by_name(karim: Player, salma: Any, name: str) -> None:
    answer = ask(karim, who="name", name=name)
    made = Invitation.objects.get()
    assert answer["Location"] == made.get_absolute_url()
    assert made.invitee_user == salma


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "Write a name."),
        (" ", "Write a name."),
        ("Salma", "Nobody here is called that."),
        ("Gone", "Nobody here is called that."),
        ("Unproven", "Nobody here is called that."),
        ("Karim", "That is you."),
        ("x" * 5000, "Nobody here is called that."),
        ("\x00", "Null characters are not allowed."),
    ],
)
def test_wrong_name_is_answered_beside_the_field(
    karim: Player, salma: Any, name: str, words: str
) -> None:
    make_user(name="Gone", is_active=False)
    unproven = make_user(name="Unproven")
    unproven.emailaddress_set.create(email=unproven.email, verified=False, primary=True)
    answer = ask(karim, who="name", name=name)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert words in page[page.index('id="name-error"') :]
    assert not Invitation.objects.exists()


@pytest.mark.parametrize("wrong", [{"who": "lobby"}, {"pace": "5"}, {"pace": ""}, {"who": ""}])
def test_what_is_not_offered_is_refused(karim: Player, wrong: dict[str, str]) -> None:
    assert ask(karim, **wrong).status_code == 422
    assert not Invitation.objects.exists()


def test_page_says_how_long_a_link_is_good(karim: Player) -> None:
    page = client_of(karim).get("/new/").content.decode()
    assert f"Good for {LIFETIME.days} days." in page


def test_link_asks_for_no_level_and_the_computer_for_no_pace(karim: Player) -> None:
    assert ask(karim, level="").status_code == 302
    assert ask(karim, who="computer", level="strong", pace="").status_code == 302
    assert Game.objects.get().pace is None


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("", "Write the address of your friend."),
        ("karim", "This does not look like an e-mail address."),
        (f"{'x' * 250}@example.com", "This does not look like an e-mail address."),
    ],
)
def test_wrong_address_is_answered_in_our_words(karim: Player, address: str, words: str) -> None:
    answer = ask(karim, who="address", address=address)
    assert answer.status_code == 422
    assert re.findall(r'id="address-error">([^<]+)<', answer.content.decode()) == [words]


def test_who_has_no_account_invites_nobody(client: Client) -> None:
    assert client.post(NEW, ASKED).status_code == 422
    assert client.post(NEW, {**ASKED, "who": "computer", "level": "strong"}).status_code == 302
    assert not Invitation.objects.exists()
    page = client.get(NEW).content.decode()
    assert 'value="link"' not in page
    assert "To invite you need an account" in page


def test_profile_leads_here_with_the_name_filled_in(karim: Player, salma: Any) -> None:
    page = client_of(karim).get(NEW, {"to": salma.public_id}).content.decode()
    assert 'value="Salma Öz"' in page
    assert page.index('value="name"') < page.index("checked", page.index('value="name"'))


def test_single_round_is_offered_first_to_who_invites(karim: Player) -> None:
    form = client_of(karim).get(NEW).context["form"]
    assert form["who"].value() == "link"
    assert form["target"].value() == "0"
    assert form.fields["target"].choices[0][0] == "0"


@pytest.mark.parametrize("to", ["", "nobody", "own"])
def test_wish_for_nobody_is_the_ordinary_page(karim: Player, to: str) -> None:
    own = get_user_model().objects.get(pk=karim.user_id)
    wanted = own.public_id if to == "own" else to
    page = client_of(karim).get(NEW, {"to": wanted}).content.decode()
    assert 'value="Karim"' not in page


def test_second_invitation_leads_to_the_first(karim: Player, salma: Any) -> None:
    first = make_named(karim, Player(user_id=salma.pk))
    answer = ask(karim, who="name", name="Salma Öz")
    assert answer["Location"] == first.get_absolute_url()
    assert Invitation.objects.count() == 1


def test_too_many_open_invitations_are_refused_in_words(
    karim: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitation_limits, "MOST_OPEN", 1)
    make_link(karim)
    answer = ask(karim)
    assert answer.status_code == 429
    assert "1 invitation of yours is open." in answer.content.decode()


def test_who_has_declined_today_is_not_asked_again(karim: Player, salma: Any) -> None:
    decline(make_named(karim, Player(user_id=salma.pk)).token, Player(user_id=salma.pk))
    answer = ask(karim, who="name", name="Salma Öz")
    assert answer.status_code == 429
    assert "Your last offer was declined." in answer.content.decode()


def test_pace_comes_with_the_plain_word_of_what_is_lost(karim: Player) -> None:
    page = client_of(karim).get(reverse("games:new")).content.decode()
    assert "Whoever has not played by then loses the game." in page


@pytest.mark.parametrize("pace", Pace)
def test_every_pace_is_offered_and_has_its_reminders(karim: Player, pace: Pace) -> None:
    assert Reminder.LAST in REMINDED_BEFORE[pace]
    page = client_of(karim).get(NEW).content.decode()
    assert re.search(rf'name="pace"\s+value="{pace.value}"', page)
    assert f"if--pace-{pace.value}" in page
    assert f".if--pace-{pace.value}," in STYLE.read_text(encoding="utf-8")

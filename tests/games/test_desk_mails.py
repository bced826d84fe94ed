"""Mails at the staff's desk: why one did not come, and what it says, without hand and links."""

import re
from typing import Any

import pytest
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.urls import reverse

from games.models import (
    Game,
    Invitation,
    InvitationKind,
    InvitationState,
    Notice,
    NoticeKind,
    NoticeReason,
    NoticeState,
    Player,
)
from games.services.staff import hold_game
from tests.games.factories import make_clerk, make_game, make_user, play_turns, rig, state_of
from tests.games.rows import make_invitation, make_notice, make_notice_of_every_kind

pytestmark = pytest.mark.django_db

KINDS = list(NoticeKind)
SALMA = "salma@example.com"


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(make_user(name="Warden", is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def game() -> Game:
    """Salma is to move, after two plays."""
    seats = [Player(user_id=make_user(name=name).pk) for name in ("Salma", "Karim")]
    return play_turns(rig(make_game(*seats), dealer=1), 2)


@pytest.fixture
def notices(game: Game) -> dict[str, Notice]:
    """One of each kind, to Salma."""
    salma = game.seats.get(index=0).user
    accepted = make_invitation(inviter_user=salma, game=game)
    named = make_invitation(kind=InvitationKind.NAMED, invitee_user=salma)
    return {
        notice.kind: notice
        for notice in make_notice_of_every_kind(game, accepted=accepted, named=named, user=salma)
    }


def page_of(row: Any, page: str = "change") -> str:
    return reverse(f"admin:games_{row._meta.model_name}_{page}", args=[row.pk])


def read(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


@pytest.mark.parametrize("kind", KINDS)
def test_page_of_a_notice_shows_its_text(
    staff: Client, notices: dict[str, Notice], kind: str
) -> None:
    page = read(staff, page_of(notices[kind]))
    assert '<pre class="desk-mail"' in page


@pytest.mark.parametrize("kind", KINDS)
def test_no_link_of_a_preview_works(
    staff: Client, notices: dict[str, Notice], kind: str, settings: Any
) -> None:
    page = read(staff, page_of(notices[kind], "mail"))
    (text,) = re.findall(r"<pre.*?</pre>", read(staff, page_of(notices[kind])), re.S)
    assert set(re.findall(r'href="([^"]*)"', page)) == {"#"}
    assert settings.SITE_ADDRESS not in page
    assert "://" not in text


@pytest.mark.parametrize("kind", KINDS)
def test_no_token_is_in_a_preview_or_on_a_page(
    staff: Client, notices: dict[str, Notice], kind: str
) -> None:
    said = read(staff, page_of(notices[kind], "mail")) + read(staff, page_of(notices[kind]))
    tokens = [invitation.token for invitation in Invitation.objects.all()]
    assert len(tokens) == 2
    assert [token for token in tokens if token in said] == []


def test_preview_holds_no_card_of_the_hand(
    staff: Client, game: Game, notices: dict[str, Notice]
) -> None:
    before = [read(staff, page_of(notice, "mail")) for notice in notices.values()]
    hand = state_of(game).hands.first
    row = game.rounds.get()
    cards = row.pack.split()
    hidden = [place for place, card in enumerate(cards) if card in map(str, hand)]
    last = len(cards) - 1
    cards[hidden[0]], cards[last] = cards[last], cards[hidden[0]]
    row.pack = " ".join(cards)
    row.save()
    assert [read(staff, page_of(notice, "mail")) for notice in notices.values()] == before


def test_html_part_stands_in_a_sandbox(staff: Client, notices: dict[str, Notice]) -> None:
    answer = staff.get(page_of(notices[NoticeKind.TURN], "mail"))
    policy = answer["Content-Security-Policy"]
    assert policy.startswith("sandbox; default-src 'none';")
    assert "script" not in policy


def test_html_part_needs_the_permission(client: Client, notices: dict[str, Notice]) -> None:
    client.force_login(make_user(is_staff=True))
    assert client.get(page_of(notices[NoticeKind.TURN], "mail")).status_code == 403


def test_html_part_is_not_for_players(client: Client, notices: dict[str, Notice]) -> None:
    notice = notices[NoticeKind.TURN]
    client.force_login(notice.user)
    assert client.get(page_of(notice, "mail")).status_code in (302, 403)


def test_html_part_of_own_game_is_not_there(client: Client, notices: dict[str, Notice]) -> None:
    notice = notices[NoticeKind.TURN]
    type(notice.user).objects.filter(pk=notice.user_id).update(is_staff=True, is_superuser=True)
    client.force_login(notice.user)
    assert client.get(page_of(notice, "mail")).status_code == 404


def test_mail_whose_reader_has_left_is_told_of(staff: Client, game: Game) -> None:
    notice = make_notice(NoticeKind.TURN, game=game, seq=game.version)
    assert "its reader has left the game" in read(staff, page_of(notice))
    assert staff.get(page_of(notice, "mail")).status_code == 404


def test_page_of_a_game_tells_why_a_mail_did_not_come(staff: Client, game: Game) -> None:
    notice = make_notice(
        NoticeKind.TURN, game=game, state=NoticeState.SKIPPED, reason=NoticeReason.SEEN
    )
    page = read(staff, page_of(game))
    assert "had seen it on the site" in page
    assert page_of(notice) in page


def test_page_of_a_game_shows_the_latest_mails_and_links_to_the_others(
    staff: Client, game: Game
) -> None:
    made = [make_notice(NoticeKind.STAFF, game=game) for _ in range(25)]
    page = read(staff, page_of(game))
    assert page_of(made[-1]) in page
    assert page_of(made[0]) not in page
    listed = staff.get(reverse("admin:games_notice_changelist"), {"game__id__exact": game.pk})
    assert listed.context["cl"].result_count >= 25


@pytest.mark.parametrize("word", ["public_id", "name", "email"])
def test_notices_are_found(staff: Client, game: Game, word: str) -> None:
    salma = game.seats.get(index=0).user
    notice = make_notice(NoticeKind.STAFF, game=game, user=salma)
    make_notice(NoticeKind.STAFF, game=make_game())
    Notice.objects.filter(kind=NoticeKind.TURN).delete()
    words = {"public_id": game.public_id, "name": "salma", "email": salma.email}
    answer = staff.get(reverse("admin:games_notice_changelist"), {"q": words[word]})
    assert list(answer.context["cl"].result_list) == [notice]


@pytest.mark.parametrize("word", ["game", "inviter", "invitee"])
def test_invitations_are_found(staff: Client, game: Game, word: str) -> None:
    nadia, omar = make_user(name="Nadia"), make_user(name="Omar")
    invitation = make_invitation(
        kind=InvitationKind.NAMED, inviter_user=nadia, invitee_user=omar, game=game
    )
    make_invitation()
    words = {"game": game.public_id, "inviter": "nadia", "invitee": "OMAR"}
    answer = staff.get(reverse("admin:games_invitation_changelist"), {"q": words[word]})
    assert list(answer.context["cl"].result_list) == [invitation]


def test_token_of_an_invitation_is_nowhere_at_the_desk(staff: Client, game: Game) -> None:
    invitation = make_invitation(state=InvitationState.OPEN)
    listed = reverse("admin:games_invitation_changelist")
    for page in (listed, page_of(invitation), f"{listed}?q={invitation.token[:-1]}"):
        assert invitation.token not in read(staff, page)


@pytest.mark.parametrize("lookup", ["token", "token__startswith", "token__exact"])
def test_invitations_are_not_filtered_by_token(staff: Client, lookup: str) -> None:
    invitation = make_invitation()
    answer = staff.get(reverse("admin:games_invitation_changelist"), {lookup: invitation.token})
    assert answer.status_code == 302


def test_desk_leads_nobody_to_the_page_of_an_invitation(staff: Client) -> None:
    """Django has an address that leads from a row to its page on the site, token and all."""
    invitation = make_invitation()
    kind = ContentType.objects.get_for_model(Invitation)
    answer = staff.get(f"{reverse('admin:index')}r/{kind.pk}/{invitation.pk}/")
    assert answer.status_code == 404


def test_address_that_a_mail_went_to_is_masked_to_who_may_see_none(
    client: Client, game: Game
) -> None:
    client.force_login(make_clerk("operator"))
    page = read(client, page_of(make_notice(NoticeKind.STAFF, game=game, address=SALMA)))
    assert "s…@example.com" in page
    assert SALMA not in page


def test_address_that_a_mail_went_to_is_shown_to_who_may_see_addresses(
    client: Client, game: Game
) -> None:
    client.force_login(make_clerk("support"))
    page = read(client, page_of(make_notice(NoticeKind.STAFF, game=game, address=SALMA)))
    assert SALMA in page


def test_held_game_is_listed_as_such(staff: Client, game: Game) -> None:
    make_game()
    hold_game(game.pk)
    answer = staff.get(reverse("admin:games_game_changelist"), {"hold": "yes"})
    assert list(answer.context["cl"].result_list) == [game]

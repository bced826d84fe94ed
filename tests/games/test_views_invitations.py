import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from accounts.closing import close_account
from games import clock
from games.models import Game, Guest, Invitation, InvitationState, Pace, Player, Seat, usual_time
from games.services import invitation_limits
from games.services.answers import accept, decline, withdraw
from games.services.guests import claim_guest
from games.services.invitations import LIFETIME
from games.services.rematch import offer_rematch
from games.services.resign import resign
from tests.accounts.conftest import sites_with_all_keys
from tests.games.factories import make_game, make_guest, make_member, make_user
from tests.games.invited import make_link, make_named
from tests.games.visitors import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def karim() -> Player:
    return Player(user_id=make_user(name="Karim").pk)


@pytest.fixture
def salma() -> Player:
    return Player(user_id=make_user(name="Salma").pk)


def page_of(invitation: Invitation) -> str:
    return reverse("games:invitation", args=[invitation.token])


def act(client: Client, what: str, invitation: Invitation) -> Any:
    return client.post(reverse(f"games:{what}_invitation", args=[invitation.token]))


def read(client: Client, invitation: Invitation, status: int = 200) -> str:
    answer = client.get(page_of(invitation))
    assert answer.status_code == status
    return answer.content.decode()


def every_row() -> dict[str, list[Any]]:
    games = apps.get_app_config("games").get_models()
    return {model.__name__: list(model._default_manager.order_by("pk").values()) for model in games}


def test_link_tells_a_stranger_who_invites_to_what(karim: Player, client: Client) -> None:
    page = read(client, make_link(karim))
    for words in (
        "Karim",
        "Levant",
        "61 points, about 3 rounds",
        "1 day a turn",
        "The first floor has two cards.",
        "Whoever has not played by then loses the game.",
        "do not stop the clock",
    ):
        assert words in page


@pytest.mark.parametrize("pace", [Pace.DAY, Pace.TWO_DAYS])
def test_vacation_is_promised_where_it_stops_the_clock(
    karim: Player, client: Client, pace: Pace
) -> None:
    page = read(client, make_link(karim, time=usual_time(pace)))
    assert ("a vacation begins by itself instead" in page) is pace.stops_for_vacation


def test_link_offers_a_stranger_to_play_as_a_guest_then_to_join(
    karim: Player, client: Client
) -> None:
    link = make_link(karim)
    page = read(client, link)
    guest, join = page.index("Play at once as a guest"), page.index('type="email"')
    assert guest < join
    assert f'name="next" value="{page_of(link)}"' in page
    assert "Decline" not in page


def test_link_offers_the_code_by_mail_before_other_sites(
    karim: Player, client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some of them refuse to sign anybody in within the browser of a chat program."""
    settings.SOCIALACCOUNT_PROVIDERS = sites_with_all_keys(monkeypatch)
    page = read(client, make_link(karim))
    assert page.index("Send me the code") < page.index("Continue with Google")


def test_link_offers_a_member_to_accept_or_decline(
    karim: Player, salma: Player, client: Client
) -> None:
    page = read(client_of(salma), make_link(karim))
    assert "Accept and sit down" in page
    assert "Decline" in page
    assert "type=&quot;email&quot;" not in page


def test_link_shows_its_maker_how_to_send_it(karim: Player, settings: Any) -> None:
    settings.SITE_ADDRESS = "https://basra.example"
    link = make_link(karim)
    page = read(client_of(karim), link)
    assert f'value="https://basra.example{page_of(link)}"' in page
    assert "Withdraw it" in page
    assert "Accept" not in page


def test_link_carries_what_chat_programs_show(karim: Player, client: Client, settings: Any) -> None:
    settings.SITE_ADDRESS = "https://basra.example"
    link = make_link(karim)
    head = read(client, link).split("</head>")[0]
    tags = dict(re.findall(r'<meta\s+(?:property|name)="([^"]+)"\s+content="([^"]*)"', head))
    assert "Karim" in tags["og:title"]
    assert tags["og:description"] == "Levant, to 61, 1 day a turn, no vacations"
    assert tags["og:url"] == f"https://basra.example{page_of(link)}"
    assert tags["og:image"].endswith(".png")
    assert tags["robots"] == "noindex"


def test_link_goes_into_no_cache_and_no_referrer(karim: Player, client: Client) -> None:
    answer = client.get(page_of(make_link(karim)))
    assert {"no-store", "private"} <= set(answer["Cache-Control"].split(", "))
    assert answer["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("method", ["get", "head"])
@pytest.mark.parametrize(
    "name", ["invitation", "accept_invitation", "decline_invitation", "withdraw_invitation"]
)
@pytest.mark.parametrize("viewer", ["nobody", "invitee", "inviter"])
def test_looking_changes_nothing(
    karim: Player, salma: Player, viewer: str, name: str, method: str
) -> None:
    link = make_link(karim)
    clients = {"nobody": Client, "invitee": lambda: client_of(salma)}
    client = clients.get(viewer, lambda: client_of(karim))()
    before = every_row()
    getattr(client, method)(reverse(f"games:{name}", args=[link.token]))
    assert every_row() == before


def test_unknown_link_is_not_there(client: Client) -> None:
    for name in ("invitation", "accept_invitation"):
        address = reverse(f"games:{name}", args=["x" * 22])
        assert client.post(address).status_code in (404, 405)
    assert client.get(reverse("games:invitation", args=["x" * 22])).status_code == 404
    assert not Guest.objects.exists()


def test_stranger_sits_down_as_a_guest(karim: Player, client: Client) -> None:
    answer = act(client, "accept", make_link(karim))
    game = Game.objects.get()
    assert answer["Location"] == game.get_absolute_url()
    assert Seat.objects.get(game=game, index=1).guest == Guest.objects.get()
    assert client.get(answer["Location"]).status_code == 200


def test_member_sits_down(karim: Player, salma: Player) -> None:
    answer = act(client_of(salma), "accept", make_link(karim))
    assert answer["Location"] == Game.objects.get().get_absolute_url()


def test_second_press_leads_to_the_same_game(karim: Player, client: Client) -> None:
    link = make_link(karim)
    assert act(client, "accept", link)["Location"] == act(client, "accept", link)["Location"]
    assert Game.objects.count() == 1


def test_accept_needs_the_forms_token(karim: Player, salma: Player) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(get_user_model().objects.get(pk=salma.user_id))
    assert act(client, "accept", make_link(karim)).status_code == 403
    assert not Game.objects.exists()


def test_link_that_is_taken_says_so_and_makes_no_guest(
    karim: Player, salma: Player, client: Client
) -> None:
    link = make_link(karim)
    accept(link.token, salma)
    answer = act(client, "accept", link)
    assert answer.status_code == 409
    assert "Somebody else has sat down already." in answer.content.decode()
    assert not Guest.objects.exists()


def test_who_is_in_is_led_to_the_game(karim: Player, salma: Player) -> None:
    link = make_link(karim)
    game = accept(link.token, salma)
    for player in (karim, salma):
        page = read(client_of(player), link)
        assert "You are in" in page
        assert game.get_absolute_url() in page


def test_game_is_not_named_to_who_came_too_late(
    karim: Player, salma: Player, client: Client
) -> None:
    link = make_link(karim)
    game = accept(link.token, salma)
    page = read(client, link)
    assert game.public_id not in page
    assert "Salma" not in page


@pytest.mark.parametrize(
    ("end", "head", "words"),
    [
        ("withdraw", "This invitation was withdrawn", "Karim\u2069 has withdrawn it."),
        ("decline", "This invitation was declined", "The answer was no."),
        ("expire", "This invitation has expired", f"It was good for {LIFETIME.days} days"),
        ("shut out", "This invitation has ended", "It is no longer open."),
    ],
)
def test_link_that_is_over_says_why(
    karim: Player, salma: Player, client: Client, end: str, head: str, words: str
) -> None:
    link = make_link(karim)
    if end == "withdraw":
        withdraw(link.token, karim)
    elif end == "decline":
        decline(link.token, salma)
    elif end == "expire":
        Invitation.objects.update(expires_at=clock.now())
    else:
        get_user_model().objects.filter(pk=karim.user_id).update(is_active=False)
    assert words in read(client, link)
    assert heads_of(read(client, link)) == {head}
    answer = act(client, "accept", link)
    assert answer.status_code == 409
    assert words in answer.content.decode()
    assert not Game.objects.exists()


def heads_of(page: str) -> set[str]:
    """What the window and the page are called, but for the number of games that wait."""
    title, head = re.findall(r"<(?:title|h1)[^>]*>(.*?)</", page, flags=re.DOTALL)
    title = re.sub(r"^\s*\(\d+\)", "", title)
    return {title.removesuffix("· Basra\n    ").strip(), head.strip()}


def test_own_link_is_called_what_it_is(karim: Player) -> None:
    assert heads_of(read(client_of(karim), make_link(karim))) == {"An invitation by link"}


def test_accepted_link_does_not_invite_who_sits_in_its_game(karim: Player, salma: Player) -> None:
    link = make_link(karim)
    accept(link.token, salma)
    for player in (karim, salma):
        assert heads_of(read(client_of(player), link)) == {"This invitation was accepted"}


def close(player: Player) -> None:
    close_account(get_user_model().objects.get(pk=player.user_id))


def ways_to_ask(client: Client, invitation: Invitation) -> Iterator[Any]:
    yield client.get(page_of(invitation))
    for what in ("accept", "decline", "withdraw"):
        yield act(client, what, invitation)


@pytest.mark.parametrize("visitor", ["nobody", "guest", "member"])
@pytest.mark.parametrize("end", ["open", "withdrawn", "declined", "expired", "accepted"])
def test_link_of_who_has_left_leads_nowhere(
    karim: Player, salma: Player, end: str, visitor: str
) -> None:
    link = make_link(karim)
    if end == "accepted":
        accept(link.token, salma)
    close(karim)
    if end in ("withdrawn", "declined", "expired"):
        Invitation.objects.update(state=end)
    clients = {"guest": lambda: client_of(make_guest()), "member": lambda: client_of(make_member())}
    for answer in ways_to_ask(clients.get(visitor, Client)(), link):
        page = answer.content.decode()
        assert "Former" not in page
        if answer.status_code != 404:
            assert answer["Location"].startswith(reverse("account_login"))


@pytest.mark.parametrize("leaver", ["inviter", "invitee"])
def test_named_invitation_leads_nowhere_when_one_side_has_left(
    karim: Player, salma: Player, leaver: str
) -> None:
    offer = make_named(karim, salma)
    if leaver == "inviter":
        decline(offer.token, salma)
    close(karim if leaver == "inviter" else salma)
    client = client_of(salma if leaver == "inviter" else karim)
    for answer in ways_to_ask(client, offer):
        assert answer.status_code == 404
    assert "Former" not in client.get("/").content.decode()


def test_game_with_who_has_left_is_still_found(karim: Player, salma: Player) -> None:
    link = make_link(karim)
    game = accept(link.token, salma)
    close(karim)
    assert game.get_absolute_url() in read(client_of(salma), link)


def test_own_link_cannot_be_accepted(karim: Player) -> None:
    answer = act(client_of(karim), "accept", make_link(karim))
    assert answer.status_code == 409
    assert "Send this link to your friend" in answer.content.decode()


def test_withdrawing_and_declining_lead_to_ones_games(karim: Player, salma: Player) -> None:
    for who, what in ((karim, "withdraw"), (salma, "decline")):
        offer = make_named(karim, salma)
        answer = act(client_of(who), what, offer)
        assert answer["Location"] == reverse("games:home")
        offer.refresh_from_db()
        assert offer.state != InvitationState.OPEN


def test_named_invitation_is_not_there_for_others(karim: Player, salma: Player) -> None:
    offer = make_named(karim, salma)
    client = client_of(make_member())
    assert client.get(page_of(offer)).status_code == 404
    for what in ("accept", "decline", "withdraw"):
        assert act(client, what, offer).status_code == 404
    offer.refresh_from_db()
    assert offer.state == InvitationState.OPEN


@pytest.mark.parametrize("visitor", ["nobody", "guest"])
def test_named_invitation_asks_who_is_signed_out_to_sign_in(
    karim: Player, salma: Player, visitor: str
) -> None:
    offer = make_named(karim, salma)
    client = Client() if visitor == "nobody" else client_of(make_guest())
    guests = Guest.objects.count()
    for answer in (client.get(page_of(offer)), act(client, "accept", offer)):
        assert answer.status_code == 302
        assert answer["Location"] == f"{reverse('account_login')}?next={page_of(offer)}"
    assert Guest.objects.count() == guests


def test_flood_of_guests_is_refused_in_words(karim: Player, client: Client, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"guest": "1/h/ip"}
    act(Client(), "accept", make_link(karim))
    link = make_link(karim)
    assert act(client, "accept", link)["Location"] == page_of(link)
    assert "That was quick." in read(client, link)


def test_home_lists_what_waits_for_an_answer(karim: Player, salma: Player) -> None:
    offer = make_named(karim, salma)
    theirs = client_of(salma).get("/").content.decode()
    assert "Somebody would like to play with you." in theirs
    assert reverse("games:accept_invitation", args=[offer.token]) in theirs
    mine = client_of(karim).get("/").content.decode()
    assert reverse("games:withdraw_invitation", args=[offer.token]) in mine
    assert "Sent by you" in mine


def test_home_tells_the_pace(karim: Player, salma: Player) -> None:
    accept(make_link(karim).token, salma)
    for player in (karim, salma):
        assert "1\u00a0day\u00a0a\u00a0turn" in client_of(player).get("/").content.decode()


@pytest.fixture
def over(karim: Player, salma: Player) -> Game:
    game = make_game(karim, salma)
    resign(game_id=game.pk, seat=0, version=0)
    game.refresh_from_db()
    return game


def ask_again(player: Player, game: Game) -> Any:
    return client_of(player).post(reverse("games:rematch", args=[game.public_id]))


def result_of(player: Player, game: Game) -> str:
    return client_of(player).get(game.get_absolute_url()).content.decode()


def test_rematch_is_offered_and_both_pages_say_so(karim: Player, salma: Player, over: Game) -> None:
    assert "Offer a rematch" in result_of(salma, over)
    assert ask_again(karim, over)["Location"] == over.get_absolute_url()
    assert "You have offered \u2068Salma\u2069 a rematch." in result_of(karim, over)
    page = result_of(salma, over)
    assert "\u2068Karim\u2069 offers a rematch." in page
    assert "Offer a rematch" not in page


def test_rematch_that_both_offer_is_one_game(karim: Player, salma: Player, over: Game) -> None:
    ask_again(karim, over)
    answer = ask_again(salma, over)
    game = Game.objects.get(rematch_of=over)
    assert answer["Location"] == game.get_absolute_url()
    for player in (karim, salma):
        assert "To the next game" in result_of(player, over)


def test_rematch_declined_leads_back_to_the_result(
    karim: Player, salma: Player, over: Game
) -> None:
    offer = offer_rematch(game_id=over.pk, seat=0)
    assert isinstance(offer, Invitation)
    answer = act(client_of(salma), "decline", offer)
    assert answer["Location"] == over.get_absolute_url()
    assert "Offer a rematch" in result_of(karim, over)


def test_rematch_is_not_offered_again_on_the_day_it_was_declined(
    karim: Player, salma: Player, over: Game
) -> None:
    offer = offer_rematch(game_id=over.pk, seat=0)
    assert isinstance(offer, Invitation)
    decline(offer.token, salma)
    answer = client_of(karim).post(reverse("games:rematch", args=[over.public_id]), follow=True)
    assert "Your last offer was declined." in answer.content.decode()


def test_rematch_beyond_the_open_offers_is_refused_in_words(
    karim: Player, over: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitation_limits, "MOST_OPEN", 1)
    make_link(karim)
    answer = client_of(karim).post(reverse("games:rematch", args=[over.public_id]), follow=True)
    assert "1 invitation of yours is open." in answer.content.decode()


def test_guest_sees_the_own_offer_of_a_rematch(karim: Player) -> None:
    guest = make_guest()
    game = make_game(karim, guest)
    resign(game_id=game.pk, seat=0, version=0)
    offer = offer_rematch(game_id=game.pk, seat=1)
    assert isinstance(offer, Invitation)
    assert "A rematch offered to" in read(client_of(guest), offer)
    assert "Sent by you" in client_of(guest).get("/").content.decode()


@pytest.fixture
def alone(karim: Player) -> Game:
    """A game that was played against one's own guest."""
    guest = make_guest()
    game = make_game(karim, guest)
    resign(game_id=game.pk, seat=0, version=0)
    claim_guest(guest_id=guest.guest_id or 0, user_id=karim.user_id or 0)
    return game


def test_rematch_with_oneself_is_not_offered(karim: Player, alone: Game) -> None:
    page = result_of(karim, alone)
    assert reverse("games:rematch", args=[alone.public_id]) not in page


def test_rematch_with_oneself_is_refused_in_words(karim: Player, alone: Game) -> None:
    path = reverse("games:rematch", args=[alone.public_id])
    page = client_of(karim).post(path, follow=True).content.decode()
    assert "You have played both sides of this game: there is nobody to ask." in page
    assert not Invitation.objects.exists()


def test_rematch_with_who_is_gone_is_refused_in_words(
    karim: Player, salma: Player, over: Game
) -> None:
    get_user_model().objects.filter(pk=salma.user_id).update(is_active=False)
    client = client_of(karim)
    answer = client.post(reverse("games:rematch", args=[over.public_id]), follow=True)
    assert "is not here to be asked" in answer.content.decode()
    assert not Invitation.objects.exists()


def test_lifetime_on_the_page_is_that_of_the_service() -> None:
    assert LIFETIME.days == 14

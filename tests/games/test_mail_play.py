"""Playing from a mail: who may, what the page shows, what its button does, and when it is dead."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.mail.compose import ComposedMail, compose, preview
from games.models import Game, Guest, MailSettings, Move, Notice, NoticeKind, Player, TurnMails, Via
from games.services import staff
from games.services.facts import Facts
from games.services.mailboxes import Mailbox, find_mailbox
from games.services.resign import resign
from tests.games.factories import make_guest, play, rig, state_of
from tests.games.letters import find_notice, make_reader, start_game

pytestmark = pytest.mark.django_db

SITE = "http://127.0.0.1:8000"
FLOOR, LEAD = "5D 3S AC 4H", "6C KD 2S 9H"
HAND = ("8S", "JC", "3D", "KH")
NAMES = {"8S": "8 of spades", "JC": "jack of clubs", "3D": "3 of diamonds", "KH": "king of hearts"}


@pytest.fixture
def karim() -> Player:
    return make_reader(name="Karim")


@pytest.fixture
def salma() -> Player:
    """She plays from her mails."""
    player = make_reader(name="Salma", time_zone="Africa/Cairo")
    MailSettings.objects.create(plays_from_mail=True, **player.columns)
    return player


@pytest.fixture
def game(karim: Player, salma: Player) -> Game:
    """Karim has laid his king, and it is Salma's turn; her eight can take in two ways."""
    game = rig(start_game(karim, salma, target=61), floor=FLOOR, lead=LEAD, dealt=" ".join(HAND))
    play(game, "KD")
    game.refresh_from_db()
    return game


@pytest.fixture
def notice(game: Game) -> Notice:
    return find_notice(NoticeKind.TURN, game=game)


def read_mail(notice: Notice) -> ComposedMail:
    notice = Notice.objects.select_related("user", "guest", "game").get(pk=notice.pk)
    mailbox = find_mailbox(notice, Facts([notice]))
    assert mailbox is not None
    return compose(notice, mailbox)


def links_of(mail: ComposedMail) -> list[str]:
    return re.findall(rf"{SITE}(/mail/play/\S+)", mail.text)


def link_of(notice: Notice, card: str) -> str:
    """The link below the name of the card."""
    said = read_mail(notice).text.splitlines()
    return said[said.index(f"  {NAMES[card]}", said.index("On the floor:") + 6) + 1].strip()[
        len(SITE) :
    ]


def follow(link: str) -> Any:
    return Client().get(link)


def press(link: str, **fields: str) -> Any:
    return Client(enforce_csrf_checks=True).post(link, fields)


# The mail.


def test_mail_has_a_link_for_each_card_of_the_hand(notice: Notice) -> None:
    mail = read_mail(notice)
    assert len(set(links_of(mail))) == len(HAND)
    assert all(name in mail.text and name in mail.html.lower() for name in NAMES.values())


def test_links_of_both_parts_are_the_same(notice: Notice) -> None:
    mail = read_mail(notice)
    assert re.findall(rf'href="{SITE}(/mail/play/[^"]+)"', mail.html) == links_of(mail)


def test_hand_lies_in_the_mail_as_cards_and_what_sweeps_has_a_ring(notice: Notice) -> None:
    html = read_mail(notice).html
    hand = html.partition("Keep this mail to yourself.")[2]
    frames = re.findall(r'class="m-(card|sweeper)"', hand)
    assert frames == ["sweeper" if name == "JC" else "card" for name in HAND]


def test_mail_of_who_has_not_switched_it_on_has_no_hand(notice: Notice) -> None:
    MailSettings.objects.update(plays_from_mail=False)
    mail = read_mail(notice)
    assert links_of(mail) == []
    assert not [name for name in ("jack of clubs", "3 of diamonds") if name in mail.text]


def test_mail_that_is_tried_again_has_the_same_links(notice: Notice) -> None:
    assert links_of(read_mail(notice)) == links_of(read_mail(notice))


def test_no_address_tells_its_card(notice: Notice) -> None:
    assert not [link for link in links_of(read_mail(notice)) if re.search("8S|JC|3D|KH", link)]


def test_preview_for_the_staff_has_no_hand(notice: Notice) -> None:
    mail = preview(Notice.objects.get(pk=notice.pk))
    assert "/mail/play/" not in mail.text + mail.html
    assert "jack of clubs" not in (mail.text + mail.html).lower()


def test_mail_after_which_the_table_moved_on_has_no_hand(notice: Notice, game: Game) -> None:
    play(game, "3D", "3S")
    notice.refresh_from_db()
    mail = compose(notice, Mailbox("salma@example.com", "en", "UTC", link_generation=0))
    assert links_of(mail) == []


# The daily mail.


def read_daily(salma: Player) -> ComposedMail:
    """Another game waits as well; of it the mail is sent, and its turn lasts longer."""
    MailSettings.objects.update(turns=TurnMails.DIGEST)
    later = start_game(make_reader(name="Magda"), salma)
    play(later, "KD")
    return read_mail(find_notice(NoticeKind.TURN, game=later))


@pytest.mark.usefixtures("game")
def test_daily_mail_has_the_hand_of_the_most_urgent_game(salma: Player) -> None:
    mail = read_daily(salma)
    assert mail.subject == "2 games wait"
    assert len(set(links_of(mail))) == len(HAND)
    for part in (mail.text, mail.html):
        assert "those of your game with" in part
        assert "jack of clubs" in part.lower()


def test_link_of_the_daily_mail_plays_in_that_game(game: Game, salma: Player) -> None:
    said = read_daily(salma).text.splitlines()
    link = said[said.index(f"  {NAMES['JC']}") + 1].strip().removeprefix(SITE)
    assert press(link).status_code == 200
    assert Move.objects.get(game=game, via=Via.MAIL).card == "JC"


def test_daily_mail_has_the_hand_of_the_next_where_no_turn_was_told(
    game: Game, salma: Player
) -> None:
    Notice.objects.filter(game=game).delete()
    mail = read_daily(salma)
    assert "Magda" in mail.text.partition("those of your game with")[2].splitlines()[0]


# The page.


def test_page_shows_the_card_the_floor_and_what_it_takes(notice: Notice) -> None:
    page = follow(link_of(notice, "8S")).content.decode()
    assert "Play the 8 of spades?" in page
    assert page.count('class="card') == 5 + 1


def test_page_tells_whose_link_it_is_and_the_zone_of_its_time(notice: Notice) -> None:
    page = follow(link_of(notice, "8S")).content.decode()
    assert "and plays for \u2068Salma\u2069." in page
    assert re.search(r'class="hint">[^<]+ \(Cairo\)<', page)


def test_page_shows_no_other_card_of_the_hand(notice: Notice, game: Game) -> None:
    link = link_of(notice, "8S")
    before = follow(link).content
    hand = state_of(game).hands[1]
    rig(game, floor=FLOOR, lead=LEAD, dealt="8S 7C 5H QH")
    assert state_of(game).hands[1] != hand
    assert follow(link).content == before


def test_page_offers_the_ways_to_take(notice: Notice, game: Game) -> None:
    page = follow(link_of(notice, "8S")).content.decode()
    ways = re.findall(r'name="take"\s+value="([^"]*)"', page)
    assert len(ways) > 1
    assert all(page.count(f'value="{way}"') == 1 for way in ways)


@pytest.mark.parametrize("method", ["get", "head", "options"])
def test_looking_plays_nothing(notice: Notice, game: Game, method: str) -> None:
    for link in links_of(read_mail(notice)):
        getattr(Client(), method)(link)
    game.refresh_from_db()
    assert game.version == 1


def test_page_is_kept_from_caches_robots_and_the_next_page(notice: Notice) -> None:
    answer = follow(link_of(notice, "8S"))
    assert answer["Referrer-Policy"] == "no-referrer"
    assert "no-store" in answer["Cache-Control"]
    assert "noindex" in answer["X-Robots-Tag"]
    assert not answer.cookies


# The play.


def test_button_plays_the_card_without_a_session(notice: Notice, game: Game) -> None:
    answer = press(link_of(notice, "JC"))
    move = Move.objects.get(game=game, seq=2)
    assert (move.seat, move.card, move.via) == (1, "JC", Via.MAIL)
    assert "You have played the jack of clubs" in answer.content.decode()
    assert not answer.cookies


def test_chosen_way_is_played(notice: Notice, game: Game) -> None:
    press(link_of(notice, "8S"), take="5D 3S")
    assert set(Move.objects.get(game=game, seq=2).cards_taken) == {"5D", "3S"}


@pytest.mark.parametrize("take", ["", "KD", "not a card"])
def test_way_that_is_none_is_refused(notice: Notice, game: Game, take: str) -> None:
    answer = press(link_of(notice, "8S"), take=take)
    game.refresh_from_db()
    assert (answer.status_code, game.version) == (422, 1)


def test_second_press_finds_the_play_made(notice: Notice, game: Game) -> None:
    link = link_of(notice, "JC")
    press(link)
    answer = press(link)
    assert "You have played the jack of clubs" in answer.content.decode()
    assert Move.objects.filter(game=game).count() == 2


def test_who_plays_from_a_mail_has_come_back(notice: Notice, salma: Player) -> None:
    press(link_of(notice, "JC"))
    notice.refresh_from_db()
    assert notice.user is not None
    notice.user.refresh_from_db()
    assert notice.user.last_seen_at is not None


def test_guest_plays_from_a_mail(karim: Player) -> None:
    guest = make_guest()
    Guest.objects.filter(pk=guest.guest_id).update(email="guest@example.com")
    MailSettings.objects.create(plays_from_mail=True, **guest.columns)
    game = start_game(karim, guest)
    play(game, "KD")
    press(link_of(find_notice(NoticeKind.TURN, game=game), "JC"))
    assert Move.objects.get(game=game, seq=2).via == Via.MAIL


# Dead links.


def test_link_dies_with_the_turn(notice: Notice, game: Game) -> None:
    link = link_of(notice, "JC")
    play(game, "3D", "3S")
    play(game, "9H")
    for answer in (follow(link), press(link)):
        assert answer.status_code == 410
        assert "jack" not in answer.content.decode().lower()
    assert Move.objects.filter(game=game).count() == 3


def test_link_dies_with_the_game(notice: Notice, game: Game) -> None:
    link = link_of(notice, "JC")
    resign(game_id=game.pk, seat=0, version=1)
    assert {follow(link).status_code, press(link).status_code} == {410}


def test_link_of_a_game_on_hold_plays_nothing(notice: Notice, game: Game) -> None:
    link = link_of(notice, "JC")
    staff.hold_game(game.pk)
    assert "on hold" in press(link).content.decode()
    assert not Move.objects.filter(game=game, card="JC").exists()


@pytest.mark.parametrize(
    "change",
    [{"link_generation": 1}, {"plays_from_mail": False}],
    ids=["generation", "switched off"],
)
def test_link_dies_with_the_wish(notice: Notice, game: Game, change: dict[str, Any]) -> None:
    link = link_of(notice, "JC")
    MailSettings.objects.update(**change)
    assert {follow(link).status_code, press(link).status_code} == {404}
    game.refresh_from_db()
    assert game.version == 1


def test_link_of_a_suspended_account_is_dead(notice: Notice) -> None:
    link = link_of(notice, "JC")
    assert notice.user is not None
    notice.user.is_active = False
    notice.user.save()
    assert press(link).status_code == 404


def test_link_under_another_key_is_dead(notice: Notice, settings: Any) -> None:
    link = link_of(notice, "JC")
    settings.MAIL_LINK_SECRET = "another"
    assert press(link).status_code == 404


def test_proof_of_one_notice_is_none_of_another(notice: Notice, karim: Player) -> None:
    assert notice.user_id is not None
    other = start_game(karim, Player(user_id=notice.user_id))
    play(other, "KD")
    link = link_of(notice, "JC")
    name = find_notice(NoticeKind.TURN, game=other).message_id[1:].partition("@")[0]
    mixed = f"/mail/play/{name}.{link.partition('.')[2]}"
    assert press(mixed).status_code == 404


@pytest.mark.parametrize("token", ["x", "x.y", ".", "a" * 28 + "." + "b" * 22, "é.é"])
def test_what_is_no_token_plays_nothing(game: Game, token: str) -> None:
    assert follow(reverse("games:play_from_mail", args=[token])).status_code == 404


def test_button_pressed_too_often_waits(notice: Notice, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "play_from_mail": "1/m/ip"}
    link = link_of(notice, "JC")
    assert [press(link).status_code, press(link).status_code] == [200, 429]

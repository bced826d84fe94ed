"""What a mail says, and what it never says."""

import re
from dataclasses import asdict
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from games.engine.pair import Seat as SeatIndex
from games.mail.compose import ComposedMail, compose, preview
from games.models import Game, Notice, NoticeKind, Seat, TurnMails
from games.services import staff
from games.services.computer import play_owed_turn
from games.services.facts import Facts
from games.services.mailboxes import Mailbox
from tests.games.factories import (
    exchange_hidden_cards,
    make_game_against_computer,
    play,
    play_any,
    rig,
)
from tests.games.letters import EVERY_KIND, find_notice, make_reader, start_game
from tests.games.queries_sent import count_queries

pytestmark = pytest.mark.django_db

BOX = Mailbox("salma@example.com", "en", "Africa/Cairo")
KINDS = EVERY_KIND


def write(game: Game, kind: NoticeKind = NoticeKind.TURN) -> ComposedMail:
    return compose(find_notice(kind, game=game), BOX)


def lines(mail: ComposedMail) -> list[str]:
    return mail.text.replace("\u2068", "").replace("\u2069", "").splitlines()


@pytest.fixture
def game() -> Game:
    """Karim has just taken three cards; it is Salma's turn."""
    game = start_game(make_reader(name="Karim"), make_reader(name="Salma"), target=121)
    play(game, "6C", "6D 4S 2H")
    return game


def test_turn_mail_tells_the_play_the_floor_and_the_score(game: Game) -> None:
    said = lines(write(game))
    assert said[:3] == [
        "Karim played the 6 of clubs.",
        "It took the 2 of hearts, the 4 of spades and the 6 of diamonds.",
        "Now it is your turn: move 2.",
    ]
    assert said[said.index("On the floor:") + 1] == "  8 of hearts"
    assert "  Cards taken this round: You 0, Karim 4" in said


def test_subject_tells_the_play_and_no_name(game: Game) -> None:
    assert write(game).subject == "6 of clubs played: your turn (round 1)"


@pytest.mark.parametrize("kind", KINDS)
def test_subject_begins_as_a_sentence_does(every_kind: dict[str, Notice], kind: str) -> None:
    first = compose(every_kind[kind], BOX).subject[0]
    assert first.isupper() or first.isdigit()


def test_subject_that_begins_with_a_court_card_begins_large() -> None:
    game = start_game()
    play(game, "KD")
    assert write(game).subject == "King of diamonds played: your turn (round 1)"


@pytest.mark.parametrize(("winner", "ending"), [(0, "you win"), (1, "you lose"), (None, "a draw")])
def test_subject_tells_what_the_staff_decided(winner: SeatIndex | None, ending: str) -> None:
    game = staff.adjudicate(start_game().pk, winner=winner)
    reader = game.seats.get(index=0).user
    mail = compose(find_notice(NoticeKind.STAFF, game=game, user=reader), BOX)
    assert mail.subject == f"The staff have decided your game: {ending}"


def test_accepted_mail_begins_with_who_accepted(every_kind: dict[str, Notice]) -> None:
    notice = every_kind["accepted"]
    (name,) = [seat.name for seat in notice.game.seats.all() if seat.user_id != notice.user_id]
    assert lines(compose(notice, BOX))[1].startswith(f"{name} has accepted your invitation")


def test_turn_mail_tells_the_deadline_in_the_readers_zone(game: Game) -> None:
    until = game.deadline_at.astimezone(ZoneInfo(BOX.time_zone))
    assert f"{until:%H:%M} (Cairo). In about 47 hours." in write(game).text


def test_basra_is_named() -> None:
    game = start_game(target=121)
    rig(game, floor="6D 6H 4S 2H", lead="6C KD 3S 9H")
    play(game, "6C", "6D 6H 4S 2H")
    assert lines(write(game))[1].endswith(" and the 6 of hearts. Basra!")


def test_card_that_took_nothing_stays() -> None:
    game = start_game()
    play(game, "KD")
    assert lines(write(game))[1] == "It took nothing and stayed on the floor."


def test_empty_floor_is_told() -> None:
    game = start_game()
    rig(game, floor="6D 6H 4S 2H", lead="6C KD 3S 9H")
    play(game, "6C", "6D 6H 4S 2H")
    said = lines(write(game))
    assert said[said.index("On the floor:") + 1] == "  Nothing."


def test_end_of_a_round_is_told() -> None:
    game = start_game(target=1000)
    while game.round_number == 1:
        play_any(game)
        game.refresh_from_db()
    leader = game.seats.get(index=game.to_move).user_id
    user = get_user_model().objects.get(pk=leader)
    notice = Notice(kind=NoticeKind.TURN, user=user, game=game, seq=game.version)
    said = lines(compose(notice, BOX))
    ended = [line for line in said if line.startswith("That ended round 1: ")]
    points = game.rounds.get(number=1).points
    assert [re.findall(r" (\d+) to ", line) for line in ended] == [
        [str(points[game.to_move]), str(points[1 - game.to_move])]
    ]


def test_play_of_the_house_is_told_as_such() -> None:
    game = start_game(target=1000)
    while not game.moves.filter(via="forced").exists():
        play_any(game)
        game.refresh_from_db()
    assert "Played by the house, since there was no choice:" in write(game).text


def test_computer_is_called_by_what_it_is() -> None:
    game = make_game_against_computer()
    play_any(game)
    play_owed_turn(game.pk)
    assert lines(write(game))[0].startswith("The computer played the ")


def test_other_games_that_wait_are_listed(game: Game) -> None:
    salma = find_notice(NoticeKind.TURN, game=game).reader
    for name in ("Magda", "Piotr"):
        other = start_game(make_reader(name=name), salma)
        play(other, "KD")
    said = lines(write(game))
    start = said.index("Also waiting for you:")
    assert [line.split(",")[0].strip() for line in said[start + 1 : start + 5 : 2]] == [
        "Magda",
        "Piotr",
    ]


@pytest.mark.parametrize("turns", [TurnMails.ONE, TurnMails.DIGEST])
def test_every_other_game_that_waits_is_listed(game: Game, turns: TurnMails) -> None:
    notice = find_notice(NoticeKind.TURN, game=game)
    games = [start_game(make_reader(), notice.reader) for _ in range(35)]
    for other in games:
        play(other, "KD")
    said = compose(notice, Mailbox("a@b.example", "en", "", turns=turns))
    for other in games:
        assert other.get_absolute_url() in said.text
        assert other.get_absolute_url() in said.html


def test_times_are_in_the_readers_zone(every_kind: dict[str, Notice]) -> None:
    notice = every_kind["invited"]
    until = notice.invitation.expires_at.astimezone(timezone.get_fixed_timezone(120))
    said = compose(notice, Mailbox("a@b.example", "en", "Africa/Johannesburg")).text
    assert f"{until:%H:%M} (Johannesburg)" in said


def test_direction_is_that_of_the_readers_language(game: Game) -> None:
    notice = find_notice(NoticeKind.TURN, game=game)
    html = compose(notice, Mailbox("a@b.example", "ar", "UTC")).html
    assert html.count('dir="rtl"') == 4
    assert 'lang="ar"' in html


def test_language_that_the_site_does_not_speak_is_english(game: Game) -> None:
    notice = find_notice(NoticeKind.TURN, game=game)
    assert '<html lang="en"' in re.sub(r"\s+", " ", compose(notice, Mailbox("a@b", "xx", "")).html)


def test_name_is_isolated_and_escaped() -> None:
    game = start_game(make_reader(name="نادية"), make_reader())
    play(game, "KD")
    assert "<bdi>نادية</bdi> played" in write(game).html


@pytest.mark.parametrize("kind", KINDS)
def test_html_needs_nothing_from_elsewhere(every_kind: dict[str, Notice], kind: str) -> None:
    html = compose(every_kind[kind], BOX).html
    assert not re.search(r"<(img|script|link|iframe|form)\b|url\(|@import", html)


@pytest.mark.parametrize("kind", KINDS)
def test_suits_are_named_wherever_they_are_drawn(every_kind: dict[str, Notice], kind: str) -> None:
    html = compose(every_kind[kind], BOX).html
    drawn = re.findall("[♣♦♥♠](.)", html)
    assert all(after == "\ufe0e" for after in drawn)
    assert len(drawn) == len(re.findall(r">(clubs|diamonds|hearts|spades)<", html))


@pytest.mark.parametrize("kind", KINDS)
def test_preview_has_no_link_that_works(every_kind: dict[str, Notice], kind: str) -> None:
    mail = preview(every_kind[kind])
    assert "http" not in mail.text
    assert set(re.findall('href="([^"]*)"', mail.html)) == {"#"}
    assert "/mail/stop/" not in mail.html


# Hidden cards.


def every_mail(notices: dict[str, Notice]) -> dict[str, dict[str, str]]:
    notices = {kind: Notice.objects.get(pk=notice.pk) for kind, notice in notices.items()}
    return {kind: asdict(compose(notice, BOX)) for kind, notice in notices.items()}


def test_no_mail_changes_when_the_hidden_cards_are_exchanged(every_kind: dict[str, Notice]) -> None:
    before = every_mail(every_kind)
    for notice in every_kind.values():
        if notice.game and notice.game.is_running:
            exchange_hidden_cards(notice.game)
    assert every_mail(every_kind) == before


def test_no_mail_of_a_whole_match_holds_a_hidden_card() -> None:
    game = start_game(target=61)
    while game.is_running:
        play_any(game)
        game.refresh_from_db()
        if not game.is_running or game.version % 7:
            continue
        before = write(game)
        exchange_hidden_cards(game)
        assert write(game) == before
        exchange_hidden_cards(game)


def test_exchange_of_an_open_card_is_noticed(game: Game) -> None:
    """The comparison above can fail."""
    before = write(game)
    Game.objects.filter(pk=game.pk).update(floor="2C")
    assert write(game) != before


# Of a round that is over everything lies open, and its bill is made of that.
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "round"])
def test_no_mail_reads_a_pack_or_a_seed(every_kind: dict[str, Notice], kind: str) -> None:
    with count_queries() as sent:
        compose(Notice.objects.get(pk=every_kind[kind].pk), BOX)
    assert sent
    assert not [query for query in sent if re.search(r'"(pack|seed)"', query)]


# With the notice come its reader, its game and its invitation.
MOST_QUERIES = {
    "turn": 4,
    "first turn": 4,
    "reminder": 5,
    "last reminder": 5,
    "nudge": 4,
    "over": 4,
    "lost on time": 4,
    "won on time": 4,
    "called off by the clock": 4,
    "round": 6,
    "decided": 5,
    "aborted": 5,
    "hold": 3,
    "release": 3,
    "invited": 1,
    "rematch": 1,
}


@pytest.mark.parametrize("kind", KINDS)
def test_mail_costs_few_queries(every_kind: dict[str, Notice], kind: str) -> None:
    notice = every_kind[kind]
    notice = Notice.objects.select_related("user", "game", "invitation").get(pk=notice.pk)
    with count_queries() as sent:
        compose(notice, BOX)
    assert len(sent) <= MOST_QUERIES.get(kind, 3)


def test_turn_mail_costs_no_query_more_where_other_games_wait(game: Game) -> None:
    salma = find_notice(NoticeKind.TURN, game=game).reader
    for _ in range(3):
        play(start_game(make_reader(), salma), "KD")
    notice = Notice.objects.select_related("user", "game").get(
        pk=find_notice(NoticeKind.TURN, game=game).pk
    )
    with count_queries() as sent:
        compose(notice, BOX)
    assert len(sent) == 4


def test_mails_written_together_cost_no_more_queries_than_one(game: Game) -> None:
    for _ in range(3):
        play(start_game(), "KD")
    notices = list(Notice.objects.select_related("user", "game").filter(kind=NoticeKind.TURN))
    facts = Facts(notices)
    with count_queries() as sent:
        for notice in notices:
            compose(notice, BOX, facts)
    assert len(notices) >= 4
    assert len(sent) == 4


def test_mail_is_not_for_who_does_not_sit_there(game: Game) -> None:
    notice = find_notice(NoticeKind.TURN, game=game)
    notice.user_id = make_reader().user_id
    with pytest.raises(Seat.DoesNotExist):
        compose(notice, BOX)

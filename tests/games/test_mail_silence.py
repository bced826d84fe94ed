"""How little is written: much happens, and one mail or none comes of it."""

from datetime import timedelta

import pytest
from django.core import mail

from basra_site.mail_reports import list_addresses
from games import clock
from games.mail.delivery import deliver_due
from games.models import Game, Notice, NoticeKind, NoticeState, Player
from games.services.computer import play_owed_turn
from tests.games.factories import make_game_against_computer, play, play_any
from tests.games.letters import make_reader, see, start_game
from tests.games.owed_mails import EVENING, HOUR, MINUTE

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)
OPPONENTS = 60


@pytest.mark.slow
def test_sixty_games_in_ten_minutes_are_one_mail() -> None:
    reader = make_reader()
    with clock.stopped_at(EVENING - HOUR):
        games = [start_game(make_reader(), reader) for _ in range(OPPONENTS)]
    for number, game in enumerate(games):
        now = EVENING + number * 10 * SECOND
        with clock.stopped_at(now):
            play(game, "6C", "6D 4S 2H")
            deliver_due()
    for minute in range(10, 60):
        with clock.stopped_at(EVENING + minute * MINUTE):
            deliver_due()
    turns = Notice.objects.of(reader).filter(kind=NoticeKind.TURN)
    assert len(mail.outbox) == 1
    assert turns.filter(state=NoticeState.SENT).count() == 1
    assert turns.filter(state=NoticeState.SKIPPED, reason="told").count() == OPPONENTS - 1


@pytest.mark.slow
def test_sixty_plays_of_the_computer_in_two_minutes_are_no_mail() -> None:
    reader = make_reader()
    game = make_game_against_computer(reader, target=121)
    now = EVENING
    for number in range(OPPONENTS):
        now = EVENING + number * 2 * SECOND
        see(reader, now)
        with clock.stopped_at(now):
            game = play_and_be_answered(game, reader)
            deliver_due()
    for minute in range(180):
        with clock.stopped_at(now + minute * MINUTE):
            deliver_due()
    assert not mail.outbox
    assert not Notice.objects.filter(kind=NoticeKind.TURN).exists()


def play_and_be_answered(game: Game, reader: Player) -> Game:
    game.refresh_from_db()
    if not game.is_running:
        game = make_game_against_computer(reader, target=121)
    play_any(game)
    game.refresh_from_db()
    if game.computer_due_at:
        with clock.stopped_at(clock.now() + SECOND):
            play_owed_turn(game.pk)
    return game


@pytest.mark.parametrize("provider", ["brevo", "mailgun", "postmark", "sendgrid"])
def test_no_address_takes_replies(provider: str) -> None:
    paths = [str(address.pattern) for address in list_addresses(provider)]
    assert paths == [f"{provider}/tracking/"]

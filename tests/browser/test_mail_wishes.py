"""Somebody says which mails they want, stops them from within one, and takes that back."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from playwright.sync_api import Page, expect

from games import clock
from games.mail.delivery import deliver
from games.models import MailStop, NoticeKind, Player, TurnMails
from games.services.mail_wishes import get_settings, list_stopped
from tests.browser.conftest import NewContext, no_complaints
from tests.games.factories import play
from tests.games.letters import find_notice, make_reader, start_game

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SETTINGS = "/accounts/settings/"
STOP = re.compile(r"No more turn mails: http://[^/]+(/\S+)")


@pytest.fixture(autouse=True)
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.dispatch.app.send_task", lambda *_args, **_options: None)


@pytest.fixture
def salma() -> Player:
    return make_reader(name="Salma")


@pytest.fixture
def settings_page(new_context: NewContext, salma: Player) -> Page:
    page = new_context(salma).new_page()
    page.goto(SETTINGS)
    return page


def choose_turns(page: Page, label: str) -> None:
    page.locator("#mail").get_by_text(label, exact=True).click()


def save(page: Page) -> None:
    page.locator("#mail").get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()


def is_chosen(page: Page, turns: str) -> bool:
    page.goto(SETTINGS)
    return page.locator(f"#mail input[name=turns][value={turns}]").is_checked()


def get_mail(reader: Player) -> str:
    """The text of a mail that says that it is the turn of the reader, who has been gone a while."""
    game = start_game(make_reader(name="Karim"), reader)
    play(game, "KD")
    with clock.stopped_at(clock.now() + timedelta(minutes=10)):
        deliver(find_notice(NoticeKind.TURN, game=game).pk)
    return str(mail.outbox[-1].body)


def find_stop_link(text: str) -> str:
    found = STOP.search(text)
    assert found is not None
    return found[1]


def test_every_wish_is_kept_and_shown_again(settings_page: Page, salma: Player) -> None:
    page = settings_page
    with no_complaints(page):
        for label, turns in (
            ("Every turn", TurnMails.EVERY),
            ("One mail until I come back", TurnMails.ONE),
            ("Once a day", TurnMails.DIGEST),
        ):
            choose_turns(page, label)
            save(page)
            assert get_settings(salma).turns == turns
        page.locator("[name=digest_hour]").select_option("7")
        page.locator("[name=quiet_from]").select_option("22")
        page.locator("[name=quiet_until]").select_option("8")
        page.locator("[name=plays_from_mail]").check()
        page.locator("#mail [name=wanted][value=results]").uncheck()
        save(page)
    wishes = get_settings(salma)
    assert (wishes.digest_hour, wishes.quiet_from, wishes.quiet_until) == (7, 22, 8)
    assert wishes.plays_from_mail
    assert list_stopped(salma) == {"results"}
    expect(page.locator("[name=quiet_from]")).to_have_value("22")
    expect(page.locator("#mail [name=wanted][value=results]")).not_to_be_checked()


def test_no_turn_mails_are_chosen_by_one_way_and_taken_back_by_the_other(
    settings_page: Page, salma: Player
) -> None:
    choose_turns(settings_page, "Every turn")
    save(settings_page)
    link = find_stop_link(get_mail(salma))
    choose_turns(settings_page, "No mail")
    save(settings_page)
    settings_page.goto(link)
    settings_page.get_by_role("button", name="Send them again").click()
    assert is_chosen(settings_page, "every")


def test_mails_are_stopped_from_within_one_by_who_is_signed_out_and_asked_for_again(
    new_context: NewContext, settings_page: Page, salma: Player
) -> None:
    choose_turns(settings_page, "Every turn")
    settings_page.locator("[name=plays_from_mail]").check()
    save(settings_page)
    text = get_mail(salma)
    assert "/mail/play/" in text
    stranger = new_context().new_page()
    with no_complaints(stranger):
        stranger.goto(find_stop_link(text))
        expect(stranger.get_by_role("heading", name="Stop these mails?")).to_be_visible()
        assert is_chosen(settings_page, "every")
        stranger.get_by_role("button", name="Stop these mails").click()
        expect(stranger.get_by_role("heading", name="No more of these mails")).to_be_visible()
        assert is_chosen(settings_page, "none")
        stranger.get_by_role("button", name="Send them again").click()
        expect(stranger.get_by_role("heading", name="We write to you again")).to_be_visible()
    assert is_chosen(settings_page, "every")


def test_mail_program_stops_one_class_by_a_bare_post(
    new_context: NewContext, settings_page: Page, salma: Player
) -> None:
    link = find_stop_link(get_mail(salma))
    program = new_context().request
    answer = program.post(link, form={"List-Unsubscribe": "One-Click"}, max_redirects=0)
    assert answer.status == 200
    assert list(MailStop.objects.values_list("user", "mail_class")) == [(salma.key, "turns")]
    assert is_chosen(settings_page, "none")
    for mail_class in ("reminders", "invitations", "results"):
        expect(settings_page.locator(f"[name=wanted][value={mail_class}]")).to_be_checked()
    choose_turns(settings_page, "One mail until I come back")
    save(settings_page)
    assert not MailStop.objects.exists()

"""Every link of every mail, opened in a real browser that runs what the page brings."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import MailSettings, Move, Notice, Via
from games.services.facts import find_person
from tests.browser.conftest import NewContext, no_complaints, sit_down
from tests.games.letters import make_every_kind
from tests.games.test_mail_links import let_all_play_from_mail, paths_in, rows

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_opening_every_link_changes_nothing(
    new_context: NewContext, live_server: LiveServer
) -> None:
    """One page for all, in which one reader after the other sits down."""
    notices = make_every_kind()
    let_all_play_from_mail(notices.values())
    context = new_context()
    page = context.new_page()
    with no_complaints(page):
        for kind, notice in notices.items():
            context.clear_cookies()
            if reader := find_person(notice):
                sit_down(context, reader, live_server.url)
            before = rows()
            for path in paths_in(notice):
                page.goto(path)
            page.wait_for_load_state("networkidle")
            assert rows() == before, kind


def test_button_of_the_stop_page_stops_the_mails(page: Page) -> None:
    notice = make_every_kind()["turn"]
    page.goto(next(path for path in paths_in(notice) if path.startswith("/mail/stop/")))
    page.get_by_role("button", name="Stop these mails").click()
    expect(page.get_by_role("heading", name="No more of these mails")).to_be_visible()
    assert notice.user is not None
    assert notice.user.mail_stops.get().mail_class == "turns"


def test_card_is_played_from_a_mail_by_who_is_signed_out(new_context: NewContext) -> None:
    notice = make_every_kind()["turn"]
    MailSettings.objects.create(plays_from_mail=True, **notice.reader.columns)
    page = new_context(None).new_page()
    link = next(path for path in paths_in(notice) if path.startswith("/mail/play/"))
    with no_complaints(page):
        page.goto(link)
        expect(page.get_by_role("heading", name="Play the")).to_be_visible()
        page.locator("button.btn--brass").click()
        expect(page.get_by_role("heading", name="You have played")).to_be_visible()
        page.goto(link)
        expect(page.get_by_role("heading", name="You have played")).to_be_visible()
    assert [move.via for move in made_after(notice)] == [Via.MAIL]


def made_after(notice: Notice) -> list[Move]:
    return list(Move.objects.filter(game=notice.game, seq__gt=notice.seq or 0))

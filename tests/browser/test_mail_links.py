"""Every link of every mail, opened in a real browser that runs what the page brings."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewContext, no_complaints
from tests.games.letters import make_every_kind
from tests.games.test_mail_links import paths_in, rows

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_opening_every_link_changes_nothing(new_context: NewContext) -> None:
    for kind, notice in make_every_kind().items():
        page = new_context(notice.reader).new_page()
        before = rows()
        with no_complaints(page):
            for path in paths_in(notice):
                page.goto(path, wait_until="networkidle")
        assert rows() == before, kind


def test_button_of_the_stop_page_stops_the_mails(page: Page) -> None:
    notice = make_every_kind()["turn"]
    page.goto(next(path for path in paths_in(notice) if path.startswith("/mail/stop/")))
    page.get_by_role("button", name="Stop these mails").click()
    expect(page.get_by_role("heading", name="No more of these mails")).to_be_visible()
    assert notice.user is not None
    assert notice.user.mail_stops.get().mail_class == "turns"

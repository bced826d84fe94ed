"""A newcomer plays a round against the computer, then signs up and keeps it."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.core.mail import EmailMessage
from playwright.sync_api import Page, expect

from games.models import Game
from tests.browser.hands import game_of, play_round, start_game

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ADDRESS = "layla@example.com"
PASSWORD = "five-teas-and-a-jack"


@pytest.mark.usefixtures("computer")
def test_whole_round_as_a_guest_then_sign_up_and_keep_it(
    page: Page, mailoutbox: list[EmailMessage]
) -> None:
    start_game(page)
    game = game_of(page)
    plays = play_round(page)
    assert 12 <= plays <= 24
    expect(page.get_by_role("heading", name="The bill for round 1")).to_be_visible()

    sign_up(page, mailoutbox)
    member = get_user_model().objects.get(email=ADDRESS)
    assert game.seats.get(user=member).index == 0

    page.goto("/")
    page.locator(f'a[href^="/games/{game.public_id}/"]').first.click()
    expect(page.locator("#table")).to_be_visible()
    assert Game.objects.count() == 1


def sign_up(page: Page, mailoutbox: list[EmailMessage]) -> None:
    page.get_by_role("link", name="Join").click()
    page.locator('input[type="email"]').fill(ADDRESS)
    page.locator('input[name="name"]').fill("Layla")
    for field in page.locator('input[type="password"]').all():
        field.fill(PASSWORD)
    page.locator("main button[type=submit]").click()
    page.locator('input[name="code"]').fill(find_code(mailoutbox))
    page.locator("main button[type=submit]").first.click()
    expect(page.get_by_role("link", name="Join")).to_have_count(0)


def find_code(mailoutbox: list[EmailMessage]) -> str:
    found = re.search(r"^\s*([A-Z0-9]{3,}-?[A-Z0-9]{3,})\s*$", mailoutbox[-1].body, re.MULTILINE)
    assert found is not None, mailoutbox[-1].body
    return found[1]


@pytest.mark.usefixtures("computer")
def test_who_closes_the_lid_goes_on_where_he_left(page: Page) -> None:
    start_game(page)
    url = page.url
    page.goto("about:blank")
    page.goto(url)
    expect(page.locator("#table")).to_be_visible()

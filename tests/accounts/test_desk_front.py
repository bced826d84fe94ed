"""The front page of the staff's desk: what needs attention, then numbers, then the lists."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import desk_panels
from accounts.desk_panels import DAYS, Concern, Figure, Panel, count_by_day, register_panel
from accounts.models import User
from accounts.suspending import suspend
from accounts.templatetags.desk import bars
from tests.accounts.conftest import Member

pytestmark = pytest.mark.django_db


@pytest.fixture
def warden(make_member: Member) -> User:
    return make_member("Warden", "w@example.com", is_staff=True, is_superuser=True)


@pytest.fixture
def staff(warden: User) -> Client:
    browser = Client()
    browser.force_login(warden)
    return browser


@pytest.fixture
def _own_panels(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Only those that the test registers."""
    monkeypatch.setattr(desk_panels, "_makers", [])
    return


def show(staff: Client) -> str:
    return staff.get(reverse("admin:index")).content.decode()


@pytest.mark.usefixtures("_own_panels")
def test_concern_leads_to_its_list(staff: Client) -> None:
    @register_panel
    def make(request: HttpRequest) -> Panel:
        return Panel("Post", concerns=[Concern("letters lost", 3, "/admin/letters/?state=lost")])

    assert '<a href="/admin/letters/?state=lost"><b>3</b> letters lost</a>' in show(staff)


@pytest.mark.usefixtures("_own_panels")
def test_concern_of_nothing_is_not_shown(staff: Client) -> None:
    @register_panel
    def make(request: HttpRequest) -> Panel:
        return Panel("Post", concerns=[Concern("letters lost", 0)])

    page = show(staff)
    assert "letters lost" not in page
    assert "Nothing. All is well." in page


@pytest.mark.usefixtures("_own_panels")
def test_figures_are_told_beside_the_chart(staff: Client) -> None:
    @register_panel
    def make(request: HttpRequest) -> Panel:
        return Panel("Post", figures=[Figure("letters", [0, 0, 0, 0, 5, 0, 2])])

    page = show(staff)
    assert "<td>2</td>" in page
    assert "<td>7</td>" in page
    assert '<span class="visually-hidden">0, 0, 0, 0, 5, 0, 2</span>' in page


@pytest.mark.usefixtures("_own_panels")
def test_panel_of_others_is_not_shown(staff: Client) -> None:
    @register_panel
    def make(request: HttpRequest) -> None:
        return None

    assert 'class="figures"' not in show(staff)


def test_page_has_neither_style_nor_script_of_its_own(staff: Client) -> None:
    assert "style=" not in show(staff)


def test_suspended_people_need_attention(staff: Client, member: User) -> None:
    suspend(member)
    page = staff.get(reverse("admin:index"))
    [concern] = [each for each in page.context["concerns"] if "suspended" in each.words]
    listed = staff.get(concern.url).context["cl"].result_list
    assert (concern.count, list(listed)) == (1, [member])


def test_people_are_told_of_to_those_who_may_see_them(make_member: Member) -> None:
    other = make_member("Other", "o@example.com", is_staff=True)
    other.user_permissions.set(Permission.objects.filter(codename="view_game"))
    browser = Client()
    browser.force_login(other)
    assert "new members" not in show(browser)


def test_days_are_counted_back_from_now(make_member: Member) -> None:
    now = timezone.now()
    for number, hours in enumerate((1, 23, 25, 24 * DAYS - 1, 24 * DAYS + 1)):
        person = make_member(f"Person {number}", f"{number}@example.com")
        User.objects.filter(pk=person.pk).update(joined_at=now - timedelta(hours=hours))

    days = count_by_day(User.objects.all(), "joined_at", now)

    assert days == [1, 0, 0, 0, 0, 1, 2]
    assert (Figure("", days).last_day, Figure("", days).week) == (2, 4)


@pytest.mark.parametrize(
    ("counts", "heights"),
    [((0, 0), (1, 1)), ((1, 1), (24, 24)), ((1, 1000), (3, 24)), ((6, 12), (12, 24))],
)
def test_bar_is_as_high_as_its_count(counts: tuple[int, ...], heights: tuple[int, ...]) -> None:
    drawn = bars(counts)
    expected = [f'y="{24 - height}" width="8" height="{height}"' for height in heights]
    assert [part in drawn for part in expected] == [True] * len(expected)
    assert drawn.count("<rect") == len(counts)

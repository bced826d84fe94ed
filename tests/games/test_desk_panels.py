"""The front page of the desk: what needs a look, and how much goes on."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.urls import reverse

from accounts.desk_panels import Concern, Figure
from games import clock, queries
from games.models import (
    ComputerError,
    InvitationState,
    Level,
    NoticeKind,
    NoticeReason,
    NoticeState,
    Sweep,
)
from games.queries.owed import LONGEST_SILENCE
from games.services.resign import resign
from games.services.staff import hold_game
from tests.games.factories import (
    make_game,
    make_game_against_computer,
    make_guest,
    make_user,
    play_any,
    play_turns,
)
from tests.games.queries_sent import count_queries
from tests.games.rows import make_invitation, make_notice

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(make_user(is_staff=True, is_superuser=True))
    return client


@pytest.fixture(autouse=True)
def _sweeps_run(db: None) -> None:
    for name in LONGEST_SILENCE:
        Sweep.record(name)


def find_concerns(client: Client) -> dict[str, Concern]:
    return {
        str(each.words): each for each in client.get(reverse("admin:index")).context["concerns"]
    }


def find_figure(client: Client, words: str) -> Figure:
    panels = client.get(reverse("admin:index")).context["panels"]
    (figure,) = [each for panel in panels for each in panel.figures if each.words == words]
    return figure


def test_nothing_needs_attention_where_all_is_well(staff: Client) -> None:
    make_game_against_computer()
    make_notice(NoticeKind.TURN, game=make_game())
    assert find_concerns(staff) == {}


def test_parked_and_failing_mails_are_counted(staff: Client) -> None:
    game = make_game()
    parked = {"state": NoticeState.PARKED, "reason": NoticeReason.TIRED}
    make_notice(NoticeKind.TURN, game=game, **parked)
    make_notice(NoticeKind.GAME_OVER, game=game, **parked)
    make_notice(NoticeKind.STAFF, game=game, state=NoticeState.FAILED)
    concerns = find_concerns(staff)
    assert concerns["parked mails"].count == 2
    assert concerns["mail that failed and is tried again"].count == 1


def test_mail_overdue_tells_how_long_the_oldest_waits(staff: Client) -> None:
    for minutes in (7, 3, 1):
        due = clock.now() - minutes * MINUTE
        make_notice(NoticeKind.TURN, game=make_game(), due_at=due)
    assert find_concerns(staff)["mails overdue, the oldest for 7\xa0minutes"].count == 2


def test_turn_that_the_computer_owes_for_long_is_counted(staff: Client) -> None:
    with clock.stopped_at(clock.now() - 4 * MINUTE):
        play_any(make_game_against_computer())
    words = "turn that the computer owes, the oldest for 4\xa0minutes"
    assert find_concerns(staff)[words].count == 1


def test_turn_of_a_game_on_hold_is_not_owed(staff: Client) -> None:
    game = make_game_against_computer()
    with clock.stopped_at(clock.now() - 4 * MINUTE):
        play_any(game)
    hold_game(game.pk)
    assert list(find_concerns(staff)) == ["game on hold"]


def test_stalled_sweeps_are_named(staff: Client) -> None:
    with clock.stopped_at(clock.now() - 5 * MINUTE):
        Sweep.record("notices")
    with clock.stopped_at(clock.now() - timedelta(hours=4)):
        Sweep.record("housekeeping")
    assert list(find_concerns(staff)) == ["sweeps stand still: notices, housekeeping"]


def test_one_sweep_that_stands_still_is_told_of_as_one(staff: Client) -> None:
    with clock.stopped_at(clock.now() - 5 * MINUTE):
        Sweep.record("notices")
    assert list(find_concerns(staff)) == ["sweep stands still: notices"]


def test_sweep_of_a_new_site_may_still_come() -> None:
    Sweep.objects.all().delete()
    frequent = ["computer-turns", "notices", "clocks"]
    born = MigrationRecorder.Migration.objects.earliest("applied").applied
    for hours, stalled in ((0, []), (1, frequent), (4, [*LONGEST_SILENCE])):
        with clock.stopped_at(born + timedelta(hours=hours)):
            assert queries.list_stalled_sweeps() == stalled


def test_errors_of_the_computer_are_counted_for_a_week(staff: Client) -> None:
    game = make_game_against_computer()
    for days in (1, 8):
        ComputerError.objects.create(
            game=game,
            version=1,
            level=Level.STRONG,
            exception="E",
            at=clock.now() - timedelta(days=days),
        )
    assert find_concerns(staff)["error of the computer in the last week"].count == 1


@pytest.mark.parametrize("concern", ["parked mail", "game on hold"])
def test_concern_leads_to_its_list(staff: Client, concern: str) -> None:
    game = make_game()
    make_notice(NoticeKind.TURN, game=game, state=NoticeState.PARKED, reason=NoticeReason.REFUSED)
    make_notice(NoticeKind.STAFF, game=make_game())
    hold_game(game.pk)
    answer = staff.get(find_concerns(staff)[concern].url)
    assert len(answer.context["cl"].result_list) == 1


def test_figures_of_a_day_and_a_week(staff: Client) -> None:
    for days in (0, 0, 3, 9):
        with clock.stopped_at(clock.now() - timedelta(days=days)):
            play_turns(make_game(), 3)
    started, plays = find_figure(staff, "games started"), find_figure(staff, "plays")
    assert (started.last_day, started.week) == (2, 3)
    assert (plays.last_day, plays.week) == (6, 9)


def test_figures_count_by_state(staff: Client) -> None:
    game = make_game()
    resign(game_id=game.pk, seat=0, version=0)
    make_guest()
    make_invitation(game=make_game())
    make_invitation(state=InvitationState.OPEN)
    for state, reason in (("sent", ""), ("skipped", "seen"), ("skipped", "told")):
        make_notice(NoticeKind.TURN, game=game, state=state, reason=reason)
    counts = {
        words: find_figure(staff, words).week
        for words in (
            "games finished",
            "new guests",
            "invitations sent",
            "invitations accepted",
            "mails sent",
            "mails skipped",
            "mails parked",
        )
    }
    assert list(counts.values()) == [1, 1, 2, 1, 1, 2, 0]


@pytest.mark.parametrize(
    ("codename", "titles"),
    [("view_game", ["Games"]), ("view_notice", ["Mails"]), ("view_sweep", ["Sweeps"])],
)
def test_panel_needs_its_permission(client: Client, codename: str, titles: list[str]) -> None:
    warden = make_user(is_staff=True)
    warden.user_permissions.set(Permission.objects.filter(codename=codename))
    client.force_login(warden)
    panels: Any = client.get(reverse("admin:index")).context["panels"]
    assert [panel.title for panel in panels] == titles


def test_front_page_sends_few_queries_whatever_the_site_has(staff: Client) -> None:
    staff.get(reverse("admin:index"))
    counts = []
    for _ in range(2):
        with count_queries() as sent:
            staff.get(reverse("admin:index"))
        counts.append(len(sent))
        for _ in range(3):
            make_notice(NoticeKind.TURN, game=play_turns(make_game(), 3))
    assert counts[0] == counts[1]
    assert counts[0] <= 29

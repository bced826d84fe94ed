"""Games of two people that have begun without clocks get them: a whole turn from now on."""

from datetime import timedelta
from typing import Any

from django.db import migrations
from django.utils import timezone

USUAL_PACE = 48
WITHOUT_VACATION = 24
NOTHING = timedelta()


def set_clocks(apps: Any, _schema: Any) -> None:
    games = apps.get_model("games", "Game").objects.filter(computer_seat__isnull=True)
    games.filter(pace__isnull=True).update(pace=USUAL_PACE)
    games.update(bank=0, bank_left_0=NOTHING, bank_left_1=NOTHING)
    games.filter(pace__gt=WITHOUT_VACATION).update(stops_for_vacation=True)
    now = timezone.now()
    running = games.filter(status="running")
    for pace in running.values_list("pace", flat=True).distinct():
        turn = timedelta(hours=pace)
        same = running.filter(pace=pace)
        same.filter(held_at__isnull=False).update(turn_left=turn)
        same.filter(held_at__isnull=True).update(
            bank_at=now + turn, deadline_at=now + turn, remind_at=now + turn / 2
        )


def set_pace_of_offers(apps: Any, _schema: Any) -> None:
    offers = apps.get_model("games", "Invitation").objects
    offers.filter(pace__lte=WITHOUT_VACATION).update(stops_for_vacation=False)


class Migration(migrations.Migration):
    dependencies = [("games", "0009_clocks_and_mail_settings")]

    operations = [
        migrations.RunPython(set_clocks, migrations.RunPython.noop),
        migrations.RunPython(set_pace_of_offers, migrations.RunPython.noop),
    ]

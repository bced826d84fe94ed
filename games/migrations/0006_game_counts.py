from typing import Any

from django.db import migrations, models
from django.db.models import Count, Q

PLAYS = 4  # two of each side, in turn


def count_games_so_far(apps: Any, _schema_editor: Any) -> None:
    games = apps.get_model("games", "Game").objects
    plays = Count("moves", filter=Q(moves__kind="play"))
    begun = games.filter(version__gte=PLAYS).annotate(plays=plays).filter(plays__gte=PLAYS)
    games.filter(pk__in=begun.values("pk")).update(counts=True)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_reason_words"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="counts",
            field=models.BooleanField(
                default=False,
                help_text="Both have played twice: its result goes into scores and the leaderboard.",
                verbose_name="counts",
            ),
        ),
        migrations.RunPython(count_games_so_far, migrations.RunPython.noop, elidable=True),
    ]

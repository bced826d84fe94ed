from datetime import timedelta

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0010_set_clocks")]

    operations = [
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("bank__isnull", True),
                        ("bank_left_0__isnull", True),
                        ("bank_left_1__isnull", True),
                        ("computer_seat__isnull", False),
                        ("pace__isnull", True),
                        ("stops_for_vacation", False),
                    ),
                    models.Q(
                        ("bank__in", [0, 24, 72, 168]),
                        ("bank_left_0__gte", timedelta(0)),
                        ("bank_left_1__gte", timedelta(0)),
                        ("computer_seat__isnull", True),
                        ("pace__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="game_people_have_a_clock",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("bank_at__isnull", False),
                        ("deadline_at__gte", models.F("bank_at")),
                        ("held_at__isnull", True),
                        ("pace__isnull", False),
                        ("status", "running"),
                        ("turn_left__isnull", True),
                    ),
                    models.Q(
                        ("bank_at__isnull", True),
                        ("deadline_at__isnull", True),
                        ("pace__isnull", False),
                        ("remind_at__isnull", True),
                        ("status", "running"),
                        ("turn_left__gte", timedelta(0)),
                    ),
                    models.Q(
                        models.Q(
                            models.Q(("status", "running"), _negated=True),
                            ("pace__isnull", True),
                            _connector="OR",
                        ),
                        ("bank_at__isnull", True),
                        ("deadline_at__isnull", True),
                        ("remind_at__isnull", True),
                        ("turn_left__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="game_clock_runs_or_stands_still",
            ),
        ),
    ]

"""Settings of a worker under test that sends through the mail server of the test."""

import os

from basra_site.settings.test import *  # noqa: F403

EMAIL_BACKEND = "games.mail.smtp.EmailBackend"
EMAIL_HOST = "127.0.0.1"
EMAIL_PORT = int(os.environ["TEST_MAIL_PORT"])
CELERY_BEAT_SCHEDULE = {
    "sweep-notices": {"task": "games.tasks.sweep_notices", "schedule": 1.0},
}

"""The Celery application; workers start with `celery -A basra_site`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "basra_site.settings.development")

app = Celery("basra_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

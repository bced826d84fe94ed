"""The Celery application; workers start with `celery -A basra_site worker`."""

import os
import signal
import threading
import time
from typing import Any

from celery import Celery
from celery.signals import beat_embedded_init, celeryd_init, worker_process_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "basra_site.settings.production")

app = Celery("basra_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# A worker waits for the broker as long as it takes: nobody stands before it.
WORKER_TIMEOUT = 10.0  # seconds


@celeryd_init.connect
def be_patient_with_the_broker(conf: Any, **_: Any) -> None:
    """Replaces the publishers' short time-outs, too short for a worker's waiting for messages."""
    conf.broker_connection_timeout = WORKER_TIMEOUT
    conf.broker_transport_options = {
        "socket_connect_timeout": WORKER_TIMEOUT,
        "socket_timeout": WORKER_TIMEOUT,
        "socket_keepalive": True,
    }


@beat_embedded_init.connect
@worker_process_init.connect
def end_with_the_worker(**_: Any) -> None:
    """A killed worker takes its own processes along: an orphaned clock would tick for ever."""
    watch = threading.Thread(target=end_when_orphaned, args=(os.getppid(),), daemon=True)
    watch.start()


def end_when_orphaned(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGKILL)

"""`make run`: Valkey, web and two workers as one foreground process group."""

import os
import shutil
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from basra_site.run.broker import LOG_NAME, NoBroker, find_server, server_command
from basra_site.run.conditions import (
    Refusal,
    choose_socket_path,
    hold_folder,
    listen,
    make_folder,
)
from basra_site.run.supervisor import Supervisor, describe_end
from basra_site.run.undertaker import Undertaker

# In a container everybody is root; Celery's page-long warning of it would bury the log. It is a
# UserWarning by descent.
PYTHON = [sys.executable, "-W", "ignore::UserWarning:celery.platforms"]
CELERY = [*PYTHON, "-m", "celery", "--quiet", "--app", "basra_site", "worker"]
CELERY_HABITS = ["--without-gossip", "--without-mingle", "--loglevel", "info"]


def main() -> int:
    supervisor = Supervisor(Undertaker())
    with ExitStack() as stack:
        try:
            return run(supervisor, stack)
        except (Refusal, NoBroker, ImproperlyConfigured) as problem:
            print(problem, file=sys.stderr)
            return 1
        finally:
            supervisor.stop()


def run(supervisor: Supervisor, stack: ExitStack) -> int:
    """Starts everything and watches it; returns the exit status."""
    from basra_site.settings import development as settings

    folder = settings.VAR_DIR
    make_folder(folder)
    stack.callback(os.close, hold_folder(folder))
    listener = stack.enter_context(listen())
    environment = environment_for_parts(os.environ)
    if not os.environ.get("REDIS_URL"):
        environment["REDIS_URL"] = start_broker(supervisor, environment, folder=folder, stack=stack)

    reading, ready = os.pipe()
    start_web(supervisor, environment, listener=listener.fileno(), ready=ready)
    os.close(ready)
    listener.close()
    if told := supervisor.watch_until_told(reading):
        start_workers(supervisor, environment, folder=folder)
        greet(supervisor, settings.SITE_ADDRESS, has_staff=told == b"staff")
    supervisor.watch()
    return farewell(supervisor)


def environment_for_parts(environment: Mapping[str, str]) -> dict[str, str]:
    return {
        **environment,
        "DJANGO_SETTINGS_MODULE": "basra_site.settings.development",
        "PYTHONUNBUFFERED": "1",
    }


def start_broker(
    supervisor: Supervisor, environment: dict[str, str], *, folder: Path, stack: ExitStack
) -> str:
    """Starts Valkey and returns its address."""
    socket_path = choose_socket_path(folder)
    if socket_path.parent != folder:
        stack.callback(shutil.rmtree, socket_path.parent, ignore_errors=True)
    data = folder / "valkey"
    data.mkdir(exist_ok=True)
    command = server_command(find_server(), folder=data, socket=socket_path)
    supervisor.start("valkey", command, environment=environment)
    supervisor.parts[-1].log = data / LOG_NAME
    return f"unix://{socket_path}"


def start_web(
    supervisor: Supervisor, environment: dict[str, str], *, listener: int, ready: int
) -> None:
    command = [sys.executable, "manage.py", "web", f"--socket={listener}", f"--ready={ready}"]
    supervisor.start("web", command, environment=environment, pass_fds=(listener, ready))


def start_workers(supervisor: Supervisor, environment: dict[str, str], *, folder: Path) -> None:
    """Mail and sweeps wait for others, so threads; the computer thinks, so a process."""
    threads = [
        "--pool",
        "threads",
        "--concurrency",
        "8",
        "--queues",
        "mail",
        "--hostname",
        "mail@%h",
    ]
    beat = ["--beat", "--schedule", str(folder / "beat-schedule")]
    supervisor.start("mail", [*CELERY, *CELERY_HABITS, *threads, *beat], environment=environment)
    process = ["--pool", "prefork", "--concurrency", "1", "--queues", "computer"]
    name = ["--hostname", "computer@%h"]
    supervisor.start(
        "computer", [*CELERY, *CELERY_HABITS, *process, *name], environment=environment
    )


def greet(supervisor: Supervisor, address: str, *, has_staff: bool) -> None:
    supervisor.say(f"\nBasra is at {address}/  (mail: {address}/mailbox/, end: Ctrl-C)")
    if not has_staff:
        supervisor.say(
            "Nobody is staff yet. To become it, in a second terminal: "
            ".venv/bin/python manage.py createsuperuser\n"
            "(or, with an account that you have made here: manage.py promote YOUR-ADDRESS), "
            f"then sign in at {address}/admin/"
        )
    supervisor.say("")


def farewell(supervisor: Supervisor) -> int:
    """Says why it ends; only being asked to is no failure."""
    ended = supervisor.find_ended()
    if supervisor.asked_to_stop or ended is None:
        return 0
    supervisor.print_what_is_said(0.1)
    print(describe_end(ended), file=sys.stderr, flush=True)
    return 1


if __name__ == "__main__":
    sys.exit(main())

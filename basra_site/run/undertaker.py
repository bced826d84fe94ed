"""A process whose only duty is to outlive a killed supervisor and to end its parts."""

import os
import signal
import time
from contextlib import suppress

PATIENCE = 10.0  # seconds between asking and force


class Undertaker:
    """Learns process ids through a pipe; when the pipe closes before its dismissal, ends them.

    It is forked while the supervisor is still small and single-threaded. Only a pipe tells of a
    supervisor's SIGKILL on every system.
    """

    def __init__(self) -> None:
        reading, self.pipe = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self.pipe)
            wait_and_bury(reading)
        os.close(reading)

    def take_note(self, pid: int) -> None:
        os.write(self.pipe, f"{pid}\n".encode())

    def dismiss(self) -> None:
        os.write(self.pipe, b"dismissed\n")
        os.close(self.pipe)
        os.waitpid(self.pid, 0)


def wait_and_bury(reading: int) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    with os.fdopen(reading, encoding="ascii") as pipe:
        words = pipe.read().split()
    if "dismissed" not in words:
        bury([int(word) for word in words])
    os._exit(0)


def bury(pids: list[int]) -> None:
    send(signal.SIGTERM, pids)
    deadline = time.monotonic() + PATIENCE
    while any(is_alive(pid) for pid in pids) and time.monotonic() < deadline:
        time.sleep(0.1)
    send(signal.SIGKILL, pids)


def send(number: int, pids: list[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, number)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True

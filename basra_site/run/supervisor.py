"""Runs the parts of the site as one: one log, one Ctrl-C, one end for all."""

import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from basra_site.run.undertaker import Undertaker

PATIENCE = 10.0  # seconds that a part has to end by itself
HEARTBEAT = 0.5  # seconds between two looks at parts and parent


class Part:
    """One running program and the lines it has said."""

    def __init__(self, name: str, process: "subprocess.Popen[bytes]", *, output: int) -> None:
        self.name = name
        self.process = process
        self.output = output
        self.unfinished_line = b""
        self.log: Path | None = None  # where it writes what it does not say here

    def lines_in(self, data: bytes) -> list[str]:
        """The whole lines that `data` completes; the rest waits for more."""
        *lines, self.unfinished_line = (self.unfinished_line + data).split(b"\n")
        return [line.decode(errors="replace") for line in lines]

    def signal(self, number: int) -> None:
        if self.process.poll() is None:
            self.process.send_signal(number)


class Supervisor:
    """Starts parts, prints what they say, and ends all when one ends or somebody asks."""

    def __init__(self, undertaker: Undertaker) -> None:
        self.undertaker = undertaker
        self.parts: list[Part] = []
        self.selector = selectors.DefaultSelector()
        self.parent = os.getppid()
        self.asked_to_stop = 0
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.on_signal)

    def on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self.asked_to_stop += 1

    def start(
        self,
        name: str,
        command: Sequence[str],
        *,
        environment: dict[str, str],
        pass_fds: Sequence[int] = (),
    ) -> None:
        """Starts a part in this process group, but deaf to Ctrl-C: it is told from here."""
        output, mouth = os.pipe()
        process = subprocess.Popen(
            command,
            env=environment,
            pass_fds=pass_fds,
            stdin=subprocess.DEVNULL,
            stdout=mouth,
            stderr=subprocess.STDOUT,
            preexec_fn=block_interrupt,
        )
        self.undertaker.take_note(process.pid)
        os.close(mouth)
        part = Part(name, process, output=output)
        self.parts.append(part)
        self.selector.register(output, selectors.EVENT_READ, part)

    def watch(self) -> None:
        """Prints lines until a part ends or somebody asks to stop."""
        while not self.is_over():
            self.print_what_is_said(HEARTBEAT)

    def watch_until_told(self, descriptor: int) -> bytes:
        """Prints lines until the descriptor has a word to say; no word if it is closed before."""
        self.selector.register(descriptor, selectors.EVENT_READ, None)
        told = False
        while not told and not self.is_over():
            told = self.print_what_is_said(HEARTBEAT)
        self.selector.unregister(descriptor)
        return os.read(descriptor, 100) if told else b""

    def is_over(self) -> bool:
        return bool(self.asked_to_stop) or self.is_orphaned() or self.find_ended() is not None

    def is_orphaned(self) -> bool:
        return os.getppid() != self.parent

    def find_ended(self) -> Part | None:
        """The first part that has ended."""
        return next((part for part in self.parts if part.process.poll() is not None), None)

    def print_what_is_said(self, seconds: float) -> bool:
        """Prints the lines that arrive within the time; True when the awaited descriptor spoke."""
        awaited_spoke = False
        for key, _ in self.selector.select(seconds):
            if key.data is None:
                awaited_spoke = True
            else:
                self.print_lines_of(key.data)
        return awaited_spoke

    def print_lines_of(self, part: Part) -> None:
        data = os.read(part.output, 65536)
        if not data:
            self.selector.unregister(part.output)
        for line in part.lines_in(data or b"\n"):
            if line.strip():
                self.say(f"{part.name:<8} | {line}")

    def say(self, line: str) -> None:
        """Prints a line; a reader who has gone away (`make run | head`) ends the site."""
        try:
            print(line, flush=True)
        except BrokenPipeError:
            self.asked_to_stop += 1
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def stop(self) -> None:
        """Ends all parts, the first started last, by force where asking is not enough."""
        self.end(self.parts[1:])
        self.end(self.parts[:1])
        self.print_what_is_said(0)
        self.undertaker.dismiss()

    def end(self, parts: Sequence[Part]) -> None:
        for part in parts:
            part.signal(signal.SIGTERM)
        asked_before = self.asked_to_stop
        deadline = time.monotonic() + PATIENCE
        while any(part.process.poll() is None for part in parts):
            if time.monotonic() > deadline or self.asked_to_stop > asked_before:
                for part in parts:
                    part.signal(signal.SIGKILL)
            self.print_what_is_said(0.05)


def block_interrupt() -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def describe_end(part: Part) -> str:
    """One sentence that names the part and how it ended."""
    status = part.process.returncode
    how = f"was ended by {signal.Signals(-status).name}" if status < 0 else f"ended with {status}"
    where = f" Its own log: {part.log}" if part.log else ""
    return f"{part.name} {how}, so everything ends.{where}"

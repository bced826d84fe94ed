"""Reads the files that Django's file backend writes: mail of development, for the eyes only."""

from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

# The backend ends each mail of a file with this line.
END_OF_MAIL = b"\n" + b"-" * 79 + b"\n"
SHOWN_HEADERS = ("From", "To", "Subject", "Date", "Message-ID")


@dataclass(frozen=True, slots=True)
class Letter:
    """One mail under an id made of its file's name and its place there."""

    id: str
    message: EmailMessage

    @property
    def subject(self) -> str:
        return str(self.message.get("Subject", ""))

    @property
    def to(self) -> str:
        return str(self.message.get("To", ""))

    @property
    def date(self) -> str:
        return str(self.message.get("Date", ""))

    @property
    def headers(self) -> list[tuple[str, str]]:
        """All headers, those that a reader looks for first."""
        first = [(name, str(self.message[name])) for name in SHOWN_HEADERS if name in self.message]
        rest = [(name, str(value)) for name, value in self.message.items()]
        return first + [header for header in rest if header not in first]

    @property
    def text(self) -> str:
        return self.content_of("plain")

    @property
    def html(self) -> str:
        return self.content_of("html")

    def content_of(self, kind: str) -> str:
        """The text of the part; empty when there is none."""
        part = self.message.get_body((kind,))
        return str(part.get_content()) if part else ""


def list_letters(folder: Path) -> list[Letter]:
    """All mails, the newest first."""
    return sorted(read_folder(folder), key=lambda letter: letter.id, reverse=True)


def find_letter(folder: Path, letter_id: str) -> Letter | None:
    """The mail of that id; the id is only ever compared, never made into a path."""
    return next((letter for letter in read_folder(folder) if letter.id == letter_id), None)


def read_folder(folder: Path) -> Iterator[Letter]:
    for path in folder.glob("*.log"):
        mails = [mail for mail in path.read_bytes().split(END_OF_MAIL) if mail.strip()]
        for number, mail in enumerate(mails):
            message = message_from_bytes(mail, policy=policy.default)
            yield Letter(f"{path.stem}-{number}", message)

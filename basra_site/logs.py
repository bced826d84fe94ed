"""What the log says about visits, and what it never says."""

import logging
import re

# What follows is a token: whoever has it may play a card, take a seat, stop mails. However it is
# spelt: an address with a slash too many finds no page, and its token works.
_TOKEN = re.compile(
    r"(/+(?:mail/+(?:play|stop|refuse|address)|invitations)/+)[^/\s\"'?]+", re.IGNORECASE
)

# So may be what is as long as one and no word, wherever it stands; not the name of a game or of a
# person, which opens nothing, and by which a line is of use.
_LONG = re.compile(r"(?<!/games)(?<!/people)/(?=[a-z_.-]*[A-Z0-9%])[^/\s\"'?]{20,}")

# As gunicorn quotes a request.
_QUERY = re.compile(r"\?\S*(?= HTTP/)")


class TokenFilter(logging.Filter):
    """Takes tokens out of addresses, wherever a line quotes one: a log is read by more people
    than a token is for."""

    def filter(self, record: logging.LogRecord) -> bool:
        said = _TOKEN.sub(r"\1…", record.getMessage())
        record.msg, record.args = _QUERY.sub("", _LONG.sub("/…", said)), ()
        return True


class BriefFilter(logging.Filter):
    """One line for what strangers can bring about all day: a warning, and not where it arose."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        record.exc_info = record.exc_text = None
        return True


class VisitFilter(logging.Filter):
    """Leaves out the page's regular question for news and static files, and every query string.

    A query string may carry a signed token; a log is read by more people than a token is for.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if not isinstance(record.args, tuple) or len(record.args) != 5:
            return True
        client, method, target, version, status = record.args
        path = str(target).partition("?")[0]
        record.args = (client, method, path, version, status)
        return status != 204 and not path.startswith("/static/")

"""What the log says about visits."""

import logging


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

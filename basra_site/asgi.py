"""The ASGI application."""

import os
import warnings
from collections.abc import Mapping
from typing import IO, Any

import django
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.http.response import HttpResponseBase

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "basra_site.settings.production")
django.setup(set_prefix=False)

# Pages need models, and those the settings above.
from basra_site.middleware import answer_unreadable  # noqa: E402

# Static files are handed out by WhiteNoise, which reads them as WSGI would. They are small.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous")


class Handler(ASGIHandler):
    """Django's, with the site's own answer to headers and addresses that cannot be decoded."""

    def create_request(
        self, scope: Mapping[str, Any], body_file: IO[bytes]
    ) -> tuple[ASGIRequest, None] | tuple[None, HttpResponseBase]:
        try:
            return ASGIRequest(dict(scope), body_file), None
        except ValueError:
            return None, answer_unreadable()


application = Handler()

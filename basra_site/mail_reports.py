"""The address at which a mail provider tells what came back; the library checks who tells it."""

from typing import Any

from anymail.urls import urlpatterns as every_address
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path

LONGEST_REPORT = 1_000_000  # bytes; many events may come in one
# What reading ends in where a report is not as its provider writes them.
GARBLED = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


class GarbledReport(SuspiciousOperation):
    """Nobody can read it: answered with 400, and a line in the log."""


class ReadableReport:
    """Beside a view of the library, which takes every report for whole."""

    esp_name: str

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            if int(request.META.get("CONTENT_LENGTH") or 0) > LONGEST_REPORT:
                raise GarbledReport(f"A report of {self.esp_name} is too long")
            answer: HttpResponse = super().post(request, *args, **kwargs)  # type: ignore[misc]
        except GARBLED as error:
            kind = type(error).__name__  # its words may quote the report
            raise GarbledReport(f"A report of {self.esp_name} is garbled: {kind}") from error
        return answer


def list_addresses(provider: str) -> list[URLPattern]:
    """That of the provider, and nobody else's: `postmark/tracking/`."""
    wanted = f"{provider}/tracking/"
    return [_wrap(address) for address in every_address if str(address.pattern) == wanted]


def _wrap(address: URLPattern) -> URLPattern:
    library = address.callback.view_class  # type: ignore[attr-defined]
    view: Any = type(library.__name__, (ReadableReport, library), {})
    wrapped: URLPattern = path(str(address.pattern), view.as_view(), name=address.name)
    return wrapped

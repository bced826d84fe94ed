"""What strangers can bring about all day fills no log with where it arose."""

from typing import Any

import pytest
from django.test import Client

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.games.reports_urls")]


@pytest.mark.parametrize("secret", ["", "Basic cHJvdmlkZXI6d3Jvbmc="])
def test_report_of_a_stranger_is_one_warning_in_the_log(
    settings: Any, caplog: pytest.LogCaptureFixture, secret: str
) -> None:
    settings.ANYMAIL = {"WEBHOOK_SECRET": "provider:a-long-random-password"}
    headers = {"Authorization": secret} if secret else {}
    Client().post("/anymail/postmark/tracking/", b"{}", "application/json", headers=headers)
    [record] = caplog.records
    assert (record.levelname, record.exc_info) == ("WARNING", None)
    assert "invalid basic auth" in record.getMessage()

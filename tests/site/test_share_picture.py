"""What a chat program shows of a link."""

import re
import struct
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

PICTURE = Path(settings.BASE_DIR) / "basra_site" / "static" / "art" / "preview.png"


def properties_of(path: str) -> list[tuple[str, str]]:
    page = Client().get(path, headers={"Host": "testserver"}).content.decode()
    return re.findall(r'<meta property="(og:[a-z:_]+)"\s+content="([^"]*)">', page)


@pytest.mark.django_db
def test_page_names_title_words_and_picture_once_each() -> None:
    found = properties_of("/leaderboard/")
    names = [name for name, _content in found]
    assert sorted(set(names)) == sorted(names)
    assert {"og:title", "og:description", "og:image"} <= set(names)
    assert all(content for _name, content in found)


@pytest.fixture
def outside(settings: Any) -> None:
    """The site as others reach it, by another name than the one that is asked for here."""
    settings.SITE_ADDRESS = "https://basra.example"


@pytest.mark.django_db
def test_picture_is_named_by_the_sites_own_address(outside: None) -> None:
    address = dict(properties_of("/rules/"))["og:image"]
    assert re.fullmatch(r"https://basra\.example/static/art/preview(\.\w+)?\.png", address)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/rules/", "/leaderboard/", "/accounts/login/?next=/new/"])
def test_page_is_named_by_the_sites_own_address(outside: None, path: str) -> None:
    address = dict(properties_of(path))["og:url"]
    assert address == f"https://basra.example{path.partition('?')[0]}"


def test_picture_has_the_size_that_pages_tell() -> None:
    data = PICTURE.read_bytes()
    assert struct.unpack(">II", data[16:24]) == (1200, 630)
    assert len(data) < 120_000


def test_error_page_has_no_preview() -> None:
    assert properties_of("/no-such-page/") == []

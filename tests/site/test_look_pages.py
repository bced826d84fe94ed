"""The pages around the table: what they say, to whom, and with what status."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import reverse
from django.views.csrf import csrf_failure
from django.views.defaults import server_error

from games.engine.options import PRESETS
from games.models import Preset
from games.presenters.presets import PRESET_NAMES, WORDS, list_preset_rows
from games.presenters.rules_text import SECTIONS
from tests.games.factories import make_game, make_user

DOCS = Path(settings.BASE_DIR) / "docs"
RULES = DOCS / "rules.md"


def numbers_of_rules() -> list[str]:
    return re.findall(r"^- (R\d\.\d)", RULES.read_text(), flags=re.MULTILINE)


def test_rules_text_has_the_paragraphs_of_the_rules() -> None:
    told = [paragraph.number for section in SECTIONS for paragraph in section.paragraphs]

    assert told == numbers_of_rules()


@pytest.mark.django_db
def test_rules_page_has_an_anchor_for_every_paragraph(client: Client) -> None:
    page = client.get(reverse("games:rules")).content.decode()

    for number in numbers_of_rules():
        assert f'id="{number}"' in page


@pytest.mark.django_db
def test_rules_page_gives_both_warnings(client: Client) -> None:
    page = client.get(reverse("games:rules")).content.decode()

    assert page.count('class="warning"') == 2


def test_preset_table_tells_every_option_in_which_presets_differ() -> None:
    told = {row.title for row in list_preset_rows()}

    assert len(told) == 4 + len(WORDS)
    for name in WORDS:
        assert len({getattr(options, name) for options in PRESETS.values()}) > 1


def test_preset_table_has_a_dash_where_no_such_basra_can_be_made() -> None:
    points = {str(row.title): row.values for row in list_preset_rows()}

    assert list(PRESET_NAMES)[-1] == "levant"
    assert points["Jack basra"] == ("30", "30", "30", "–")
    assert points["Komi basra"] == ("30", "30", "10", "–")


def test_preset_names_are_those_of_stored_games() -> None:
    assert {key: str(name) for key, name in PRESET_NAMES.items()} == {
        key: str(label) for key, label in Preset.choices
    }


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "direction"), [("en", "ltr"), ("ar", "rtl")])
def test_page_says_its_language_and_direction(
    client: Client, language: str, direction: str
) -> None:
    page = client.get(reverse("games:rules"), headers={"accept-language": language})

    assert re.search(rf'<html lang="{language}"\s+dir="{direction}"', page.content.decode())


@pytest.mark.django_db
def test_unknown_page_is_an_empty_table(client: Client) -> None:
    response = client.get("/no/such/page/")

    assert response.status_code == 404
    assert "Nothing on this table" in response.content.decode()


@pytest.mark.django_db
def test_table_signed_out_asks_to_sign_in_and_leads_back(client: Client) -> None:
    page = client.get("/games/no-such-game/?round=1&x=/").content.decode()

    way = f"{reverse('account_login')}?next=%2Fgames%2Fno-such-game%2F%3Fround%3D1%26x%3D%2F"
    assert re.search(r"<h1>\s*Sign in to see this table\s*</h1>", page)
    assert re.search(rf'btn--brass[^>]+href="{re.escape(way)}"', page)
    assert "round=1&amp;x=/" in client.get(way).content.decode()


def without_token(page: str) -> str:
    return re.sub(r'FToken": "\w+"', "", page)


@pytest.mark.django_db
def test_table_signed_out_is_the_same_whether_it_is_there_or_not(client: Client) -> None:
    public_id = make_game().public_id
    there, nowhere = (client.get(f"/games/{name}/") for name in (public_id, "no-such-game"))

    assert (there.status_code, nowhere.status_code) == (404, 404)
    said = there.content.decode().replace(public_id, "no-such-game")
    assert without_token(said) == without_token(nowhere.content.decode())


@pytest.mark.django_db
def test_button_of_a_table_signed_out_leads_back_to_the_table(client: Client) -> None:
    page = client.post("/games/no-such-game/play/", {"card": "7D"}).content.decode()

    assert f'href="{reverse("account_login")}?next=%2Fgames%2Fno-such-game%2F"' in page


@pytest.mark.django_db
def test_table_of_others_is_nothing_to_a_member(client: Client) -> None:
    client.force_login(make_user())

    assert "Nothing on this table" in client.get("/games/no-such-game/").content.decode()


@pytest.mark.django_db
def test_missing_page_offers_a_member_no_sign_in(client: Client) -> None:
    client.force_login(make_user())

    assert reverse("account_login") not in client.get("/no/such/page/").content.decode()


def test_server_error_page_needs_no_database_and_no_context() -> None:
    response = server_error(RequestFactory().get("/"))

    assert response.status_code == 500
    assert "The tray slipped" in response.content.decode()


@pytest.mark.django_db
def test_csrf_page_says_that_nothing_was_lost() -> None:
    request = RequestFactory().post("/")

    response = csrf_failure(request)

    assert response.status_code == 403
    assert "Nothing was lost" in response.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name", ["400.html", "403.html", "404.html", "404_game.html", "500.html", "403_csrf.html"]
)
def test_error_page_has_one_heading_and_one_way_back(name: str) -> None:
    page = render_to_string(name)

    assert page.count("<h1") == 1
    assert page.count("btn--brass") == 1


@pytest.mark.django_db
def test_shuffle_page_says_what_it_does_not_prove(client: Client) -> None:
    page = client.get(reverse("games:shuffle")).content.decode()

    assert "It does not prove that the house did not choose." in page


@pytest.mark.django_db
def test_shuffle_page_shows_the_vectors(client: Client) -> None:
    vectors = json.loads((DOCS / "shuffle_vectors.json").read_text())

    page = client.get(reverse("games:shuffle")).content.decode()

    assert len(vectors) >= 5
    for vector in vectors:
        assert vector["seed"] in page
        assert vector["commitment"] in page


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("games:shuffle_script", "verify_shuffle.py"),
        ("games:shuffle_vectors", "shuffle_vectors.json"),
    ],
)
def test_shuffle_file_is_served_as_it_lies_in_the_docs(
    client: Client, name: str, file: str
) -> None:
    response = client.get(reverse(name))

    assert response.content == (DOCS / file).read_bytes()
    assert not response["Content-Type"].startswith("text/html")

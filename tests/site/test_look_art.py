"""The sprites hold what the tags draw, and nothing foreign is fetched."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template
from django.utils.translation import override

from games.engine.cards import KOMI, PACK
from games.templatetags import cards

STATIC = Path(settings.BASE_DIR) / "basra_site" / "static"
TEMPLATES = Path(settings.BASE_DIR) / "templates"
PAGES = sorted(
    path for path in TEMPLATES.rglob("*.html") if not {"email", "mail"} & set(path.parts)
)
"""Mails are styled inline: their readers know no stylesheet."""
STYLES = sorted((STATIC / "css").glob("*.css"))


def render(source: str, **context: object) -> str:
    return Template("{% load cards %}" + source).render(Context(context))


def symbols(name: str) -> set[str]:
    return set(re.findall(r'<symbol id="([^"]+)"', (STATIC / "art" / name).read_text()))


def test_cards_sprite_has_every_face_back_rank_and_suit() -> None:
    wanted = {*PACK, "back"} | {f"r{rank}" for rank in cards.RANK_WIDTHS}
    wanted |= {f"suit-{suit}" for suit in "CDHS"}

    assert wanted <= symbols("cards.svg")


def test_marks_sprite_has_every_icon_that_templates_name() -> None:
    named = {
        name
        for path in TEMPLATES.rglob("*.html")
        for name in re.findall(r'{% icon "([^"]+)"', path.read_text())
    }

    assert named <= symbols("marks.svg")


def test_card_is_spoken_as_words() -> None:
    assert '<span class="vh">8 of spades</span>' in render('{% card "8S" %}')


def test_komi_says_that_it_is_the_komi() -> None:
    assert "the komi, 7 of diamonds" in render("{% chip code %}", code=KOMI)


def test_card_accepts_engine_cards_and_classes() -> None:
    drawn = render('{% card code "card--xs" ticked=True %}', code=PACK[0])

    assert 'class="card c card--xs"' in drawn
    assert "cards.svg#AC" in drawn
    assert 'class="mark"' in drawn


def test_card_back_names_no_card() -> None:
    drawn = render("{% card_back %}")

    assert "cards.svg#back" in drawn
    assert "vh" not in drawn


def test_chips_with_joint_put_a_plus_between() -> None:
    drawn = render('{% chips codes "+" %}', codes=["AC", "7S"])

    assert drawn.count('<span class="plus">+</span>') == 1


def test_avatar_escapes_the_letter_of_a_name() -> None:
    assert "<b>&lt;</b>" in render('{% avatar "<script>" 7 %}')


def test_chip_is_cached_for_each_language_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "card_name", lambda code: f"{code} in {cards.get_language()}")
    cards._chip.cache_clear()
    try:
        with override("ar"):
            arabic = cards.chip("8S")
        with override("en"):
            english = cards.chip("8S")
    finally:
        cards._chip.cache_clear()

    assert "8S in ar" in arabic
    assert "8S in en" in english


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_stylesheet_fetches_only_files_that_are_there(path: Path) -> None:
    for address in re.findall(r"url\(([^)]+)\)", path.read_text()):
        assert (path.parent / address.strip("\"'")).is_file()


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_stylesheet_names_no_left_or_right(path: Path) -> None:
    """Pages are read from either side."""
    physical = r"(?:margin|padding|border|inset)-(?:left|right)|text-align:\s*(?:left|right)"

    assert not re.findall(physical, path.read_text())


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_template_has_no_inline_style_or_script(path: Path) -> None:
    source = path.read_text()

    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)", source)

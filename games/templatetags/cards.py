"""Tags that draw cards, chips, icons and monograms from the sprites."""

from collections.abc import Iterable
from functools import cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, override

from games.presenters.cards import KOMI, card_name
from games.presenters.people import STAR_COLOURS

register = template.Library()

# How wide each drawn rank is, in the sprite's units, when it is 30 high.
RANK_WIDTHS = {
    "A": "24", "2": "19.5", "3": "18", "4": "22", "5": "18.5", "6": "20.6", "7": "18",
    "8": "20.4", "9": "20.6", "T": "29.2", "J": "16.4", "Q": "28", "K": "23",
}  # fmt: skip


@cache
def sprite(name: str) -> str:
    """The public address of a sprite, hashed where the storage hashes."""
    return static(f"art/{name}.svg")


@register.simple_tag
def icon(name: str, classes: str = "ico") -> SafeString:
    """A sign of `art/marks.svg`; it never speaks, its neighbour text does."""
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>',
        classes,
        sprite("marks"),
        name,
    )


@register.simple_tag
def card(code: object, classes: str = "", *, ticked: bool = False) -> SafeString:
    """A face-up card, spoken as words; `ticked` adds the mark shown when it would be taken."""
    text = str(code)
    return format_html(
        '<span class="card {}{}">{}{}</span>',
        text[1].lower(),
        f" {classes}" if classes else "",
        _face(text, get_language()),
        _tick() if ticked else "",
    )


@register.simple_tag
def card_back(classes: str = "") -> SafeString:
    """The back of a card: says nothing of what lies below it."""
    return format_html(
        '<span class="card back{}">{}</span>', f" {classes}" if classes else "", _picture("back")
    )


@register.simple_tag
def chip(code: object) -> SafeString:
    """A card named inside a sentence."""
    return _chip(str(code), get_language())


@register.simple_tag
def chips(codes: Iterable[object], joint: str = " ") -> SafeString:
    """Several chips; joint "+" says that their numbers are added up."""
    between = format_html('<span class="plus">{}</span>', joint) if joint.strip() else joint
    return format_html_join(between, "{}", ((chip(code),) for code in codes))


@register.simple_tag
def avatar(name: str, number: int = 0, size: str = "") -> SafeString:
    """The monogram of a person: a star in one of six colours, chosen by their number."""
    return format_html(
        '<span class="avatar avatar--{}{}" aria-hidden="true">{}<b>{}</b></span>',
        number % STAR_COLOURS + 1,
        f" avatar--{size}" if size else "",
        icon("star", ""),
        name.strip()[:1].upper(),
    )


@cache
def _face(code: str, language: str | None) -> SafeString:
    with override(language):
        return format_html('{}<span class="vh">{}</span>', _picture(code), card_name(code))


@cache
def _picture(symbol: str) -> SafeString:
    return format_html(
        '<svg viewBox="0 0 100 140" aria-hidden="true"><use href="{}#{}"/></svg>',
        sprite("cards"),
        symbol,
    )


@cache
def _tick() -> SafeString:
    return format_html('<span class="mark">{}</span>', icon("check", ""))


@cache
def _chip(code: str, language: str | None) -> SafeString:
    rank, suit = code[0], code[1]
    with override(language):
        name = card_name(code)
    return format_html(
        '<span class="chip {suit}{komi}">'
        '<svg class="r" viewBox="0 0 {width} 30" aria-hidden="true">'
        '<use href="{sprite}#r{rank}" width="30" height="30"/></svg>'
        '<svg class="p" aria-hidden="true"><use href="{sprite}#suit-{pip}"/></svg>'
        '<span class="vh">{name}</span></span>',
        suit=suit.lower(),
        komi=" komi" if code == KOMI else "",
        width=RANK_WIDTHS[rank],
        sprite=sprite("cards"),
        rank=rank,
        pip=suit,
        name=name,
    )

"""Prints the texts of `games.presenters.sentences`, and the plays made of them."""

import re
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.presenters import sentences
from games.presenters.plays import PlayLine
from games.templatetags.cards import chip

register = template.Library()

PLUS = '<span class="plus">+</span>'
LINES_KEPT = 4096


@register.filter
def with_chips(text: str) -> SafeString:
    """The text with every `[8S]` drawn as a chip."""
    escaped = conditional_escape(text)
    return mark_safe(sentences.CARD_IN_TEXT.sub(_draw, escaped))  # noqa: S308  escaped above


@register.filter
def in_words(text: str) -> str:
    """The text with every `[8S]` spoken."""
    return sentences.in_words(text)


@register.simple_tag
def log_line(line: PlayLine) -> SafeString:
    """A play as a line of the log."""
    return _log_line(line, get_language())


# A play is printed again at every look at its table until the round is over.
@lru_cache(maxsize=LINES_KEPT)
def _log_line(line: PlayLine, _language: str | None) -> SafeString:
    return render_to_string("games/includes/log_line.html", {"line": line})


def _draw(found: re.Match[str]) -> str:
    return chip(found[1]) + (PLUS if found[2] else "")

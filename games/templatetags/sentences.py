"""Filters that print the texts of `games.presenters.sentences`."""

import re

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from games.presenters import sentences
from games.templatetags.cards import chip

register = template.Library()

PLUS = '<span class="plus">+</span>'


@register.filter
def with_chips(text: str) -> SafeString:
    """The text with every `[8S]` drawn as a chip."""
    escaped = conditional_escape(text)
    return mark_safe(sentences.CARD_IN_TEXT.sub(_draw, escaped))  # noqa: S308  escaped above


@register.filter
def in_words(text: str) -> str:
    """The text with every `[8S]` spoken."""
    return sentences.in_words(text)


def _draw(found: re.Match[str]) -> str:
    return chip(found[1]) + (PLUS if found[2] else "")

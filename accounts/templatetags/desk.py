"""Tags of the staff's desk."""

from collections.abc import Sequence

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.audit import words_of

register = template.Library()

# Of the little charts, in units of their own.
BAR, GAP, HEIGHT = 8, 2, 24


@register.filter
def act_in_words(act: str) -> str:
    """A code of the audit log, in words."""
    return words_of(act)


@register.simple_tag
def bars(counts: Sequence[int]) -> SafeString:
    """A chart of one bar a count, for the eye only: the figures stand beside it."""
    most = max(*counts, 1)
    drawn = ((index * (BAR + GAP), *_rise(count, most)) for index, count in enumerate(counts))
    shapes = format_html_join(
        "", f'<rect x="{{}}" y="{{}}" width="{BAR}" height="{{}}"></rect>', drawn
    )
    width = len(counts) * (BAR + GAP) - GAP
    return format_html(
        '<svg class="bars" viewBox="0 0 {} {}" width="{}" height="{}" aria-hidden="true">{}</svg>',
        width,
        HEIGHT,
        width,
        HEIGHT,
        shapes,
    )


def _rise(count: int, most: int) -> tuple[int, int]:
    """Top and height of a bar; what is not nothing is seen, and nothing is a line."""
    height = 1 if count == 0 else max(3, round(count * HEIGHT / most))
    return HEIGHT - height, height

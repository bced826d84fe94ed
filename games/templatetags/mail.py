"""Tags of mails, and of the forms that say which mails one wants."""

from functools import cache
from typing import Any

from django import template
from django.template import Context
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst

from games.engine.cards import SWEEPERS
from games.forms.mail import show_wishes
from games.mail import look as looks
from games.mail.proof import find_noted_address
from games.mail.words import name_card
from games.models import Guest, MailClass, Player
from games.players import player_of
from games.presenters.cards import SUITS
from games.presenters.people import FIRST_STRONG, POP
from games.services.address_stops import UNREACHABLE, find_stops
from games.services.mail_wishes import (
    find_address,
    find_guest_with_people,
    get_settings,
    list_stopped,
)

register = template.Library()

SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
# Asks for the letter's shape of the sign, not for a coloured picture.
AS_TEXT = "\ufe0e"


# Mails are alike but for their words: what they look like is written once.
@register.simple_tag
@cache
def look(part: str) -> SafeString:
    """Class, style and background of a part of a mail, as attributes."""
    style, background = looks.PARTS[part], looks.BACKGROUNDS.get(part)
    if background is None:
        return format_html('class="m-{}" style="{}"', part, mark_safe(style))  # noqa: S308  ours
    return format_html(
        'class="m-{}" bgcolor="{}" style="background:{};{}"',
        part,
        background,
        background,
        mark_safe(style),  # noqa: S308  written in `games.mail.look`
    )


@register.simple_tag
@cache
def band() -> SafeString:
    """The cells of the coloured band."""
    cell = (
        '<td height="6" width="8%" bgcolor="{0}" '
        'style="height:6px;font-size:0;line-height:0;background:{0}">&nbsp;</td>'
    )
    return format_html_join("", cell, ((colour,) for colour in looks.BAND))


@register.filter
def isolated(text: str) -> SafeString:
    """The text with its isolated names in elements that mail programs know."""
    escaped = conditional_escape(text)
    return mark_safe(escaped.replace(FIRST_STRONG, "<bdi>").replace(POP, "</bdi>"))  # noqa: S308


@register.filter
def rank_of(code: str) -> str:
    """The printed index: "10", "K"."""
    return "10" if code[0] == "T" else code[0]


@register.filter
def sign_of(code: str) -> str:
    return SIGNS[code[1]] + AS_TEXT


@register.filter
def suit_of(code: str) -> str:
    return str(SUITS[code[1]])


@register.filter
def name_of(code: str) -> str:
    return capfirst(name_card(code))


@register.filter
def frame_of(code: str) -> str:
    """The part of a mail that a card is: those that sweep have a ring."""
    return "sweeper" if code in SWEEPERS else "card"


@register.filter
def colour_of(code: str) -> str:
    return "red" if code[1] in "DH" else "black"


@register.inclusion_tag("games/includes/mail_settings.html", takes_context=True)
def mail_settings(context: Context) -> dict[str, Any]:
    """A member's wishes about mails, to be changed. Two queries."""
    player = Player(user_id=context["user"].pk)
    form = show_wishes(get_settings(player), list_stopped(player))
    return {"form": form, "csrf_token": context["csrf_token"]}


@register.inclusion_tag("games/includes/mail_trouble.html", takes_context=True)
def mail_trouble(context: Context) -> dict[str, Any]:
    """A note where nothing can be sent to a guest's address any more, at two queries; members are
    told on every page."""
    player = player_of(context["request"])
    address = find_address(player) if player and player.is_guest else ""
    stops = find_stops([address])[address] if address else set()
    return {"trouble": next((reason for reason in UNREACHABLE if reason in stops), None)}


@register.inclusion_tag("games/includes/guest_mail.html", takes_context=True)
def guest_mail(context: Context) -> dict[str, Any]:
    """The form for a guest's address; nothing for others, nor without a game with a person."""
    request = context["request"]
    player = player_of(request)
    guest = find_guest_with_people(player) if player else None
    return {
        "guest": guest,
        "noted": find_noted_address(request.session) if guest else "",
        "stopped": _name_stopped(guest) if guest and guest.email else "",
        "next": request.path,
        "csrf_token": context["csrf_token"],
    }


def _name_stopped(guest: Guest) -> str:
    """The classes of mail that the guest does not want. One query."""
    stopped = list_stopped(Player(guest_id=guest.pk))
    return ", ".join(str(label) for value, label in MailClass.choices if value in stopped)

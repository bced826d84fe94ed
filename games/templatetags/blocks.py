"""Whom one has blocked, on the page of settings."""

from typing import Any

from django import template
from django.template import Context
from django.urls import reverse

from games import queries
from games.presenters.people import Person

register = template.Library()


@register.inclusion_tag("games/includes/blocked.html", takes_context=True)
def blocked_people(context: Context) -> dict[str, Any]:
    """Each with the address that takes it back."""
    blocked = [
        (
            Person(user.name, number=user.pk, url=reverse("games:profile", args=[user.public_id])),
            reverse("games:unblock", args=[user.public_id]),
        )
        for user in queries.list_blocked(context["request"].user.pk)
    ]
    return {"blocked": blocked, "csrf_token": context.get("csrf_token")}

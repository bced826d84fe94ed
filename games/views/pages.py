"""Pages that tell something and ask nothing: the rules, and how the shuffle is proven."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.presenters.presets import PRESET_NAMES, list_preset_rows
from games.presenters.rule_examples import BURIED, EXAMPLES, KOMI_TABLE
from games.presenters.rules_text import SECTIONS

SWEEPERS = ("JS", "JH", "JD", "JC", "7D")


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(
        request,
        "games/rules.html",
        {
            "sections": SECTIONS,
            "buried": BURIED,
            "komi_table": KOMI_TABLE,
            "warning_examples": EXAMPLES["warning"],
            "preset_names": PRESET_NAMES.values(),
            "preset_rows": list_preset_rows(),
            "sweepers": SWEEPERS,
        },
    )


@require_safe
def shuffle(request: HttpRequest) -> HttpResponse:
    return render(request, "games/shuffle.html")

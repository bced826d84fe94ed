"""Pages that tell something and ask nothing: the rules, and how the shuffle is proven."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.presenters.presets import PRESET_NAMES, list_preset_rows
from games.presenters.rule_examples import BURIED, EXAMPLES, KOMI_TABLE
from games.presenters.rules_text import SECTIONS

DOCS = Path(settings.BASE_DIR) / "docs"
SCRIPT = DOCS / "verify_shuffle.py"
VECTORS = DOCS / "shuffle_vectors.json"
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
    return render(request, "games/shuffle.html", {"vectors": _load_vectors()})


@require_safe
def shuffle_script(_request: HttpRequest) -> HttpResponse:
    """The checking script as text, to be read before it is run."""
    return HttpResponse(SCRIPT.read_bytes(), content_type="text/plain; charset=utf-8")


@require_safe
def shuffle_vectors(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(VECTORS.read_bytes(), content_type="application/json")


@cache
def _load_vectors() -> list[dict[str, Any]]:
    vectors: list[dict[str, Any]] = json.loads(VECTORS.read_text())
    return vectors

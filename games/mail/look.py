"""How the parts of a mail look. Mail programs know no style sheet, so each part carries its own.

Every part has a class of its name as well: the dark set in `templates/mail/letter.html` and
narrow screens change it by that.
"""

from collections.abc import Mapping

FACE = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
INK, SOFT, LINE, CREAM = "#14282b", "#465956", "#cfd4bf", "#f7efda"
PAPER, PANEL, WASH = "#f0f1e3", "#fbfbf3", "#f6eac9"
FELT, BRASS, CARD, RING = "#0f4a4e", "#e5b24c", "#fffcf4", "#b07f22"
BAND = (FELT, BRASS, FELT, "#a3213a") * 3
"""The twelve cells under the name of the site."""

BACKGROUNDS: Mapping[str, str] = {
    "page": PAPER,
    "panel": PANEL,
    "terms": WASH,
    "felt": FELT,
    "card": CARD,
    "sweeper": CARD,
    "button": BRASS,
}
"""Those of the parts that have one: old programs want it as an attribute too."""


def _text(size: int, height: int, colour: str, weight: int = 400) -> str:
    """Pixels, and a weight from 400 to 700."""
    font = f"{FACE};font-size:{size}px;line-height:{height}px;font-weight:{weight}"
    return f"{font};color:{colour}"


_CELL = "border-radius:7px;width:54px;min-width:54px"

PARTS: Mapping[str, str] = {
    "page": "margin:0;padding:0;-webkit-text-size-adjust:100%",
    "peek": "display:none;max-height:0;overflow:hidden;mso-hide:all",
    "around": "padding:20px 10px 32px",
    "panel": f"max-width:560px;border:1px solid {LINE};border-radius:14px;border-collapse:separate",
    "under": "max-width:560px",
    "bare": "padding:0;font-size:0;line-height:0",
    "name": f"padding:20px 32px 12px;{_text(22, 28, INK, 700)}",
    "block": "padding:20px 32px 0",
    "headline": f"margin:0 0 8px;{_text(27, 33, INK, 700)}",
    "line": f"margin:0 0 4px;{_text(17, 26, INK)}",
    "terms": f"border-radius:10px;padding:11px 16px;{_text(16, 24, '#77500c')}",
    "felt": "border-radius:12px;padding:14px 14px 8px",
    "label": f"margin:0 2px 10px;{_text(15, 20, CREAM, 700)}",
    "empty": f"margin:0 2px 8px;{_text(16, 24, CREAM)}",
    "cards": "border-collapse:separate;display:inline-table;vertical-align:top;margin:0 2px 8px",
    "card": f"border:1px solid #d9d1ba;{_CELL};padding:1px",
    "sweeper": f"border:2px solid {RING};{_CELL};padding:0",
    "face": "display:block;padding:6px 0;text-decoration:none",
    "red": "display:block;color:#b3202f",
    "black": "display:block;color:#16282c",
    "rank": f"display:block;{_text(23, 26, 'inherit', 700)}",
    "pip": "font-size:20px;font-weight:400",
    "suit": f"display:block;{_text(11, 14, 'inherit')}",
    "stage": f"padding:5px 0;{_text(15, 22, INK)}",
    "who": f"padding:5px 0;word-break:break-word;{_text(14, 22, INK)}",
    "what": f"padding:5px 0;{_text(15, 22, SOFT)}",
    "number": f"padding:5px 0;{_text(15, 22, INK, 700)}",
    "button": "border:1px solid #94671a;border-radius:10px",
    "press": "display:inline-block;padding:14px 30px;text-decoration:none;"
    + _text(17, 22, "#231a08", 700),
    "rest": "padding:20px 32px 24px",
    "rule": f"border-top:1px solid {LINE}",
    "more": f"padding:16px 0 0;{_text(15, 23, INK)}",
    "hand": "padding:12px 0 0",
    "foot": f"padding:16px 32px 0;{_text(13, 21, SOFT)}",
    "link": "color:#0b5a63",
}

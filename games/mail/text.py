"""The plain part of a mail: the whole of it, in the same order, for who reads nothing else."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from games.mail.letter import Letter, Score
from games.mail.words import name_card

SIGNATURE = "-- "
ENDS = (".", "!", "?", "؟")


def render_text(letter: Letter) -> str:
    """Blocks with an empty line between them; addresses stand on lines of their own."""
    blocks = [block for block in _list_blocks(letter) if block]
    return "\n\n".join("\n".join(lines) for lines in blocks) + "\n"


def _list_blocks(letter: Letter) -> Iterator[list[str]]:
    yield [_as_sentence(letter.headline), *letter.paragraphs]
    yield [str(letter.terms)] if letter.terms else []
    if letter.floor is not None:
        yield [_("On the floor") + ":", *_list_floor(letter.floor)]
    yield _list_score(letter.score) if letter.score else []
    yield [f"{letter.button}:", f"  {letter.url}"]
    yield _list_hand(letter)
    yield _list_others(letter)
    yield [SIGNATURE, letter.why, *(f"{label}: {url}" for label, url in letter.ways)]


def _as_sentence(headline: str) -> str:
    return headline if headline.endswith(ENDS) else f"{headline}."


def _list_floor(floor: Sequence[str]) -> list[str]:
    return [f"  {name_card(card)}" for card in floor] or [f"  {_('Nothing.')}"]


def _list_score(score: Score) -> list[str]:
    rows = [f"  {label}: {score.mine} {mine}, {score.theirs} {theirs}"
            for label, mine, theirs in score.rows]  # fmt: skip
    return [f"{score.title}:", *rows]


def _list_hand(letter: Letter) -> list[str]:
    if not letter.hand:
        return []
    lines = [
        _("Your hand. Each card opens a page that plays it, without signing in."),
        _("Keep this mail to yourself."),
    ]
    for held in letter.hand:
        lines += [f"  {name_card(held.card)}", f"    {held.url}"]
    return lines


def _list_others(letter: Letter) -> list[str]:
    if not letter.others:
        return []
    lines = [_("Also waiting for you:")]
    for other in letter.others:
        lines += [f"  {other.name}, {other.until}", f"    {other.url}"]
    return lines

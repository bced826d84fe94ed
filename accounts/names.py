"""The public name of a person: what may be one, and when two are the same."""

import re
import unicodedata
from collections.abc import Iterator
from itertools import combinations

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

MIN_LENGTH = 3
MAX_LENGTH = 20
MAX_KEY_LENGTH = 60
# What is longer before spaces are joined and marks composed is not worth the work.
MAX_RAW_LENGTH = 200

# How those are called who have closed their account, with a number behind it.
FORMER = "Former player"

# Names by which the site, its staff and its guests speak. No name has one of them as a word.
RESERVED = frozenset(
    {
        FORMER.replace(" ", "").casefold(),
        "admin",
        "administrator",
        "anonymous",
        "basra",
        "computer",
        "deleted",
        "guest",
        "help",
        "house",
        "mod",
        "moderator",
        "official",
        "root",
        "staff",
        "support",
        "system",
        "you",
    }
)
# Letters of other scripts that pass for Latin ones, in words that are wholly of such letters. Not
# whole alphabets: Cherokee, Coptic and others have lookalikes too. See also `_passes_for`.
GREEK = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβεικνορτυχ", "abezhikmnoptyxabeikvoptux")
CYRILLIC = str.maketrans("АВЕІЈКМНОРСЅТУХавеіјкмнорсѕтухь", "abeijkmhopcstyxabeijkmhopcstyxb")
LISU = str.maketrans("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "bpdtgkjczfmnlsrvhwxyaeiou")
LOOKALIKES = GREEK | CYRILLIC | LISU | str.maketrans("ıɑɡ", "iag")
DIGITS_AS_LETTERS = str.maketrans("013457", "oieast")
# A guest's number, also one written with letters that pass for digits.
NUMBER = re.compile(r"\d+|(?<=guest)[\dilo]+")

WORDS = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Nd"})
MARKS = frozenset({"Mn", "Mc"})
# Letters and marks that print nothing: fillers, joiners, variation selectors.
INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
# More marks than any script needs on one letter would be drawn over the neighbouring lines.
MAX_MARKS = 4


def clean_name(text: str) -> str:
    """Return the name as it is stored: normalised (NFKC), with single spaces between words.

    Raises ValidationError with a sentence for the person who chose it.
    """
    check_length(text, most=MAX_RAW_LENGTH)
    name = _join_words(unicodedata.normalize("NFKC", text))
    check_characters(name)
    check_length(name)
    check_not_reserved(name)
    return name


def name_key(name: str) -> str:
    """Return the form under which two names are the same name."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return unicodedata.normalize("NFKC", folded)


def check_characters(name: str) -> None:
    """Raise ValidationError unless the name is letters, digits and single spaces."""
    if INVISIBLE.search(name) or not all(_is_word(word) for word in name.split(" ") if word):
        raise ValidationError(_("A name is made of letters, digits and spaces."), code="characters")
    if name and not any(unicodedata.category(sign).startswith("L") for sign in name):
        raise ValidationError(_("A name needs at least one letter."), code="no_letter")


def check_length(name: str, *, most: int = MAX_LENGTH) -> None:
    """Raise ValidationError unless the name has 3 to 20 characters, or up to `most`."""
    if not MIN_LENGTH <= len(name) <= most:
        raise ValidationError(
            _("A name has %(least)d to %(most)d characters."),
            code="length",
            params={"least": MIN_LENGTH, "most": MAX_LENGTH},
        )


def check_not_reserved(name: str) -> None:
    """Raise ValidationError for a name that could pass for the site, its staff or a guest."""
    letters = _bare(name)
    for spelling in (letters.translate(DIGITS_AS_LETTERS), NUMBER.sub("", letters)):
        if any(_passes_for(word, kept) for word in _words_of(spelling) for kept in RESERVED):
            raise ValidationError(
                _("This name is kept for the site. Please choose another."), code="reserved"
            )


def _bare(name: str) -> str:
    """The name in small Latin letters without marks, as far as its letters look like them."""
    signs = unicodedata.normalize("NFKD", name)
    bare = "".join(sign for sign in signs if unicodedata.category(sign) not in MARKS)
    return bare.translate(LOOKALIKES).casefold()


def _words_of(spelling: str) -> Iterator[str]:
    """Each word, and each row of words as one: `C o m puter` is a word too."""
    words = spelling.split()
    for start, end in combinations(range(len(words) + 1), 2):
        yield _shape("".join(words[start:end]))


def _shape(word: str) -> str:
    return word.replace("rn", "m").replace("l", "i")


def _passes_for(word: str, kept: str) -> bool:
    """Tell whether the word looks like the kept one.

    In a word mostly of Latin letters any other letter passes for the one that should be there:
    nobody is called so. Misspelt and translated words (`Admn`, `Ordinateur`) are other words.
    """
    latin = [sign.isascii() for sign in word]
    if len(word) != len(kept) or 2 * sum(latin) <= len(word):
        return False
    return all(
        sign == wanted or not is_latin
        for sign, wanted, is_latin in zip(word, _shape(kept), latin, strict=True)
    )


def _join_words(text: str) -> str:
    spaced = "".join(" " if unicodedata.category(sign) == "Zs" else sign for sign in text)
    return " ".join(word for word in spaced.split(" ") if word)


def _is_word(word: str) -> bool:
    marks = 0
    for place, sign in enumerate(word):
        category = unicodedata.category(sign)
        if category in MARKS and place and marks < MAX_MARKS:
            marks += 1
        elif category in WORDS:
            marks = 0
        else:
            return False
    return True

"""What may be a public name."""

import unicodedata

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from accounts.names import MAX_KEY_LENGTH, clean_name, name_key


def refusal(text: str) -> str:
    with pytest.raises(ValidationError) as caught:
        clean_name(text)
    return str(caught.value.code)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Salma", "Salma"),
        ("  Salma   Badr ", "Salma Badr"),
        ("Salma\u00a0Badr", "Salma Badr"),
        ("Salma\u3000\u2003\u1680Badr", "Salma Badr"),
        ("Ｓａｌｍａ", "Salma"),
        ("Zoe\u0308", "Zoë"),
        ("ﬁfi", "fifi"),
        ("كريم", "كريم"),
        ("مُحَمَّد", "مُحَمَّد"),
        ("प्रिया", "प्रिया"),
        ("Nguyễn Văn", "Nguyễn Văn"),
        ("王小明", "王小明"),
        ("Karim 7", "Karim 7"),
        ("abc", "abc"),
        ("a" * 20, "a" * 20),
    ],
)
def test_clean_name_with_good_text_returns_it_normalised(text: str, name: str) -> None:
    assert clean_name(text) == name


@pytest.mark.parametrize(
    "text",
    [
        "Sal\x00ma", "Sal\tma", "Sal\nma", "Salma\r\nBcc: x", "Sal\u200bma", "Sal\u200dma",
        "Sal\ufeffma",
        "Sal\u202ema", "Sal\u2066ma\u2069", "\u200fSalma", "Sal\u00adma", "<b>Salma</b>",
        "Salma@example",
        "Salma!", "Sal-ma", "Sal_ma", "Sal.ma", "&amp;a",
        "😀😀😀", "Sal\ufe0fma", "a\u3164b\u3164c",
        "ab\u115f",
        "a\U000e0101bc", "\u0301abc", "ab \u0301c", "a\u0488bc", "ab\u2028c", "ab\ue000c",
        "ab\ud800c",
        "a" + "\u0334" * 5 + "bc", "´abc",
    ],
)  # fmt: skip
def test_clean_name_with_other_characters_is_refused(text: str) -> None:
    assert refusal(text) == "characters"


@pytest.mark.parametrize("text", ["123", "٣٤٥", "1 2 3"])
def test_clean_name_without_a_letter_is_refused(text: str) -> None:
    assert refusal(text) == "no_letter"


@pytest.mark.parametrize("text", ["", "ab", "a" * 21, "a" * 1_000_000, "ﷺ" * 3, "A  b" + " " * 300])
def test_clean_name_of_a_wrong_length_is_refused(text: str) -> None:
    assert refusal(text) == "length"


@pytest.mark.parametrize(
    "text",
    [
        "admin", "Admin", "ＡＤＭＩＮ", "A d m i n", "admin 1", "adm1n", "аdmіn", "Ádmin", "ADMIN2",
        "staff", "5taff",
        "Guest", "Guest 1234", "guest123", "gue5t", "Gu est ٤٥", "computer", "C0mputer", "Basra",
        "Basra Staff",
        "Staff2", "Support", "moderator", "Y o u",
        "The Computer", "Computer Regular", "The Com puter", "House of K", "Admin Team",
        "Guest l2", "GuestI2", "GuestlO", "Guest ⅻ",
        "Ϲomputer", "ꓚomputer", "Ꮯomputer", "Cоmputеr", "cᴏmputer", "Cornputer", "HeIp",
        "ΑDΜIΝ", "ЅUРРORТ", "ꓚꓳꓟꓑꓴꓔꓰꓣ", "Мод",
    ],
)  # fmt: skip
def test_clean_name_that_passes_for_the_site_is_refused(text: str) -> None:
    assert refusal(text) == "reserved"


@pytest.mark.parametrize(
    "text",
    ["Basran", "Guesty", "Modesta", "Admina", "Computerina", "Your Son", "Modi 2", "Mødi", "A王明"],
)
def test_clean_name_that_only_begins_like_a_reserved_one_is_taken(text: str) -> None:
    assert clean_name(text) == text


@pytest.mark.parametrize(
    ("one", "other"),
    [("Salma", "SALMA"), ("straße", "STRASSE"), ("Ｓalma", "salma"), ("Σίσυφος", "ΣΊΣΥΦΟΣ")],
)
def test_name_key_of_one_name_in_two_spellings_is_one(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


texts = st.text(max_size=30) | st.text(
    st.characters(categories=["L", "M", "N", "Z", "C"]), min_size=3, max_size=22
)


@given(texts)
def test_clean_name_of_any_text_is_refused_or_holds_what_it_promises(text: str) -> None:
    try:
        name = clean_name(text)
    except ValidationError:
        return
    assert 3 <= len(name) <= 20
    assert name == unicodedata.normalize("NFKC", name) == clean_name(name) == name.strip()
    assert "  " not in name
    assert {unicodedata.category(sign)[0] for sign in name} <= {"L", "M", "N", "Z"}
    assert {sign for sign in name if unicodedata.category(sign)[0] == "Z"} <= {" "}


@given(texts)
def test_name_key_of_any_name_is_stable_and_fits_its_column(text: str) -> None:
    try:
        key = name_key(clean_name(text))
    except ValidationError:
        return
    assert name_key(key) == key
    assert len(key) <= MAX_KEY_LENGTH

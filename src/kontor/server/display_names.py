"""Rules for display names and messages: which characters are allowed, and which names look alike."""
# ruff: noqa: RUF001 - letters that look alike are what this file is about

from __future__ import annotations

import re
import unicodedata
from typing import Final

from kontor.server.errors import InvalidName

MAX_NAME_LENGTH: Final = 40
MAX_MARKS: Final = 2
"""Combining marks that may follow one letter."""
MAX_LOOKALIKE_LENGTH: Final = 200

_FORBIDDEN_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories without a visible form: control, format (bidirectional, zero-width), unassigned, separators."""
_INVISIBLE: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Characters of other categories that print nothing."""
_VARIATIONS: Final = re.compile("[\ufe00-\ufe0f]")
"""Variation selectors, which phones add to emoji."""
_TEXT_CONTROLS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u2028-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb]")
"""Control characters that change how other text is shown; joiners and direction marks of normal text are kept."""
_IGNORED: Final = re.compile(r"[\s._'’-]")
_CAPITAL_I: Final = re.compile("(?<=[a-z])I")

_LOOKALIKES: Final = {
    "A": "АΑ", "B": "ВΒ", "C": "СϹ", "E": "ЕΕ", "H": "НΗ", "I": "ІΙ", "J": "Ј", "K": "КΚ", "M": "МΜ", "N": "Ν",
    "O": "ОΟ", "P": "РΡ", "S": "Ѕ", "T": "ТΤ", "X": "ХΧ", "Y": "УΥ", "Z": "Ζ",
    "a": "аαɑ", "b": "ьβ", "c": "сϲ", "d": "ԁđ", "e": "еєε3", "g": "ɡ", "h": "һħ", "i": "іιı", "j": "јȷ", "k": "кκ",
    "l": "ł1|", "m": "м", "n": "пη", "o": "оοσø0", "p": "рρ", "q": "ԛ", "r": "г", "s": "ѕ5", "t": "тτŧ", "u": "υμ",
    "v": "ν", "w": "ԝωш", "x": "хχ", "y": "уγ",
}  # fmt: skip
"""Latin letters, and the Cyrillic, Greek and other characters that look like them."""
_TO_LATIN: Final = str.maketrans({other: latin for latin, others in _LOOKALIKES.items() for other in others})


def clean_name(name: str, max_length: int = MAX_NAME_LENGTH) -> str:
    """Return a name in its normal form, or raise InvalidName."""
    plain = " ".join(unicodedata.normalize("NFKC", _VARIATIONS.sub("", name)).split())
    for character in plain:
        if character in _INVISIBLE or unicodedata.category(character) in _FORBIDDEN_CATEGORIES:
            raise InvalidName(f"A name must not contain the invisible character U+{ord(character):04X}.")
    if not any(is_visible(character) for character in plain):
        raise InvalidName("A name needs at least one letter, digit or symbol.")
    if len(plain) > max_length:
        raise InvalidName(f"A name must not be longer than {max_length} characters.")
    if max_marks(plain) > MAX_MARKS:
        raise InvalidName(f"A name must not have more than {MAX_MARKS} combining marks on one letter.")
    return plain


def clean_text(text: str) -> str:
    """Return a message without control characters; letters of every script and emoji stay as they are."""
    return _TEXT_CONTROLS.sub("", text).strip()


def lookalike(name: str) -> str:
    """Return the form in which names are compared: equal for names that people may confuse."""
    plain = _CAPITAL_I.sub("l", name.translate(_TO_LATIN))
    parts = unicodedata.normalize("NFKD", plain).casefold()
    letters = "".join(part for part in parts if unicodedata.category(part) not in ("Mn", "Me", "Cf"))
    compared = _IGNORED.sub("", letters.translate(_TO_LATIN))
    return (compared or parts)[:MAX_LOOKALIKE_LENGTH]


def is_visible(character: str) -> bool:
    """Return whether a character is a letter, a digit, punctuation or a symbol."""
    return unicodedata.category(character)[0] in "LNPS"


def max_marks(name: str) -> int:
    """Return the largest number of combining marks that follow each other."""
    most = count = 0
    for part in unicodedata.normalize("NFD", name):
        count = count + 1 if unicodedata.combining(part) or unicodedata.category(part) == "Me" else 0
        most = max(most, count)
    return most

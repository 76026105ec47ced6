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
_FIRST_LETTER: Final = re.compile("^[il]")
_PAIRS: Final = (("rn", "m"), ("vv", "w"))
"""Pairs of letters that look like one."""

_LOOKALIKES: Final = {
    "A": "АΑᎪᗅꓮ", "B": "ВΒᏴᗷꓐꞴ", "C": "СϹᏟⲤꓚ", "D": "ᎠᗞᗪꓓĐ", "E": "ЕΕᎬꓰⴹ", "F": "ϜᖴꓝꞘ", "G": "ԌᏀᏳꓖ",
    "H": "НΗᎻⲎᕼꓧ", "I": "ІΙӀⲒƖ", "J": "ЈᎫᒍꓙͿ", "K": "КΚᏦⲔꓗ", "L": "ᏞⳐᒪꓡ", "M": "МΜᎷⲘᗰꓟϺ", "N": "ΝⲚꓠ",
    "O": "ОΟՕⲞꓳⵔ", "P": "РΡᏢⲢᑭꓑ", "Q": "ⵕԚ", "R": "ƦᎡᏒᖇꓣ", "S": "ЅՏᏕᏚꓢ", "T": "ТΤᎢⲦꓔ", "U": "ՍᑌꓴƱ", "V": "ѴᏙᐯꓦ",
    "W": "ᎳᏔꓪԜ", "X": "ХΧᎲⲬꓫ", "Y": "УΥҮᎩⲨꓬ", "Z": "ΖᏃꓜ",
    "a": "аαɑ", "b": "ьβƄᏏ", "c": "сϲᴄⲥꮯ", "d": "ԁđᏧ", "e": "еєε3ҽ℮", "f": "ꬵꞙք", "g": "ɡցᶃ", "h": "һħհᏂ",
    "i": "іιıɪɩꙇᎥ", "j": "јȷϳ", "k": "кκ", "l": "ł1|ӏǀ∣", "m": "м", "n": "пηոռ", "o": "оοσø0օᴏⲟ", "p": "рρⲣ",
    "q": "ԛգզ", "r": "гᴦⲅꭇ", "s": "ѕ5ꜱƽꮪ", "t": "тτŧ", "u": "υμսᴜʋ", "v": "νѵᴠꮩ", "w": "ԝωшաѡᴡꮃ", "x": "хχ×",
    "y": "уγүʏყ", "z": "ᴢꮓ", "ae": "æǽ", "oe": "œ", "AE": "ÆǼ", "OE": "Œ",
}  # fmt: skip
"""Latin letters, and the characters of other scripts that look like them.

They are among the confusable characters of Unicode. The table is kept here because the forms are stored: an update of
a library must not change them.
"""
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
    """Return the form in which names are compared: equal for names that people may confuse.

    Case, accents, spaces and punctuation do not count. A capital I looks like a small l, so both are equal at the
    beginning of a name.
    """
    plain = _CAPITAL_I.sub("l", name.translate(_TO_LATIN))
    parts = unicodedata.normalize("NFKD", plain).casefold()
    letters = "".join(part for part in parts if unicodedata.category(part) not in ("Mn", "Me", "Cf"))
    compared = _FIRST_LETTER.sub("l", _IGNORED.sub("", letters.translate(_TO_LATIN)))
    for pair, letter in _PAIRS:
        compared = compared.replace(pair, letter)
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

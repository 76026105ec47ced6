"""Suggestions for misspelt names: the nearest of the known names, and the question that names them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from unicodedata import combining, normalize

LEAST = 0.6  # similarity of a name that is worth suggesting; 1 is equality
FURTHER = 1.5  # by which factor a further suggestion may be less similar than the best one
REORDERED = 0.99  # factor for names that are equal except for the order of their parts
LONGEST = 60  # characters of a wrong word that are compared, so that a long input takes no time
GERMAN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def nearest(word: str, known: Iterable[str], count: int = 3) -> list[str]:
    """Return at most `count` of the known names that are most similar to a word, best first, or none.

    Case, umlauts and the order of the parts of a compound name hardly count: `Minden--Bremen` is near
    `bremen--minden`. Names that are clearly less similar than the best one are left out.
    """
    spellings = _spellings(word[:LONGEST])
    rated = [(rating, name) for name in dict.fromkeys(known) if (rating := _similarity(spellings, name)) >= LEAST]
    best = max((rating for rating, _ in rated), default=0.0)
    chosen = sorted((entry for entry in rated if 1 - entry[0] <= FURTHER * (1 - best)), key=lambda entry: -entry[0])
    return [name for _, name in chosen[:count]]


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Return the question after an error about a wrong word, such as ` Did you mean 'dortmund'?`, or nothing.

    It begins with a space, so that it can follow any sentence.
    """
    found = [repr(name) for name in nearest(word, known)] if isinstance(word, str) else []
    if not found:
        return ""
    return f" Did you mean {', '.join(found[:-1])}{' or ' if found[1:] else ''}{found[-1]}?"


def _spellings(word: str) -> set[str]:
    """Return a word in lower case with umlauts written as one letter and as two."""
    lower = normalize("NFC", word).casefold()
    plain = "".join(letter for letter in normalize("NFKD", lower) if not combining(letter))
    return {plain, lower.translate(GERMAN)}


def _similarity(spellings: Iterable[str], name: str) -> float:
    """Return how similar a known name is to the best of some spellings, from 0 to 1."""
    lower = name.casefold()
    return max(
        max(_ratio(spelling, lower), REORDERED * _ratio(_in_order(spelling), _in_order(lower)))
        for spelling in spellings
    )


def _ratio(one: str, other: str) -> float:
    """Return the ratio of difflib, or zero where it would be too low to count."""
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    if matcher.real_quick_ratio() < LEAST or matcher.quick_ratio() < LEAST:
        return 0.0
    return matcher.ratio()


def _in_order(name: str) -> str:
    """Return the parts of a compound name in alphabetical order."""
    return " ".join(sorted(re.findall(r"\w+", name)))

"""Text in the form in which searches compare it."""

from __future__ import annotations

from unicodedata import combining, normalize

LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l"})  # letters that Unicode does not decompose


def search_text(text: str) -> str:
    """Return a text without case and accents."""
    decomposed = normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if not combining(letter)).translate(LETTERS)

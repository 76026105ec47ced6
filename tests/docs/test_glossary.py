"""Protects the wording: texts for players use the terms of the glossary of their language, and its typography."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import pytest

from kontor.server.notify.translations import LANGUAGES
from tests.docs.pages import ROOT
from tests.docs.player_texts import Text, messages, texts

TRANSLATED = sorted(set(LANGUAGES) - {"en"})

# what a text must not contain, by language, and what to write instead
TYPOGRAPHY: Mapping[str, Sequence[tuple[str, str]]] = {
    "": [
        (r"\S  +\S", "one space between words"),
        (r"\.\.\.", "the character …"),
        (r" [,.](?!\d)", "no space before this sign"),
    ],
    "en": [
        (r'[„«»"]', "English quotes “ ”"),
        (r"(?<=[a-z\0])'", "the apostrophe U+2019"),
        (r"[a-z] …$", "no space before …"),
        (r"[ \u00a0\u202f][;:!?]", "no space before this sign"),
    ],
    "de": [
        (r'[”«»"]', "German quotes „ “"),
        (r"(?<=\w)'", "the apostrophe U+2019"),
        (r"\w…", "a space before …"),
        (r"[ \u00a0\u202f][;:!?]", "no space before this sign"),
        (r"[a-z,] (?:Sie|Ihnen|Ihre?[nmrs]?)\b", "the address du"),
    ],
    "fr": [
        (r"(?<![\u00a0\u202f])[:](?![/\d])", "U+202F before a colon"),
        (r"(?<![\u202f])[;!?»]", "U+202F before this sign"),
        (r"«(?!\u202f)", "U+202F after «"),
        (r'[“”„"]', "French quotes « »"),
        (r"'", "the apostrophe U+2019"),
        (r"[a-zé] …", "no space before …"),
        (r"\b(?:[Tt]u|[Tt]oi|[Tt]es|[Tt]on)\b", "the address vous"),
    ],
}


@cache
def glossary(language: str) -> dict[str, Any]:
    """Return the glossary of a language."""
    return tomllib.loads((ROOT / "docs" / "glossary" / f"{language}.toml").read_text(encoding="utf-8"))


@cache
def terms(language: str) -> dict[str, dict[str, Any]]:
    """Return the terms of a language by their concepts."""
    return {term["concept"]: term for term in glossary(language)["term"]}


@cache
def pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of whole words, in which a star stands for any letters."""
    parts = (re.escape(word).replace(r"\*", r"\w*") for word in words)
    return re.compile(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)", re.IGNORECASE)


def has(words: str, forms: Sequence[str]) -> bool:
    """Return whether a text has one of some words."""
    return pattern(tuple(forms)).search(words) is not None


def forbidden(language: str, text: Text) -> Iterator[str]:
    """Yield the words of a text that the glossary replaces by a term."""
    for term in terms(language).values():
        if term.get("not") and text.key not in term.get("unchecked", ()):
            for found in pattern(tuple(term["not"])).findall(text.words):
                yield f"{text.file} {text.key}: write {term['term']!r} instead of {found!r}"
    for found in pattern(tuple(glossary(language)["never"])).findall(text.words) if text.is_message else ():
        yield f"{text.file} {text.key}: {found!r} does not fit a touch screen; write a word that fits every device"


def misprints(language: str, text: Text) -> Iterator[str]:
    """Yield the offences of a text against the typography of its language."""
    for offence, remedy in (*TYPOGRAPHY[""], *TYPOGRAPHY[language]):
        for found in re.finditer(offence, text.words):
            near = text.words[max(0, found.start() - 25) : found.end() + 15]
            yield f"{text.file} {text.key}: {remedy}, in {near!r}"


def missing_terms(language: str) -> Iterator[str]:
    """Yield the messages that lack the term of a concept which the English message has."""
    translated = {text.key: text.words for text in messages(language)}
    for text in messages("en"):
        for concept, english in terms("en").items():
            term = terms(language)[concept]
            concerned = english.get("game", text.game) == text.game and not english.get("everyday", False)
            if concerned and has(text.words, english["forms"]) and text.key not in term.get("unchecked", ()):
                words = translated.get(text.key, "")
                if not has(words, term["forms"]):
                    yield f"{text.key}: no form of {term['term']!r} ({concept}) in {words!r}"


def test_the_glossaries_have_the_same_concepts() -> None:
    for language in LANGUAGES:
        assert list(terms(language)) == list(terms("en"))
        assert all(has(term["term"], term["forms"]) for term in terms(language).values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_use_no_other_word_for_a_term(language: str) -> None:
    keys = {text.key for text in messages(language)}
    for_mice = {key for key in keys if f"{key}.touch" in keys}  # a touch screen shows the other message
    found = [offence for text in texts(language) if text.key not in for_mice for offence in forbidden(language, text)]
    assert found == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_messages_have_the_terms_of_the_english_message(language: str) -> None:
    assert list(missing_terms(language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_follow_the_typography_of_their_language(language: str) -> None:
    assert [offence for text in texts(language) for offence in misprints(language, text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_unchecked_message_exists(language: str) -> None:
    keys = {text.key for text in texts(language)}
    assert [key for term in terms(language).values() for key in term.get("unchecked", ()) if key not in keys] == []


@pytest.mark.parametrize(
    ("language", "words", "offences"),
    [
        ("en", "Pay a toll in the harbour.", 2),
        ("de", "Kaufe ein Büro und zahle Maut.", 2),
        ("fr", "Évincer coûte des frais.", 2),
        ("en", "Click what is lit.", 1),
    ],
)
def test_other_words_are_found(language: str, words: str, offences: int) -> None:
    assert len(list(forbidden(language, Text("web/", "key", words)))) == offences


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("fr", "Fin : {x}"),
        ("fr", "Fini!"),
        ("fr", "l'or"),
        ("de", "das ”Haus”"),
        ("de", "Nehmen Sie"),
        ("en", "the «house»"),
        ("en", "two  spaces"),
    ],
)
def test_misprints_are_found(language: str, words: str) -> None:
    assert list(misprints(language, Text("web/", "key", words)))

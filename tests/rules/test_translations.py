"""German and French rules are complete, refer to the same rules, and are not the English text."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

GAMES_FOLDER = Path(__file__).parents[2] / "src" / "kontor" / "games"
GAMES = ("teutonica", "hansa")
LANGUAGES = ("de", "fr")
REFERENCE = re.compile(r"\b(?:HT?-[A-Z0-9]+-[0-9A-H]+[a-e]?|ED-\d+|AMB-\d+|A-\d+)\b|`[^`]+`")
LONG = 12  # letters from which on a sentence without numbers has to differ


def read(game: str, language: str = "en") -> dict[str, Any]:
    """Return the content of the ledger of a game, or of a translation."""
    path = GAMES_FOLDER / game / "data" / "ledger" / f"{language}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def ledger(game: str) -> dict[str, str]:
    """Return the English text of every rule."""
    return {rule["id"]: rule["text"] for rule in read(game)["rule"]}


def sentences(text: str) -> list[str]:
    """Return the sentences of a text without lists of names, which are the same in every language."""
    parts = [part.strip(" .") for line in text.splitlines() for part in re.split(r"[.:;!?](?:\s|$)", line)]
    return [part for part in parts if len(re.sub(r"[^a-zà-ÿ]", "", part)) > LONG and " | " not in part]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_text(game: str, language: str) -> None:
    translated = read(game, language)
    sections = {rule["section"] for rule in read(game)["rule"]}
    assert translated["language"] == language
    assert list(translated["rule"]) == list(ledger(game))
    assert set(translated["section"]) == sections
    assert all(text.strip() for text in [*translated["rule"].values(), *translated["section"].values()])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_difference_between_editions_is_translated(language: str) -> None:
    english = {entry.pop("id"): entry for entry in read("teutonica")["difference"]}
    translated = read("teutonica", language)["difference"]
    assert list(translated) == list(english)
    for name, told in translated.items():
        assert set(told) == {"topic", "first", "second", "big_box"}
        assert told["topic"] != english[name]["topic"]
        for edition, text in told.items():
            assert REFERENCE.findall(text) == REFERENCE.findall(english[name][edition]), name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_open_question_is_translated(game: str, language: str) -> None:
    english = {entry["id"]: entry for entry in read(game)["ambiguity"]}
    translated = read(game, language)["ambiguity"]
    assert list(translated) == list(english)
    for name, told in translated.items():
        assert set(told) == {"question", "ruling"}
        assert told["question"] != english[name]["question"]
        for part, text in told.items():
            assert sorted(REFERENCE.findall(text)) == sorted(REFERENCE.findall(english[name][part])), name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_is_copied_from_english(game: str, language: str) -> None:
    english = {sentence for text in ledger(game).values() for sentence in sentences(text)}
    translated = read(game, language)["rule"]
    copied = {rule: said for rule, text in translated.items() for said in sentences(text) if said in english}
    assert {rule: said for rule, said in copied.items() if not is_names(said)} == {}


def is_names(sentence: str) -> bool:
    """Return whether a sentence only lists names, numbers and words of the interchange."""
    plain = re.sub(r"`[^`]+`|[A-ZÄÖÜØ][\wäöüø]*|[^\w\s]|\d", " ", sentence)
    return not plain.split()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_rule_refers_to_the_same_things_in_every_language(game: str, language: str) -> None:
    translated = read(game, language)["rule"]
    for rule, text in ledger(game).items():
        assert sorted(set(REFERENCE.findall(translated[rule]))) == sorted(set(REFERENCE.findall(text))), rule

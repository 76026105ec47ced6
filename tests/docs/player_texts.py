"""All texts for players in one language, by the name of the file and the key of the message."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kontor.core import registry
from tests.docs.pages import ROOT, name_of

WEB = ROOT / "web" / "src"
GAMES = ROOT / "src" / "kontor" / "games"
SITE_LABELS = ROOT / "docs_builder" / "labels.toml"
MAIL_TEXTS = ROOT / "src" / "kontor" / "server" / "notify" / "texts"
ENGLISH_PAGES = [ROOT / "README.md", *(ROOT / "docs" / page for page in ("tutorial.md", "how-to/terminal.md"))]
LEDGER_PARTS = ("section", "rule", "case", "difference", "ambiguity")
NO_TEXT = {"id", "section", "source", "see", "rules", "clauses", "switch", "editions", "boards", "modules"}
CODE = re.compile(r"^```.*?^```$|`[^`]*`|https?://\S+|<[^>]+>|\]\([^)]*\)", re.MULTILINE | re.DOTALL)
ARGUMENT = re.compile(r"\{\s*\w+\s*(?:,\s*\w+\s*,)?")  # of the ICU message format
SELECTOR = re.compile(r"\s*=?\w+\s*\{")


@dataclass(frozen=True)
class Text:
    """A text for players."""

    file: str
    key: str
    words: str
    game: str = ""

    @property
    def is_message(self) -> bool:
        """Whether the text is a message of the client."""
        return self.file.startswith("web/")


def plain(message: str) -> str:
    """Return a message as its words, with control characters for values and between forms."""
    return words_until(message, 0)[0]


def words_until(message: str, at: int) -> tuple[str, int]:
    """Return the words of a message from a place to the end of its form, and that end."""
    words = ""
    while at < len(message) and message[at] != "}":
        argument = ARGUMENT.match(message, at)
        if argument is None:
            words, at = words + message[at], at + 1
            continue
        at, forms = argument.end(), []
        while selector := SELECTOR.match(message, at):
            form, at = words_until(message, selector.end())
            forms.append(form)
        words, at = words + ("\1".join(forms) if forms else "\0"), message.index("}", at) + 1
    return words, at + 1


def strings(value: Any, key: str) -> Iterator[tuple[str, str]]:
    """Yield all texts of a part of a ledger, with the way to each."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, Mapping):
        for name, part in value.items():
            if key == "section" or name not in NO_TEXT:
                yield from strings(part, f"{key}.{value.get('id', '')}{name}")
    elif isinstance(value, list):
        for part in value:
            yield from strings(part, key)


def messages(language: str) -> Iterator[Text]:
    """Yield the messages of the client."""
    for file in sorted((WEB / "messages" / language).glob("*.json")):
        for key, words in json.loads(file.read_text(encoding="utf-8")).items():
            yield Text(name_of(file), key, plain(words))
    for file in sorted(WEB.glob(f"games/*/*/{language}.json")):
        for key, words in json.loads(file.read_text(encoding="utf-8")).items():
            yield Text(name_of(file), key, plain(words), file.parents[1].name)


def toml_texts(file: Path, parts: tuple[str, ...] | None = None) -> Iterator[Text]:
    """Yield the texts of a file of data, without code."""
    content = tomllib.loads(file.read_text(encoding="utf-8"))
    for part, value in content.items():
        if parts is None or part in parts:
            for key, words in strings(value, part):
                yield Text(name_of(file), key, CODE.sub("\0", words))


def program_texts() -> Iterator[Text]:
    """Yield what the terminal and the pages of analyses say, which is English."""
    for name in registry.names():
        presentation = registry.game_type(name).presentation
        clauses = {**presentation.event_clauses, **presentation.log_clauses}
        for key, words in clauses.items():
            yield Text(f"the clauses of {name}", key, plain(words))
    for page in ENGLISH_PAGES:
        yield Text(name_of(page), "", CODE.sub("\0", page.read_text(encoding="utf-8")))
    for file in sorted(GAMES.glob("*/data/reasons.toml")):
        yield from (Text(text.file, text.key, plain(text.words)) for text in toml_texts(file))


def texts(language: str) -> Iterator[Text]:
    """Yield all texts for players in a language."""
    yield from messages(language)
    yield from toml_texts(MAIL_TEXTS / f"{language}.toml")
    yield from toml_texts(SITE_LABELS, (language,))
    for file in sorted(GAMES.glob(f"*/data/ledger/{language}.toml")):
        yield from toml_texts(file, LEDGER_PARTS)
    if language == "en":
        yield from program_texts()

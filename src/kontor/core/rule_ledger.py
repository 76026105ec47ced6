"""Rule ledgers: the rules, cases, differences and open questions of a game as data, and their translations."""

from __future__ import annotations

import tomllib
from importlib.resources.abc import Traversable
from typing import Any

ENGLISH = "en"
SUFFIX = ".toml"

LedgerEntry = dict[str, Any]


def read_ledger(folder: Traversable, language: str = ENGLISH) -> LedgerEntry:
    """Return the ledger in a folder, or the translated texts of its entries in another language than English."""
    return tomllib.loads((folder / f"{language}{SUFFIX}").read_text(encoding="utf-8"))


def languages(folder: Traversable) -> list[str]:
    """Return the languages of a ledger, English first."""
    found = [item.name.removesuffix(SUFFIX) for item in folder.iterdir() if item.name.endswith(SUFFIX)]
    return sorted(found, key=lambda language: (language != ENGLISH, language))


class RuleLedger:
    """The ledger of a game in a language; what is not translated stays English."""

    def __init__(self, folder: Traversable, language: str = ENGLISH) -> None:
        self.content = read_ledger(folder)
        self.texts = read_ledger(folder, language) if language != ENGLISH else {}

    def entries(self, kind: str) -> list[LedgerEntry]:
        """Return the entries of a kind, such as `rule`, in the order of the ledger."""
        return [self._translated(entry, self.texts.get(kind, {})) for entry in self.content.get(kind, [])]

    def section(self, name: str) -> str:
        """Return the translated name of a section."""
        return str(self.texts.get("section", {}).get(name, name))

    def _translated(self, entry: LedgerEntry, texts: LedgerEntry) -> LedgerEntry:
        text = texts.get(entry["id"], {})
        section = {"section": self.section(entry["section"])} if "section" in entry else {}
        return {**entry, **section, **({"text": text} if isinstance(text, str) else text)}

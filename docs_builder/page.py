"""What all pages made of the rules ledger share."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from docs_builder.places import link_between, place_of_id
from docs_builder.prose import linked
from docs_builder.site import Site
from docs_builder.sources import line_anchor
from docs_builder.traces import Place, code_by_id, quotes_by_id

Entry = dict[str, Any]


@cache
def read_toml(path: Path) -> Entry:
    """The content of a file."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


class Page:
    """A page about the rules of a game in a language."""

    def __init__(self, site: Site, game: str, place: str, language: str = "en") -> None:
        self.site = site
        self.place = place
        self.language = language
        self.words: dict[str, str] = read_toml(Path(__file__).with_name("words.toml"))[language]
        self.ledger = read_toml(site.root / "docs" / "rules" / f"{game}.toml")

    def write(self) -> None:
        """Put the page on the site."""
        self.site.add(self.place, "\n\n".join(self.parts()) + "\n")

    def parts(self) -> Iterator[str]:
        """The paragraphs of the page."""
        raise NotImplementedError

    def told(self, text: str) -> str:
        """A text of the ledger, its ids led to their anchors."""
        return linked(text, self.link)

    def link(self, id: str) -> str:
        """The link to an id of the ledger."""
        return f"{link_between(self.place, place_of_id(id, self.language))}#{id}"

    def of(self, kind: str, section: str) -> list[Entry]:
        """The entries of a kind that stand in a section."""
        return [entry for entry in self.ledger[kind] if entry["section"] == section]

    def heading(self, id: str, title: str = "") -> str:
        """The heading of an entry, which is its anchor."""
        return f"### {id}{f' – {title}' if title else ''} {{ #{id} }}"

    def facts(self, facts: list[tuple[str, str]], id: str) -> str:
        """What is known of an entry, then its cases, its tests and its code."""
        cases = [case["id"] for case in self.ledger["case"] if id in case["rules"]]
        tests = [place for each in (id, *cases) for place in quotes_by_id(self.site.root).get(each, [])]
        known = [
            *((name, self.told(text)) for name, text in facts),
            (self.words["cases"], self.told(", ".join(cases))),
            (self.words["tests"], self.links(tests)),
            (self.words["code"], self.links(code_by_id(self.site.root).get(id, []))),
        ]
        lines = [f"**{name}:** {text}" for name, text in known if text]
        return "<br>\n".join(lines) + "\n{ .facts }" if lines else ""

    def links(self, places: list[Place]) -> str:
        """Links to tests or to code."""
        links = [f"[{e.words}]({self.site.link(self.place, e.path, line_anchor(e.line))})" for e in places]
        return " · ".join(dict.fromkeys(links))

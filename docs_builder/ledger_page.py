"""Base class of the pages that are generated from a rule ledger."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from docs_builder.games import Entry, games_with_rules, ledger_of, read_toml
from docs_builder.markdown import link_ids
from docs_builder.references import Reference, naming_code, quoting_tests
from docs_builder.site import Site
from docs_builder.source_page import line_anchor
from docs_builder.urls import path_of_id, relative_link


class LedgerPage:
    """A page about the rules of a game in a language."""

    def __init__(self, site: Site, game: str, path: str, language: str = "en") -> None:
        self.site = site
        self.path = path
        self.language = language
        self.labels: dict[str, str] = read_toml(Path(__file__).with_name("labels.toml"))[language]
        self.ledger = ledger_of(game)
        self.edition_titles = games_with_rules()[game].edition_titles

    def write(self) -> None:
        """Add the page to the site."""
        self.site.add(self.path, "\n\n".join(self.parts()) + "\n")

    def parts(self) -> Iterator[str]:
        """Yield the paragraphs of the page."""
        raise NotImplementedError

    def linked(self, text: str) -> str:
        """Return a text of the ledger with its ids linked."""
        return link_ids(text, self.link)

    def link(self, id: str) -> str:
        """Return the link to an id of the ledger."""
        return f"{relative_link(self.path, path_of_id(id, self.language))}#{id}"

    def entries(self, kind: str, section: str) -> list[Entry]:
        """Return the entries of a kind in a section."""
        return [entry for entry in self.ledger[kind] if entry["section"] == section]

    def heading(self, id: str, title: str = "") -> str:
        """Return the heading of an entry, which is its anchor."""
        return f"### {id}{f' – {title}' if title else ''} {{ #{id} }}"

    def facts(self, facts: list[tuple[str, str]], id: str) -> str:
        """Return facts about an entry, then its cases, its tests and its code."""
        cases = [case["id"] for case in self.ledger["case"] if id in case["rules"]]
        tests = [reference for each in (id, *cases) for reference in quoting_tests(self.site.root).get(each, [])]
        known = [
            *((name, self.linked(text)) for name, text in facts),
            (self.labels["cases"], self.linked(", ".join(cases))),
            (self.labels["tests"], self.links(tests)),
            (self.labels["code"], self.links(naming_code(self.site.root).get(id, []))),
        ]
        lines = [f"**{name}:** {text}" for name, text in known if text]
        return "<br>\n".join(lines) + "\n{ .facts }" if lines else ""

    def links(self, references: list[Reference]) -> str:
        """Return links to tests or to code."""
        links = [f"[{e.title}]({self.site.link(self.path, e.path, line_anchor(e.line))})" for e in references]
        return " · ".join(dict.fromkeys(links))

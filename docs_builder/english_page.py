"""The English rule page of a game: the rules, and everything else of its ledger for readers."""

from __future__ import annotations

from collections.abc import Iterator

from docs_builder.games import Entry
from docs_builder.markdown import markdown, table
from docs_builder.rules_page import RulesPage
from docs_builder.site import Site

OTHER_SECTIONS = ("Preamble", "Conventions", "1 Vocabulary", "2.", "11 Amb", "12 Conf", "13 Not", "19 Out")


class EnglishRulesPage(RulesPage):
    """Rules with notes and tables, differences between editions, switches, open questions and sources."""

    question_parts = ("question", "evidence", "ruling")

    def __init__(self, site: Site, game: str) -> None:
        super().__init__(site, game, "en")

    def translation(self, game: str) -> Entry:
        """Return no translation, because the ledger is written in English."""
        return {"section": {}, "rule": {}, "difference": {}, "ambiguity": {}}

    def parts(self) -> Iterator[str]:
        """Yield all parts, the rules in the middle."""
        yield from (part for part in super().parts() if part)
        yield from self.box()
        yield f"## {self.labels['sources']}"
        yield "\n".join(f"- **{entry['id']}** – {entry['text']}" for entry in self.ledger["source"])

    def vocabulary(self) -> Iterator[str]:
        """Yield the terms with their meanings, if the ledger has them."""
        if "meaning" in self.ledger["term"][0]:
            yield f"## {self.labels['vocabulary']}"
            yield table(("", ""), [(each["term"], self.linked(each["meaning"])) for each in self.ledger["term"]])
        yield from super().vocabulary()

    def sections(self) -> Iterator[str]:
        """Yield the sections in the order of their numbers, with their notes and tables."""
        for name in self.section_names("rule", "note", "table"):
            if not name.startswith(OTHER_SECTIONS):
                yield f"## {name}"
                yield from (markdown(self.linked(note["text"])) for note in self.entries("note", name))
                yield from (self.table(entry) for entry in self.entries("table", name))
                yield from (self.rule(rule) for rule in self.entries("rule", name))

    def table(self, entry: Entry) -> str:
        """Return a table that belongs to no single rule."""
        return table(entry["head"], [[self.linked(cell) for cell in row] for row in entry["rows"]])

    def box(self) -> Iterator[str]:
        """Yield boards and modules."""
        if "board" in self.ledger:
            yield from (f"## {self.labels['boards']}", self.edition_table("board"))
            yield from (f"## {self.labels['modules']}", self.edition_table("module"))

    def edition_table(self, kind: str) -> str:
        """Return what each edition has of something."""
        head = ("", *(self.edition(key) for key in self.edition_keys))
        rows = [[f"`{e['id']}`", *(self.linked(e.get(k, "–")) for k in self.edition_keys)] for e in self.ledger[kind]]
        return table(head, rows)

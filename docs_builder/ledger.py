"""The English page of a game: the rules, and all else that its ledger holds for readers."""

from __future__ import annotations

from collections.abc import Iterator

from docs_builder.page import Entry
from docs_builder.prose import prose, table
from docs_builder.rules import EDITIONS, RulesPage
from docs_builder.site import Site

ELSEWHERE = ("Preamble", "Conventions", "1 Vocabulary", "2.", "11 Amb", "12 Conf", "13 Not", "19 Out")


class LedgerPage(RulesPage):
    """Rules with remarks and tables, what the editions differ in, switches, open questions and sources."""

    answer = ("question", "evidence", "ruling")

    def __init__(self, site: Site, game: str) -> None:
        super().__init__(site, game, "en")

    def translation(self, game: str) -> Entry:
        """Nothing: the ledger is written in English."""
        return {"section": {}, "rule": {}, "difference": {}, "ambiguity": {}}

    def parts(self) -> Iterator[str]:
        """Everything, the rules in the middle."""
        yield from (part for part in super().parts() if part)
        yield from self.box()
        yield f"## {self.words['sources']}"
        yield "\n".join(f"- **{entry['id']}** – {entry['text']}" for entry in self.ledger["source"])

    def vocabulary(self) -> Iterator[str]:
        """The terms with their meanings, where the ledger tells them."""
        if "meaning" in self.ledger["term"][0]:
            yield f"## {self.words['vocabulary']}"
            yield table(("", ""), [(each["term"], self.told(each["meaning"])) for each in self.ledger["term"]])
        yield from super().vocabulary()

    def sections(self) -> Iterator[str]:
        """The sections, in the order of their numbers, with their remarks and tables."""
        for name in self.section_names("rule", "note", "table"):
            if not name.startswith(ELSEWHERE):
                yield f"## {name}"
                yield from (prose(self.told(note["text"])) for note in self.of("note", name))
                yield from (self.table(entry) for entry in self.of("table", name))
                yield from (self.rule(rule) for rule in self.of("rule", name))

    def table(self, entry: Entry) -> str:
        """A table that belongs to no single rule."""
        return table(entry["head"], [[self.told(cell) for cell in row] for row in entry["rows"]])

    def box(self) -> Iterator[str]:
        """Boards and modules."""
        if "board" in self.ledger:
            yield from (f"## {self.words['boards']}", self.edition_table("board"))
            yield from (f"## {self.words['modules']}", self.edition_table("module"))

    def edition_table(self, kind: str) -> str:
        """What each edition has of something."""
        head = ("", *(self.edition(key) for key in EDITIONS))
        rows = [[f"`{e['id']}`", *(self.told(e.get(k, "–")) for k in EDITIONS)] for e in self.ledger[kind]]
        return table(head, rows)

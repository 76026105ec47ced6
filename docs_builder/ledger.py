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

    def __init__(self, site: Site, game: str) -> None:
        super().__init__(site, game, "en")

    def translation(self, game: str) -> Entry:
        """Nothing: the ledger is written in English."""
        return {"section": {}, "rule": {}, "difference": {}}

    def parts(self) -> Iterator[str]:
        """Everything, the rules in the middle."""
        yield from (part for part in super().parts() if part)
        yield from self.box()
        yield from self.questions()
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
        """Boards, modules and switches."""
        if "board" in self.ledger:
            yield from (f"## {self.words['boards']}", self.edition_table("board"))
            yield from (f"## {self.words['modules']}", self.edition_table("module"))
        yield f"## {self.words['switches']}"
        head = (self.words["switch"], self.words["values"], self.words["default"], self.words["see"])
        yield table(head, [self.switch_row(entry) for entry in self.ledger["switch"]])

    def edition_table(self, kind: str) -> str:
        """What each edition has of something."""
        head = ("", *(self.edition(key) for key in EDITIONS))
        rows = [[f"`{e['id']}`", *(self.told(e.get(k, "–")) for k in EDITIONS)] for e in self.ledger[kind]]
        return table(head, rows)

    def switch_row(self, entry: Entry) -> list[str]:
        """A switch: its name, values, defaults and reasons."""
        defaults = [f"{self.edition(key)}: `{value_word(entry[key])}`" for key in EDITIONS if key in entry]
        defaults += [f"`{value_word(entry['default'])}`"] if "default" in entry else []
        for each in entry.get("exception", []):
            place = f"{self.words[each['edition']]}, {', '.join(each['boards'])}"
            defaults.append(f"{place}: `{value_word(each['value'])}`")
        values = ", ".join(f"`{value_word(value)}`" for value in entry["values"])
        return [f"`{entry['name']}`", values, "; ".join(defaults), self.told(", ".join(entry.get("see", [])))]

    def questions(self) -> Iterator[str]:
        """What the rulebooks leave open, and how we answer."""
        yield f"## {self.words['questions']}"
        for entry in self.ledger["ambiguity"]:
            yield self.heading(entry["id"])
            for name in ("question", "evidence", "ruling"):
                yield f"**{self.words[name]}:** {self.told(entry[name])}"
            switch = f"`{entry['switch']}`" if entry.get("switch") else ""
            yield self.facts([(self.words["switch"], switch)], entry["id"])


def value_word(value: object) -> str:
    """A value of a switch as one writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)

"""The rules of a game as a page: every rule with its id, its text, and where it is tested and carried out."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from docs_builder.places import link_between, place_of_id, place_of_rules
from docs_builder.prose import linked, prose, table
from docs_builder.site import Site
from docs_builder.sources import line_anchor
from docs_builder.traces import Place, code_by_id, tests_by_id

EDITIONS = ("first", "second", "big_box")
OWN_PLACE = ("Preamble", "Conventions", "1 ", "2.", "11 ", "12 Conformance", "13 ", "14 ", "15 ", "19 ")

Entry = dict[str, Any]


@cache
def words_of(language: str) -> dict[str, str]:
    """The words around the rules in a language."""
    content = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
    words: dict[str, str] = content[language]
    return words


@cache
def ledger_of(root: Path, game: str) -> Entry:
    """The ledger of a game."""
    return tomllib.loads((root / "docs" / "rules" / f"{game}.toml").read_text(encoding="utf-8"))


class RulesPage:
    """The rules of a game in a language."""

    def __init__(self, site: Site, game: str, language: str) -> None:
        self.site = site
        self.place = place_of_rules(game, language)
        self.language = language
        self.words = words_of(language)
        self.ledger = ledger_of(site.root, game)

    def write(self) -> None:
        """Put the page on the site."""
        words = self.words
        head = [f"# {words['title'].format(title=self.ledger['title'])}", words["unofficial"], words["reading"]]
        parts = [*head, *self.what_is_in_the_box(), *self.sections(), *self.questions(), *self.sources()]
        self.site.add(self.place, "\n\n".join(parts) + "\n")

    def told(self, text: str) -> str:
        """A text of the ledger, its ids led to their anchors."""
        return linked(text, self.link)

    def link(self, id: str) -> str:
        """The link to an id of the ledger."""
        return f"{link_between(self.place, place_of_id(id, self.language))}#{id}"

    def what_is_in_the_box(self) -> Iterator[str]:
        """Vocabulary, boards, modules, differences and switches."""
        yield from (f"## {self.words['vocabulary']}", self.vocabulary())
        if "board" in self.ledger:
            yield from (f"## {self.words['boards']}", self.edition_table("board", self.words["board"]))
            yield from (f"## {self.words['modules']}", self.edition_table("module", self.words["module"]))
        if "difference" in self.ledger:
            yield f"## {self.words['differences']}"
            yield from (self.difference(entry) for entry in self.ledger["difference"])
        yield from (f"## {self.words['switches']}", self.switches())

    def vocabulary(self) -> str:
        """The terms, in the languages in which the ledger has them."""
        terms = self.ledger["term"]
        if "meaning" in terms[0]:
            rows = [(each["term"], self.told(each["meaning"])) for each in terms]
            return table((self.words["term"], self.words["meaning"]), rows)
        head = (self.words["term"], "Deutsch", "Français", "English (other)")
        return table(head, [[each.get(key, "–") for key in ("term", "german", "french", "other")] for each in terms])

    def edition_table(self, kind: str, name: str) -> str:
        """What each edition has of something."""
        head = (name, *(self.words[edition.replace("_", "-")] for edition in EDITIONS))
        rows = [[f"`{e['id']}`", *(self.told(e.get(k, "–")) for k in EDITIONS)] for e in self.ledger[kind]]
        return table(head, rows)

    def difference(self, entry: Entry) -> str:
        """One point in which editions differ."""
        head = [self.words[edition.replace("_", "-")] for edition in EDITIONS]
        row = [self.told(entry[edition]) for edition in EDITIONS]
        text = f"{self.heading(entry['id'], entry['topic'])}\n\n{table(head, [row])}"
        return f"{text}\n\n{self.facts([(self.words['source'], entry['source'])], entry['id'])}"

    def switches(self) -> str:
        """Every switch with its values and its defaults."""
        head = (self.words["switch"], self.words["values"], self.words["default"], self.words["see"])
        return table(head, [self.switch_row(entry) for entry in self.ledger["switch"]])

    def switch_row(self, entry: Entry) -> list[str]:
        """A switch: its name, values, defaults and reasons."""
        chosen = [(self.words[key.replace("_", "-")], entry[key]) for key in EDITIONS if key in entry]
        defaults = [f"{edition}: `{value_word(value)}`" for edition, value in chosen]
        defaults += [f"`{value_word(entry['default'])}`"] if "default" in entry else []
        for each in entry.get("exception", []):
            boards = ", ".join(each["boards"])
            defaults.append(f"{self.words[each['edition']]}, {boards}: `{value_word(each['value'])}`")
        values = ", ".join(f"`{value_word(value)}`" for value in entry["values"])
        return [f"`{entry['name']}`", values, "; ".join(defaults), self.told(", ".join(entry.get("see", [])))]

    def sections(self) -> Iterator[str]:
        """The sections of the rules, in the order of their numbers."""
        names = {e["section"] for kind in ("rule", "note", "table") for e in self.ledger[kind]}
        for name in sorted(names, key=number_of):
            if not name.startswith(OWN_PLACE) or self.of("rule", name):
                yield from self.section(name)

    def of(self, kind: str, section: str) -> list[Entry]:
        """The entries of a kind that stand in a section."""
        return [entry for entry in self.ledger[kind] if entry["section"] == section]

    def section(self, name: str) -> Iterator[str]:
        """A section: its remarks, its tables and its rules."""
        yield f"## {name}"
        yield from (prose(self.told(note["text"])) for note in self.of("note", name))
        for entry in self.of("table", name):
            yield table(entry["head"], [[self.told(cell) for cell in row] for row in entry["rows"]])
        yield from (self.rule(rule) for rule in self.of("rule", name))

    def rule(self, rule: Entry) -> str:
        """A rule with its text and everything that is known of it."""
        words = self.words
        facts = [
            (words["only"], self.limits(rule)),
            (words["source"], ", ".join(rule["source"])),
            (words["see"], ", ".join(rule.get("see", []))),
        ]
        return f"{self.heading(rule['id'])}\n\n{prose(self.told(rule['text']))}\n\n{self.facts(facts, rule['id'])}"

    def limits(self, rule: Entry) -> str:
        """Where a rule holds, if not everywhere."""
        editions: Sequence[str] = rule.get("editions", [])
        limits = [self.words[edition] for edition in editions] if editions != self.ledger.get("editions", []) else []
        limits += [f"`{each}`" for key in ("boards", "modules") for each in rule.get(key, [])]
        return ", ".join(limits)

    def facts(self, facts: list[tuple[str, str]], id: str) -> str:
        """What is known of an entry, then its cases, tests and code."""
        cases = [case["id"] for case in self.ledger["case"] if id in case["rules"]]
        tests = [place for each in (id, *cases) for place in tests_by_id(self.site.root).get(each, [])]
        lines = [f"**{name}:** {self.told(text)}" for name, text in facts if text]
        lines += [f"**{self.words['cases']}:** {self.told(', '.join(cases))}"] if cases else []
        lines += self.places(self.words["tests"], tests)
        lines += self.places(self.words["code"], code_by_id(self.site.root).get(id, []))
        return "<br>\n".join(lines) + "\n{ .facts }"

    def places(self, name: str, places: list[Place]) -> list[str]:
        """Links to tests or to code."""
        links = [
            f"[{each.words}]({self.site.link(self.place, each.path, line_anchor(each.line))})" for each in places
        ]
        return [f"**{name}:** {' · '.join(dict.fromkeys(links))}"] if links else []

    def heading(self, id: str, title: str = "") -> str:
        """The heading of an entry, which is its anchor."""
        return f"### {id}{f' – {title}' if title else ''} {{ #{id} }}"

    def questions(self) -> Iterator[str]:
        """What the rulebooks leave open, and how we answer."""
        yield f"## {self.words['questions']}"
        for entry in self.ledger["ambiguity"]:
            names = ("question", "evidence", "ruling")
            texts = [f"**{self.words[name]}:** {self.told(entry[name])}" for name in names]
            switch = f"`{entry['switch']}`" if entry.get("switch") else ""
            yield "\n\n".join(
                [self.heading(entry["id"]), *texts, self.facts([(self.words["switch"], switch)], entry["id"])]
            )

    def sources(self) -> Iterator[str]:
        """What the words behind a rule stand for."""
        yield f"## {self.words['sources']}"
        yield "\n".join(f"- **{entry['id']}** – {entry['text']}" for entry in self.ledger["source"])


def value_word(value: object) -> str:
    """A value of a switch as one writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def number_of(section: str) -> tuple[list[int], str]:
    """What sections are ordered by: the numbers they begin with, then their words."""
    found = re.match(r"[\d.]*", section)
    return [int(part) for part in (found[0] if found else "").split(".") if part], section

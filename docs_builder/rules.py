"""The rules of a game as a page: every rule with its id, its text, and where it is tested and carried out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from docs_builder.page import Entry, Page, read_toml
from docs_builder.places import link_between, place_of_rules
from docs_builder.prose import prose, table
from docs_builder.site import Site

EDITIONS = ("first", "second", "big_box")


class RulesPage(Page):
    """The rules in the language of a translation; what is not translated is on the English page."""

    answer: tuple[str, ...] = ("question", "ruling")  # what is told of an open question

    def __init__(self, site: Site, game: str, language: str) -> None:
        super().__init__(site, game, place_of_rules(game, language), language)
        self.english = place_of_rules(game, "en")
        self.texts = self.translation(game)

    def translation(self, game: str) -> Entry:
        """The names of sections, the texts of rules, what editions differ in, and open questions."""
        return read_toml(self.site.root / "docs" / "rules" / self.language / f"{game}.toml")

    def parts(self) -> Iterator[str]:
        """Vocabulary, rules, what editions differ in, switches, and what the rulebooks leave open."""
        words = self.words
        yield f"# {words['title'].format(title=self.ledger['title'])}"
        yield f"{words['unofficial']} {words['reading']}"
        yield words["english_only"].format(page=link_between(self.place, self.english))
        yield from self.vocabulary()
        yield from self.sections()
        yield from self.differences()
        yield from self.switches()
        yield from self.questions()

    def vocabulary(self) -> Iterator[str]:
        """The terms, in the languages in which the ledger has them."""
        languages = ("term", "german", "french", "other")
        if "german" in self.ledger["term"][0]:
            yield f"## {self.words['vocabulary']}"
            rows = [[each.get(key, "–") for key in languages] for each in self.ledger["term"]]
            yield table(("English", "Deutsch", "Français", self.words["other"]), rows)

    def sections(self) -> Iterator[str]:
        """The sections that have rules, in the order of their numbers."""
        for name in self.section_names("rule"):
            yield f"## {self.texts['section'].get(name, name)}"
            yield from (self.rule(rule) for rule in self.of("rule", name))

    def section_names(self, *kinds: str) -> list[str]:
        """The sections of some kinds of entries by their numbers, those of one number as the ledger has them."""
        names = dict.fromkeys(entry["section"] for kind in kinds for entry in self.ledger[kind])
        return sorted(names, key=number_of)

    def rule(self, rule: Entry) -> str:
        """A rule with its text and everything that is known of it."""
        facts = [
            (self.words["only"], self.limits(rule)),
            (self.words["source"], ", ".join(rule["source"])),
            (self.words["see"], ", ".join(rule.get("see", []))),
        ]
        text = self.texts["rule"].get(rule["id"]) or str(rule["text"])
        return "\n\n".join([self.heading(rule["id"]), prose(self.told(text)), self.facts(facts, rule["id"])])

    def limits(self, rule: Entry) -> str:
        """Where a rule holds, if not everywhere."""
        editions: Sequence[str] = rule.get("editions", [])
        limits = [self.words[edition] for edition in editions] if editions != self.ledger.get("editions", []) else []
        limits += [f"`{each}`" for key in ("boards", "modules") for each in rule.get(key, [])]
        return ", ".join(limits)

    def differences(self) -> Iterator[str]:
        """The points in which editions differ, if there are several."""
        if "difference" in self.ledger:
            yield f"## {self.words['differences']}"
            yield from (self.difference(entry) for entry in self.ledger["difference"])

    def difference(self, entry: Entry) -> str:
        """One point in which editions differ."""
        told = {**entry, **self.texts["difference"].get(entry["id"], {})}
        compared = table([self.edition(key) for key in EDITIONS], [[self.told(told[key]) for key in EDITIONS]])
        facts = self.facts([(self.words["source"], entry["source"])], entry["id"])
        return "\n\n".join([self.heading(entry["id"], told["topic"]), compared, facts])

    def switches(self) -> Iterator[str]:
        """By what names the readings of a rule are chosen."""
        yield f"## {self.words['switches']}"
        head = (self.words["switch"], self.words["values"], self.words["default"], self.words["see"])
        yield table(head, [self.switch_row(entry) for entry in self.ledger["switch"]])

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
            told = {**entry, **self.texts["ambiguity"].get(entry["id"], {})}
            yield self.heading(entry["id"])
            yield from (f"**{self.words[name]}:** {self.told(told[name])}" for name in self.answer)
            switch = f"`{entry['switch']}`" if entry.get("switch") else ""
            yield self.facts([(self.words["switch"], switch)], entry["id"])

    def edition(self, key: str) -> str:
        """The name of an edition."""
        return self.words[key.replace("_", "-")]


def value_word(value: object) -> str:
    """A value of a switch as one writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def number_of(section: str) -> list[int]:
    """What sections are ordered by: the numbers they begin with."""
    found = re.match(r"[\d.]*", section)
    return [int(part) for part in (found[0] if found else "").split(".") if part]

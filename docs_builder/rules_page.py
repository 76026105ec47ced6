"""The rule page of a game: every rule with its id, its text, its tests and its code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from docs_builder.games import Entry, ledger_of
from docs_builder.ledger_page import LedgerPage
from docs_builder.markdown import markdown, table
from docs_builder.site import Site
from docs_builder.urls import relative_link, rules_path


class RulesPage(LedgerPage):
    """The rules in a translation; what is not translated is on the English page."""

    question_parts: tuple[str, ...] = ("question", "ruling")  # the parts of an open question that are shown

    def __init__(self, site: Site, game: str, language: str) -> None:
        super().__init__(site, game, rules_path(game, language), language)
        self.english_path = rules_path(game, "en")
        self.translated = self.translation(game)

    def translation(self, game: str) -> Entry:
        """Return translated sections, rules, differences and open questions."""
        return ledger_of(game, self.language)

    def parts(self) -> Iterator[str]:
        """Yield vocabulary, rules, differences, switches and open questions."""
        labels = self.labels
        yield f"# {labels['title'].format(title=self.ledger['title'])}"
        yield f"{labels['unofficial']} {labels['introduction']}"
        yield labels["english_only"].format(page=relative_link(self.path, self.english_path))
        yield from self.vocabulary()
        yield from self.sections()
        yield from self.differences()
        yield from self.switches()
        yield from self.questions()

    def vocabulary(self) -> Iterator[str]:
        """Yield the terms in the languages of the ledger."""
        languages = ("term", "german", "french", "other")
        if "german" in self.ledger["term"][0]:
            yield f"## {self.labels['vocabulary']}"
            rows = [[each.get(key, "–") for key in languages] for each in self.ledger["term"]]
            yield table(("English", "Deutsch", "Français", self.labels["other"]), rows)

    def sections(self) -> Iterator[str]:
        """Yield the sections that have rules, in the order of their numbers."""
        for name in self.section_names("rule"):
            yield f"## {self.translated['section'].get(name, name)}"
            yield from (self.rule(rule) for rule in self.entries("rule", name))

    def section_names(self, *kinds: str) -> list[str]:
        """Return the sections of some kinds of entries, sorted by their numbers."""
        names = dict.fromkeys(entry["section"] for kind in kinds for entry in self.ledger[kind])
        return sorted(names, key=section_number)

    def rule(self, rule: Entry) -> str:
        """Return a rule with its text and facts."""
        facts = [
            (self.labels["only"], self.limits(rule)),
            (self.labels["source"], ", ".join(rule["source"])),
            (self.labels["see"], ", ".join(rule.get("see", []))),
        ]
        text = self.translated["rule"].get(rule["id"]) or str(rule["text"])
        return "\n\n".join([self.heading(rule["id"]), markdown(self.linked(text)), self.facts(facts, rule["id"])])

    def limits(self, rule: Entry) -> str:
        """Return where a rule applies, if not everywhere."""
        editions: Sequence[str] = rule.get("editions", [])
        is_limited = editions != self.ledger.get("editions", [])
        limits = [self.edition_titles[edition] for edition in editions] if is_limited else []
        limits += [f"`{each}`" for key in ("boards", "modules") for each in rule.get(key, [])]
        return ", ".join(limits)

    def differences(self) -> Iterator[str]:
        """Yield the differences between editions, if there are several."""
        if "difference" in self.ledger:
            yield f"## {self.labels['differences']}"
            yield from (self.difference(entry) for entry in self.ledger["difference"])

    def difference(self, entry: Entry) -> str:
        """Return one difference between editions."""
        texts = {**entry, **self.translated["difference"].get(entry["id"], {})}
        comparison = table(
            [self.edition(key) for key in self.edition_keys], [[self.linked(texts[key]) for key in self.edition_keys]]
        )
        facts = self.facts([(self.labels["source"], entry["source"])], entry["id"])
        return "\n\n".join([self.heading(entry["id"], texts["topic"]), comparison, facts])

    def switches(self) -> Iterator[str]:
        """Yield the table of switches."""
        yield f"## {self.labels['switches']}"
        head = (self.labels["switch"], self.labels["values"], self.labels["default"], self.labels["see"])
        yield table(head, [self.switch_row(entry) for entry in self.ledger["switch"]])

    def switch_row(self, entry: Entry) -> list[str]:
        """Return a switch: its name, values, defaults and reasons."""
        defaults = [f"{self.edition(key)}: `{switch_value(entry[key])}`" for key in self.edition_keys if key in entry]
        defaults += [f"`{switch_value(entry['default'])}`"] if "default" in entry else []
        for each in entry.get("exception", []):
            place = f"{self.edition_titles[each['edition']]}, {', '.join(each['boards'])}"
            defaults.append(f"{place}: `{switch_value(each['value'])}`")
        values = ", ".join(f"`{switch_value(value)}`" for value in entry["values"])
        return [f"`{entry['name']}`", values, "; ".join(defaults), self.linked(", ".join(entry.get("see", [])))]

    def questions(self) -> Iterator[str]:
        """Yield the open questions of the rulebooks with our rulings."""
        yield f"## {self.labels['questions']}"
        for entry in self.ledger["ambiguity"]:
            texts = {**entry, **self.translated["ambiguity"].get(entry["id"], {})}
            yield self.heading(entry["id"])
            yield from (f"**{self.labels[name]}:** {self.linked(texts[name])}" for name in self.question_parts)
            switch = f"`{entry['switch']}`" if entry.get("switch") else ""
            yield self.facts([(self.labels["switch"], switch)], entry["id"])

    @property
    def edition_keys(self) -> list[str]:
        """The fields of ledger entries that hold a value for each edition."""
        return [edition.replace("-", "_") for edition in self.ledger.get("editions", [])]

    def edition(self, key: str) -> str:
        """Return the title of an edition."""
        return self.edition_titles[key.replace("_", "-")]


def switch_value(value: object) -> str:
    """Return a value of a switch as text."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def section_number(section: str) -> list[int]:
    """Return the numbers at the beginning of a section name, by which sections are sorted."""
    found = re.match(r"[\d.]*", section)
    return [int(part) for part in (found[0] if found else "").split(".") if part]

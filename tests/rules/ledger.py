"""Typed access to the rules ledgers of the games."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
GAMES_FOLDER = ROOT / "src" / "kontor" / "games"
UNTESTED = ROOT / "docs" / "rules" / "untested.toml"
GAMES = ("teutonica", "hansa")

Entry = dict[str, Any]
Value = str | bool


@dataclass(frozen=True)
class Rule:
    """A rule and where it applies; empty boards or modules mean everywhere."""

    id: str
    section: str
    text: str
    source: tuple[str, ...]
    editions: tuple[str, ...] = ()
    boards: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    see: tuple[str, ...] = ()


@dataclass(frozen=True)
class Case:
    """A conformance case: given, when and then, or a single text."""

    id: str
    section: str
    rules: tuple[str, ...]
    given: str = ""
    when: str = ""
    then: str = ""
    title: str = ""
    text: str = ""
    clauses: tuple[str, ...] = ()
    remark: str = ""


@dataclass(frozen=True)
class Difference:
    """A difference between the editions."""

    id: str
    topic: str
    first: str
    second: str
    big_box: str
    source: str


@dataclass(frozen=True)
class Ambiguity:
    """An open question of the rulebooks and our answer."""

    id: str
    question: str
    evidence: str
    ruling: str
    switch: str = ""


@dataclass(frozen=True)
class SwitchException:
    """Boards on which an edition has another default."""

    edition: str
    boards: tuple[str, ...]
    value: Value


@dataclass(frozen=True)
class Switch:
    """A switch; `None` means that an edition does not have it."""

    name: str
    values: tuple[Value, ...]
    see: tuple[str, ...]
    first: Value | None = None
    second: Value | None = None
    big_box: Value | None = None
    default: Value | None = None
    modules: tuple[str, ...] = ()
    exception: tuple[SwitchException, ...] = ()

    def chosen(self) -> Iterator[Value]:
        """Yield every default of the switch."""
        defaults = (self.first, self.second, self.big_box, self.default)
        yield from (value for value in defaults if value is not None)
        yield from (exception.value for exception in self.exception)


@dataclass(frozen=True)
class Table:
    """A table of the specification that belongs to no single rule."""

    section: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Ledger:
    """Content of one game's ledger, in the order of the file."""

    game: str
    editions: tuple[str, ...]
    sources: tuple[str, ...]
    boards: tuple[str, ...]
    modules: tuple[str, ...]
    terms: tuple[str, ...]
    rules: tuple[Rule, ...]
    cases: tuple[Case, ...]
    differences: tuple[Difference, ...]
    ambiguities: tuple[Ambiguity, ...]
    switches: tuple[Switch, ...]
    tables: tuple[Table, ...]
    texts: tuple[str, ...]

    def rule(self, id: str) -> Rule:
        """Return the rule of that id."""
        return next(rule for rule in self.rules if rule.id == id)

    def case(self, id: str) -> Case:
        """Return the case of that id."""
        return next(case for case in self.cases if case.id == id)

    def switch(self, name: str) -> Switch:
        """Return the switch of that name."""
        return next(switch for switch in self.switches if switch.name == name)

    def ids(self) -> tuple[str, ...]:
        """Return every id a test may quote."""
        differences = tuple(difference.id for difference in self.differences)
        return (*self.owed(), *differences, *(ambiguity.id for ambiguity in self.ambiguities))

    def owed(self) -> tuple[str, ...]:
        """Return the ids that need a test or a reason: all rules and cases."""
        return (*(rule.id for rule in self.rules), *(case.id for case in self.cases))


@dataclass(frozen=True)
class Reason:
    """The reason why an id of the ledger has no test."""

    id: str
    why: str


@cache
def load(game: str) -> Ledger:
    """Return the ledger of a game."""
    page = _read(GAMES_FOLDER / game / "data" / "ledger" / "en.toml")
    return Ledger(
        game=page["game"],
        editions=tuple(page.get("editions", ())),
        sources=_column(page, "source", "id"),
        boards=_column(page, "board", "id"),
        modules=_column(page, "module", "id"),
        terms=_column(page, "term", "term"),
        rules=tuple(Rule(**entry) for entry in _entries(page, "rule")),
        cases=tuple(Case(**entry) for entry in _entries(page, "case")),
        differences=tuple(Difference(**entry) for entry in _entries(page, "difference")),
        ambiguities=tuple(Ambiguity(**entry) for entry in _entries(page, "ambiguity")),
        switches=tuple(_switch(entry) for entry in _entries(page, "switch")),
        tables=tuple(_table(entry) for entry in _entries(page, "table")),
        texts=tuple(_strings(page)),
    )


@cache
def reasons() -> tuple[Reason, ...]:
    """Return the reasons why some ids have no test."""
    return tuple(Reason(**entry) for entry in _entries(_read(UNTESTED), "reason"))


def _read(path: Path) -> Entry:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _column(page: Entry, name: str, key: str) -> tuple[str, ...]:
    return tuple(entry[key] for entry in page.get(name, ()))


def _entries(page: Entry, name: str) -> Iterator[Entry]:
    """Yield the entries of one section, with lists as tuples."""
    return (_frozen(entry) for entry in page.get(name, ()))


def _frozen(entry: Entry) -> Entry:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}


def _switch(entry: Entry) -> Switch:
    exceptions = tuple(SwitchException(**_frozen(item)) for item in entry.pop("exception", ()))
    return Switch(**entry, exception=exceptions)


def _table(entry: Entry) -> Table:
    return Table(entry["section"], entry["head"], tuple(tuple(row) for row in entry["rows"]))


def _strings(value: object) -> Iterator[str]:
    """Yield every string below a value, at any depth."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)

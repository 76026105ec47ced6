"""`kontor rules`: explain a rule, or search the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import fill, shorten
from typing import Any

import click

from kontor.cli.completions import complete_game, complete_language, complete_rule
from kontor.cli.errors import CheckFailed, InvalidInput
from kontor.cli.input_files import example, json_option
from kontor.cli.output import name_value_lines, print_json, text_width
from kontor.core import registry
from kontor.core.presentation import Presentation
from kontor.core.rule_ledger import ENGLISH, LedgerEntry, RuleLedger, languages
from kontor.core.search_text import search_text
from kontor.core.suggestions import GERMAN, did_you_mean

KINDS = {"rule": "rule", "difference": "difference between editions", "ambiguity": "open question", "case": "case"}
TITLES = ("topic", "title")
PARTS = ("text", "question", "evidence", "ruling", "given", "when", "then", "remark")
LISTS = ("source", "boards", "modules", "switch", "rules", "clauses", "see")


@dataclass(frozen=True)
class FoundEntry:
    """An entry of the ledger of a game, with the ids of the cases about it."""

    game: str
    kind: str
    content: LedgerEntry
    cases: list[str]

    @property
    def id(self) -> str:
        """The id of the entry."""
        return str(self.content["id"])

    @property
    def searched(self) -> str:
        """Everything in the entry that a search reads, with umlauts as one letter and as two."""
        words = " ".join(str(value) for value in self.content.values()).casefold()
        return f"{search_text(words)} {search_text(words.translate(GERMAN))}"

    def json(self) -> dict[str, Any]:
        """Return the entry as data."""
        return {"game": self.game, "kind": self.kind, **self.content, "cases": self.cases}


@click.command("rules", epilog=example("kontor rules --game GAME end score"))
@click.argument("words", metavar="[ID|TEXT]...", nargs=-1, shell_complete=complete_rule)
@click.option("--game", shell_complete=complete_game, help="Search the rules of one game only.")
@click.option(
    "--language",
    shell_complete=complete_language,
    default=ENGLISH,
    show_default=True,
    help="The language of the rules.",
)
@json_option
def command(words: tuple[str, ...], game: str | None, language: str, as_json: bool) -> None:
    """Explain a rule by its id, or search the rules for words.

    An entry has its text, its sources, the editions it applies to, and the cases that show it. A search ignores case
    and accents, and finds entries with all words. Without an argument the chapters are listed.
    """
    games = games_with_rules(game)
    check_language(language, games)
    if not words:
        show_chapters(games, language, as_json)
        return
    found = find(" ".join(words), list(entries(games, language)))
    if as_json:
        print_json({"entries": [entry.json() for entry in found]})
    else:
        click.echo(entry_text(found[0], games[found[0].game]) if len(found) == 1 else hits_text(found))


def games_with_rules(only: str | None) -> dict[str, Presentation]:
    """Return the presentations of the games that have rules, or of one of them."""
    names = registry.names() if only is None else [only]
    found = {name: registry.game_type(name).presentation for name in names}
    with_rules = {name: each for name, each in found.items() if each.rule_ledger is not None}
    if not with_rules:
        raise InvalidInput(f"the game {only!r} has no rules to show.")
    return with_rules


def check_language(language: str, games: dict[str, Presentation]) -> None:
    """Reject a language in which a game has no rules."""
    for game, presentation in games.items():
        assert presentation.rule_ledger is not None
        known = languages(presentation.rule_ledger)
        if language not in known:
            raise InvalidInput(
                f"the rules of {game} are not available in {language!r}; --language may be {', '.join(known)}."
                f"{did_you_mean(language, known)}"
            )


def entries(games: dict[str, Presentation], language: str) -> Iterator[FoundEntry]:
    """Yield every entry of the ledgers of some games."""
    for game, ledger in ledgers(games, language):
        cases = ledger.entries("case")
        for kind in KINDS:
            for entry in ledger.entries(kind):
                about = [case["id"] for case in cases if entry["id"] in case["rules"]]
                yield FoundEntry(game, kind, entry, about)


def ledgers(games: dict[str, Presentation], language: str) -> Iterator[tuple[str, RuleLedger]]:
    """Yield the ledgers of some games."""
    for game, presentation in games.items():
        assert presentation.rule_ledger is not None
        yield game, RuleLedger(presentation.rule_ledger, language)


def find(query: str, known: list[FoundEntry]) -> list[FoundEntry]:
    """Return the entry of an id, or all entries that contain all words of a text."""
    by_id = [entry for entry in known if entry.id.casefold() == query.casefold()]
    if by_id:
        return by_id
    words = search_text(query).split()
    found = [entry for entry in known if all(word in entry.searched for word in words)]
    if not found and "-" in query and len(words) == 1:
        raise InvalidInput(f"no rule has the id {query!r}.{did_you_mean(query, [entry.id for entry in known])}")
    if not found:
        raise CheckFailed(f"no rule contains {query!r}.")
    return found


def show_chapters(games: dict[str, Presentation], language: str, as_json: bool) -> None:
    """Print the chapters of the rules with the ids of their rules."""
    listed = [chapters_json(game, ledger) for game, ledger in ledgers(games, language)]
    print_json({"games": listed}) if as_json else click.echo("\n\n".join(map(chapters_text, listed)))


def chapters_json(game: str, ledger: RuleLedger) -> dict[str, Any]:
    """Return the chapters of a ledger as data."""
    sections: dict[str, list[str]] = {}
    for rule in ledger.entries("rule"):
        sections.setdefault(rule["section"], []).append(rule["id"])
    chapters = [{"section": name, "rules": ids} for name, ids in sections.items()]
    return {"game": game, "title": ledger.content["title"], "chapters": chapters}


def chapters_text(listed: dict[str, Any]) -> str:
    """Return the chapters of a game as text."""
    rows = [(plain(each["section"]), f"{each['rules'][0]} … {each['rules'][-1]}") for each in listed["chapters"]]
    return f"{click.style(listed['title'], bold=True)}\n{name_value_lines(rows)}"


def hits_text(found: list[FoundEntry]) -> str:
    """Return the entries that a search found, one on each line."""
    width = max(len(entry.id) for entry in found)
    room = max(text_width() - width - 4, 20)
    lines = [f"  {click.style(entry.id.ljust(width), bold=True)}  {summary(entry, room)}" for entry in found]
    return "\n".join([f"{len(found)} entries; `kontor rules ID` shows one of them:", *lines])


def summary(entry: FoundEntry, room: int) -> str:
    """Return the beginning of an entry on one line."""
    content = entry.content
    text = next(content[name] for name in (*TITLES, *PARTS) if name in content)
    return shorten(plain(text), room, placeholder=" …")


def entry_text(entry: FoundEntry, presentation: Presentation) -> str:
    """Return an entry with its texts and facts."""
    content = entry.content
    title = next((f" – {plain(content[name])}" for name in TITLES if name in content), "")
    chapter = plain(content.get("section", KINDS[entry.kind]))
    return "\n".join(
        [
            f"{click.style(entry.id, bold=True)}{title}",
            f"{registry.game_type(entry.game).title}, {chapter}",
            "",
            *part_lines(entry, presentation),
            "",
            name_value_lines(facts(entry, presentation)),
        ]
    ).rstrip()


def part_lines(entry: FoundEntry, presentation: Presentation) -> Iterator[str]:
    """Yield the texts of an entry, each with its name unless it is the only one."""
    parts = [(name, str(entry.content[name])) for name in PARTS if name in entry.content]
    for edition, title in presentation.edition_titles.items():
        if entry.kind == "difference":
            parts.append((title, str(entry.content[edition.replace("-", "_")])))
    for name, text in parts:
        for line in plain(text if name == "text" else f"{name[0].upper()}{name[1:]}: {text}").splitlines():
            yield fill(line, text_width()) if " | " not in line else line


def facts(entry: FoundEntry, presentation: Presentation) -> Iterator[tuple[str, str]]:
    """Yield where an entry applies, where it comes from and what belongs to it."""
    editions = entry.content.get("editions", [])
    if editions:
        yield "editions", ", ".join(presentation.edition_titles.get(each, each) for each in editions)
    for name in LISTS:
        if entry.content.get(name):
            value = entry.content[name]
            yield name, value if isinstance(value, str) else ", ".join(value)
    if entry.cases:
        yield "cases", ", ".join(entry.cases)


def plain(text: str) -> str:
    """Return a text of the ledger without its Markdown marks."""
    return text.replace("**", "").replace("`", "").replace("*", "")

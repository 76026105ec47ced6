"""Plays the published studies of balance and writes their pages, docs/studies.

Each study is one `kontor balance`, which can be interrupted and resumed: `python benchmarks/studies.py` plays what
is missing, one study after the other, and then writes the pages. `--only NAME` plays one study, `--page` plays none.
"""

import argparse
import os
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any

from common import ROOT, kontor, store, stored

from kontor.study.balance import report_text
from kontor.study.number_format import decimal, percent

CACHE = ROOT / "build" / "studies"
TEMPLATE = ROOT / "benchmarks" / "studies.template.md"
PAGES = ROOT / "docs" / "studies"
GAMES = 120
MORE_GAMES = {
    "hanse-2-3, 2 players with the pawn": 240,
    "hanse-2-3, 2 players with the neutral player": 240,
    "hanse-4-5, 4 players": 240,
}
FIRST_GAMES = 12
MAX_ROWS = 24
STYLES = ("", "+rusher", "+builder", "+collector")
HANSE = "teutonica --board hanse-4-5 --players 4"
SETUPS = {
    "hanse-2-3": {
        "2 players with the pawn": "--edition first --board hanse-2-3 --players 2",
        "2 players with the neutral player": "--board hanse-2-3 --players 2",
        "3 players": "--board hanse-2-3 --players 3",
    },
    "hanse-4-5": {f"{players} players": f"--board hanse-4-5 --players {players}" for players in (4, 5)},
    "east-3-5": {f"{players} players": f"--board east-3-5 --players {players}" for players in (2, 3, 4, 5)},
    "britannia-2-3": {f"{players} players": f"--board britannia-2-3 --players {players}" for players in (2, 3)},
    "britannia-4-5": {f"{players} players": f"--board britannia-4-5 --players {players}" for players in (4, 5)},
}


@dataclass(frozen=True)
class Study:
    """One published study: its page, its heading there, and the arguments of `kontor balance`."""

    page: str
    heading: str
    arguments: str

    @property
    def name(self) -> str:
        """Its name on the command line and of its files."""
        return f"{self.page} {self.heading}".replace(" players", "").replace(" ", "-")

    @property
    def result(self) -> Path:
        """The file of its result."""
        return CACHE / f"{self.name}.json"

    def command(self, games: int | None = None) -> str:
        """Return the command that reproduces it, or its first games."""
        arguments = (
            self.arguments if games is None else self.arguments.replace(f"--games {self.games}", f"--games {games}")
        )
        return f"kontor balance {arguments} --seed 1"

    @property
    def games(self) -> int:
        """The number of games."""
        return int(shlex.split(self.arguments)[shlex.split(self.arguments).index("--games") + 1])


EXAMPLE = Study("README", "example", "hansa --players 2 --agents easy --games 40")


def all_temperaments(agent: str) -> str:
    """Return an agent in all styles."""
    return ",".join(f"{agent}{style}" for style in STYLES)


def studies() -> list[Study]:
    """Return every study, by page."""
    found = [
        Study(
            board,
            heading,
            f"teutonica {arguments} --agents {all_temperaments('easy')} --games {games(board, heading)}",
        )
        for board, headings in SETUPS.items()
        for heading, arguments in headings.items()
    ]
    greedy = f"{HANSE} --agents {all_temperaments('greedy')} --games 480"
    search = f"{HANSE} --agents {all_temperaments('search')} --simulations 8 --games 24"
    found.append(Study("hanse-4-5", "4 players who make no mistakes", greedy))
    found.append(Study("hanse-4-5", "4 players who search", search))
    for players in (2, 3, 4):
        arguments = f"hansa --players {players} --agents easy --games 960"
        found.append(Study("hansa", f"{players} players", arguments))
    return found


def games(board: str, heading: str) -> int:
    """Return how many games of a setup are studied."""
    return MORE_GAMES.get(f"{board}, {heading}", GAMES)


def play(study: Study, jobs: int) -> None:
    """Play what is missing of a study, and store the result of all and of its first games."""
    CACHE.mkdir(parents=True, exist_ok=True)
    options = ["--jobs", str(jobs), "--resume", str(CACHE / f"{study.name}.jsonl")]
    result = kontor(study.command(), *options)
    result["first"] = kontor(study.command(FIRST_GAMES), *options)["hash"]
    store(study.result, result)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table of the page; of many rows the first and the last."""
    if len(rows) > MAX_ROWS:
        rows = [*rows[: MAX_ROWS // 2], ["…"] + [""] * (len(head) - 1), *rows[-MAX_ROWS // 2 :]]
    lines = ["| " + " | ".join(cell.replace("*", "\\*") for cell in row) + " |" for row in (head, *rows)]
    return "\n".join([lines[0], f"|{'---|' * len(head)}", *lines[1:]])


def section(study: Study, result: dict[str, Any]) -> str:
    """Return the section of a study."""
    parts = [f"## {study.heading[0].upper()}{study.heading[1:]}", f"```\n{study.command()}\n```"]
    parts.append("\n".join(f"- {sentence}" for sentence in report_text.summary(result)))
    parts += [f"{heading}\n\n{table(head, rows)}" for heading, head, rows in tables(result)]
    return "\n\n".join([*parts, hashes(result)])


def tables(result: dict[str, Any]) -> Iterator[tuple[str, Sequence[str], list[list[str]]]]:
    """Yield the headings, columns and rows of every table."""
    yield (
        f"**Turn order**: {report_text.p_value_text(result['seat_test']['p'])} for equal seats.",
        *seats(result),
    )
    if len(result["agent_results"]) > 1:
        p_value = report_text.p_value_text(result["agent_test"]["p"])
        rows = [[f"`{row[0]}`", *row[1:]] for row in report_text.agent_rows(result)]
        yield f"**Agents**: {p_value} for equal agents.", report_text.AGENT_COLUMNS, rows
    rounds = result["rounds"]
    length = f"{decimal(rounds['mean'])} rounds on average, {rounds['longest']} at most"
    yield f"**Endings**: {length}.", report_text.ENDING_COLUMNS, report_text.ending_rows(result)
    places = ", ".join(map(decimal, result["places"]))
    yield f"**Score lines**: by place {places}.", report_text.LINE_COLUMNS, report_text.line_rows(result)
    for part in result["progress"]:
        heading = f"**{part['kind'].capitalize()}** after round {part['round']}, {part['games']} games."
        yield heading, report_text.PROGRESS_COLUMNS, report_text.progress_rows(part)
    for part in result["traits"]:
        if part["names"]:
            yield f"**{part['kind'].capitalize()}**", report_text.TRAIT_COLUMNS, report_text.trait_rows(part)


def seats(result: dict[str, Any]) -> tuple[Sequence[str], list[list[str]]]:
    """Return the table of turn order."""
    return report_text.SEAT_COLUMNS, report_text.seat_rows(result)


def hashes(result: dict[str, Any]) -> str:
    """Return the hashes that identify the games."""
    first = f" Hash of the first games (`--games {FIRST_GAMES}`): `{result['first']}`." if "first" in result else ""
    return f"Hash of all {result['games']} games: `{result['hash']}`.{first}"


def page(name: str) -> str:
    """Return the page of a board, or of a game."""
    found = [(study, result) for study in studies() if study.page == name and (result := stored(study.result))]
    title = f"# Balance: {report_text.title(found[0][1]['setup'])}" + ("" if name == "hansa" else f", {name}")
    said = "Generated by `python benchmarks/studies.py`; [the overview](README.md) explains how to read it."
    return "\n\n".join([title, said, *(section(study, result) for study, result in found)]) + "\n"


def overview() -> str:
    """Return the overview page."""
    found = [(study, result) for study in studies() if (result := stored(study.result))]
    example = kontor(EXAMPLE.command())
    return Template(TEMPLATE.read_text()).substitute(
        pages=table(("page", "studies"), page_rows(found)),
        seats=table(
            ("", "games", "wins by turn order", "equal seats", "most frequent ending", "rounds"), order_rows(found)
        ),
        styles=table(("", "balanced", "rusher", "builder", "collector"), temperament_rows(found)),
        actions=table(("", "round", "points per level", "win share per level"), action_rows(found)),
        example=section(EXAMPLE, example).replace("## Example", "### Example"),
    )


def label(study: Study) -> str:
    """Return the name of a study with a link to its page."""
    return f"[{study.page}, {study.heading}]({study.page}.md)"


def page_rows(found: Sequence[tuple[Study, dict[str, Any]]]) -> list[list[str]]:
    """Return a row for every page."""
    pages = dict.fromkeys(study.page for study, _ in found)
    return [
        [f"[{page}]({page}.md)", "; ".join(study.heading for study, _ in found if study.page == page)]
        for page in pages
    ]


def order_rows(found: Sequence[tuple[Study, dict[str, Any]]]) -> list[list[str]]:
    """Return a row for every study: wins by turn order, and endings."""
    return [
        [
            label(study),
            str(result["games"]),
            " · ".join(percent(seat["win_share"]) for seat in result["seats"]),
            report_text.p_value_text(result["seat_test"]["p"]),
            f"{result['endings'][0]['ending']} {percent(result['endings'][0]['share'])}",
            decimal(result["rounds"]["mean"]),
        ]
        for study, result in found
    ]


def temperament_rows(found: Sequence[tuple[Study, dict[str, Any]]]) -> list[list[str]]:
    """Return a row for every study with styles: the share of seats that each of them won."""
    rows = []
    for study, result in found:
        if len(result["agent_results"]) == len(STYLES):
            shares = [
                f"{percent(each['win_share'])} ({report_text.interval_text(each)})"
                for each in result["agent_results"]
            ]
            rows.append([label(study), *shares])
    return rows


def action_rows(found: Sequence[tuple[Study, dict[str, Any]]]) -> list[list[str]]:
    """Return a row for every study and round: the association of one more level of actions."""
    rows = []
    for study, result in found:
        for part in result["progress"]:
            for each, row in zip(part["names"], report_text.progress_rows(part), strict=True):
                if each["name"] == "actions":
                    rows.append([label(study), str(part["round"]), *row[-2:]])
    return rows


def main() -> None:
    """Play what is requested and write the pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--only", action="append", choices=[study.name for study in studies()], help="play this study"
    )
    parser.add_argument("--page", action="store_true", help="play nothing, write the pages")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes to use")
    arguments = parser.parse_args()
    if not arguments.page:
        for study in studies():
            if arguments.only is None or study.name in arguments.only:
                play(study, arguments.jobs)
    PAGES.mkdir(exist_ok=True)
    for name in dict.fromkeys(study.page for study in studies() if stored(study.result)):
        (PAGES / f"{name}.md").write_text(page(name))
    (PAGES / "README.md").write_text(overview())


if __name__ == "__main__":
    main()

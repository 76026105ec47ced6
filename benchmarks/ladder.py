"""Measures the ladder of agents and writes its page, docs/ladder.md.

Each rung is one `kontor tournament`, which can be interrupted and continued: `python benchmarks/ladder.py` plays what
is missing, one rung after the other, and then writes the page. `--only NAME` plays one rung, `--page` plays none.
"""

import argparse
import os
import subprocess
import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from string import Template
from typing import Any

from benchmarking import ROOT, keep, kept, kontor, machine

CACHE = ROOT / "build" / "ladder"
TEMPLATE = ROOT / "benchmarks" / "ladder.template.md"
PAGE = ROOT / "docs" / "ladder.md"
DIVIDE = 32
ROLLOUTS = "benchmarks/rollouts.py:Rollouts"
ABROAD = {"expert,medium": 16, "medium,beginner": 24}
LONGER = {"east-3-5 expert-medium": 40, "hansa-4 expert-medium": 32}  # closer matches need more games
NEIGHBOURS = ("expert,hard", "hard,medium", "medium,easy", "easy,beginner")
FAMILIES = {
    "hanse-2-3": "teutonica --board hanse-2-3 --players 3",
    "east-3-5": "teutonica --board east-3-5 --players 4",
    "britannia-4-5": "teutonica --board britannia-4-5 --players 4",
    "pawn": "teutonica --edition first --players 2",
    "neutral": "teutonica --edition second --players 2",
    "hansa-2": "hansa --players 2",
    "hansa-4": "hansa --players 4",
}


@dataclass(frozen=True)
class Rung:
    """One tournament of the ladder: its name, what follows `kontor tournament`, and the part of the page it is on."""

    name: str
    words: str
    part: str

    @property
    def file(self) -> str:
        """What its files are called."""
        return self.name.replace(" ", "-")

    @property
    def result(self) -> Path:
        """Where what it came to is kept."""
        return CACHE / f"{self.file}.json"

    @property
    def command(self) -> str:
        """The command anyone can repeat it with."""
        return f"kontor tournament {self.words} --seed 1"


def rungs() -> list[Rung]:
    """The whole ladder."""
    base = "teutonica --board hanse-4-5 --players 4"
    found = [
        Rung("greedy-light", f"{base} --agents greedy,light,light,light --games 200", "agents"),
        Rung("search-greedy", f"{base} --agents search,greedy,greedy,greedy --budget-ms 300 --games 200", "agents"),
        Rung("rollouts-greedy", f"{base} --agents {ROLLOUTS},greedy,greedy,greedy --games 8", "agents"),
    ]
    for pair in NEIGHBOURS:
        words = f"{base} --agents {pair} --divide {DIVIDE} --games 36"
        found.append(Rung(pair.replace(",", "-"), words, "steps"))
    for family, setup in FAMILIES.items():
        for pair, usual in ABROAD.items():
            name = f"{family} {pair.replace(',', '-')}"
            words = f"{setup} --agents {pair} --divide {DIVIDE} --games {LONGER.get(name, usual)}"
            found.append(Rung(name, words, "families"))
    words = f"{base} --agents search,search,search,search --budget-ms 300 --games 12"
    return [*found, Rung("four-search", words, "people")]


def play(rung: Rung, jobs: int) -> None:
    """Play what is missing of a rung, and keep what it came to."""
    CACHE.mkdir(parents=True, exist_ok=True)
    journal = CACHE / f"{rung.file}.jsonl"
    keep(rung.result, kontor(rung.command, "--jobs", str(jobs), "--resume", str(journal)))


def share_text(agent: dict[str, Any]) -> str:
    """The wins of an agent with their interval."""
    low, high = agent["interval"]
    wins = f"{agent['wins']:.1f}".removesuffix(".0")
    return f"{wins} of {agent['games']} | {agent['win_share']:.0%} | {low:.1%} – {high:.1%}"


def rows(rung: Rung, result: dict[str, Any]) -> list[str]:
    """A line of the page for each agent of a rung."""
    lines = []
    for place, agent in enumerate(result["agents"]):
        title = f"**{rung.name}**" if place == 0 else ""
        score, pace = f"{agent['mean_score']:.1f}", f"{agent['ms_per_decision']:.1f}"
        lines.append(f"| {title} | `{agent['name']}` | {share_text(agent)} | {score} | {pace} |")
    return lines


def table(part: str) -> str:
    """The table of one part of the page."""
    head = f"| | agent | seats won | share | 95 % interval | mean score | ms per decision |\n{'|---' * 7}|"
    lines = [
        line for rung in rungs() if rung.part == part and (found := kept(rung.result)) for line in rows(rung, found)
    ]
    commands = "\n".join(rung.command for rung in rungs() if rung.part == part and kept(rung.result))
    return "\n".join([head, *lines, "", "```", commands, "```"])


def people_text() -> str:
    """What games between four searching players look like."""
    rung = rungs()[-1]
    result = kept(rung.result)
    if result is None:
        return ""
    places = ", ".join(f"{score:.1f}" for score in result["places"])
    lines = ", ".join(f"{line} {points:.1f}" for line, points in result["agents"][0]["lines"].items() if points)
    endings = ", ".join(f"{ending} {count}" for ending, count in result["ended_by"].items())
    rounds = result["rounds"]
    return (
        f"`{rung.command}`\n\nMean scores by place: {places}. Endings: {endings}. Rounds: mean {rounds['mean']:.1f}, "
        f"longest {rounds['longest']}. Mean points by line: {lines}."
    )


def speed_text() -> str:
    """How many simulations a second are made, measured now."""
    script = ROOT / "benchmarks" / "rollouts.py"
    return subprocess.run([sys.executable, str(script)], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def page() -> str:
    """The page of the ladder."""
    parts = {part: table(part) for part in ("agents", "steps", "families")}
    budgets = {"divide": DIVIDE, "hard": f"{600 / DIVIDE:.0f}", "expert": f"{4800 / DIVIDE:.0f}"}
    text = Template(TEMPLATE.read_text())
    return text.substitute(
        parts, people=people_text(), speed=speed_text(), date=date.today(), machine=machine(), **budgets
    )


def main() -> None:
    """Play what is asked for and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", choices=[rung.name for rung in rungs()], help="play this rung")
    parser.add_argument("--page", action="store_true", help="play nothing, write the page")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes to use")
    arguments = parser.parse_args()
    if not arguments.page:
        for rung in rungs():
            if arguments.only is None or rung.name in arguments.only:
                play(rung, arguments.jobs)
    PAGE.write_text(page())


if __name__ == "__main__":
    main()

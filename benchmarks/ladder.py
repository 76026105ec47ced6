"""Measures the ladder of agents and writes its page, docs/ladder.md.

Each pairing is one `kontor tournament`, which can be interrupted and resumed: `python benchmarks/ladder.py` plays
what is missing, one pairing after the other, and then writes the page. `--only NAME` plays one of them, `--page`
plays none. The games between levels are those of `benchmarks/level_match.py`.
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

import level_match
from common import ROOT, kontor, machine, store, stored

CACHE = ROOT / "build" / "ladder"
TEMPLATE = ROOT / "benchmarks" / "ladder.template.md"
PAGE = ROOT / "docs" / "ladder.md"
ROLLOUTS = "benchmarks/rollouts.py:Rollouts"


@dataclass(frozen=True)
class Pairing:
    """One tournament of the ladder: its name, the arguments of `kontor tournament`, and its part of the page."""

    name: str
    arguments: str
    part: str

    @property
    def file(self) -> str:
        """The name of its files."""
        return self.name.replace(" ", "-")

    @property
    def result(self) -> Path:
        """The file of its result."""
        return CACHE / f"{self.file}.json"

    @property
    def command(self) -> str:
        """The command that reproduces it."""
        return f"kontor tournament {self.arguments} --seed 1"


def pairings() -> list[Pairing]:
    """Return the whole ladder."""
    base = "teutonica --board hanse-4-5 --players 4"
    found = [
        Pairing("greedy-light", f"{base} --agents greedy,light,light,light --games 200", "agents"),
        Pairing(
            "search-greedy", f"{base} --agents search,greedy,greedy,greedy --budget-ms 300 --games 200", "agents"
        ),
        Pairing("rollouts-greedy", f"{base} --agents {ROLLOUTS},greedy,greedy,greedy --games 8", "agents"),
    ]
    arguments = f"{base} --agents search,search,search,search --budget-ms 300 --games 12"
    return [*found, Pairing("four-search", arguments, "four-search")]


def play(pairing: Pairing, jobs: int) -> None:
    """Play what is missing of a pairing, and store its result."""
    CACHE.mkdir(parents=True, exist_ok=True)
    checkpoint = CACHE / f"{pairing.file}.jsonl"
    store(pairing.result, kontor(pairing.command, "--jobs", str(jobs), "--resume", str(checkpoint)))


def share_text(agent: dict[str, Any]) -> str:
    """Return the wins of an agent with their interval."""
    low, high = agent["interval"]
    wins = f"{agent['wins']:.1f}".removesuffix(".0")
    return f"{wins} of {agent['games']} | {agent['win_share']:.0%} | {low:.1%} – {high:.1%}"


def rows(pairing: Pairing, result: dict[str, Any]) -> list[str]:
    """Return a line of the page for each agent of a pairing."""
    lines = []
    for place, agent in enumerate(result["agents"]):
        title = f"**{pairing.name}**" if place == 0 else ""
        score, pace = f"{agent['mean_score']:.1f}", f"{agent['ms_per_decision']:.1f}"
        lines.append(f"| {title} | `{agent['name']}` | {share_text(agent)} | {score} | {pace} |")
    return lines


def table(part: str) -> str:
    """Return the table of one part of the page."""
    head = f"| | agent | seats won | share | 95 % interval | mean score | ms per decision |\n{'|---' * 7}|"
    lines = [
        line
        for pairing in pairings()
        if pairing.part == part and (found := stored(pairing.result))
        for line in rows(pairing, found)
    ]
    commands = "\n".join(pairing.command for pairing in pairings() if pairing.part == part and stored(pairing.result))
    return "\n".join([head, *lines, "", "```", commands, "```"])


def four_search_text() -> str:
    """Return the figures of games between four searching players."""
    pairing = pairings()[-1]
    result = stored(pairing.result)
    if result is None:
        return ""
    places = ", ".join(f"{score:.1f}" for score in result["places"])
    lines = ", ".join(f"{line} {points:.1f}" for line, points in result["agents"][0]["lines"].items() if points)
    endings = ", ".join(f"{ending} {count}" for ending, count in result["ended_by"].items())
    rounds = result["rounds"]
    return (
        f"`{pairing.command}`\n\nMean scores by place: {places}. Endings: {endings}. "
        f"Rounds: mean {rounds['mean']:.1f}, longest {rounds['longest']}. Mean points by line: {lines}."
    )


def speed_text() -> str:
    """Measure how many simulations are made per second."""
    script = ROOT / "benchmarks" / "rollouts.py"
    return subprocess.run([sys.executable, str(script)], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def page() -> str:
    """Return the page of the ladder."""
    parts = {"agents": table("agents"), "levels": level_match.table(), "four_search": four_search_text()}
    text = Template(TEMPLATE.read_text())
    return text.substitute(parts, speed=speed_text(), date=date.today(), machine=machine())


def main() -> None:
    """Play what is requested and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--only", action="append", choices=[pairing.name for pairing in pairings()], help="play this pairing"
    )
    parser.add_argument("--page", action="store_true", help="play nothing, write the page")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes to use")
    arguments = parser.parse_args()
    if not arguments.page:
        for pairing in pairings():
            if arguments.only is None or pairing.name in arguments.only:
                play(pairing, arguments.jobs)
    PAGE.write_text(page())


if __name__ == "__main__":
    main()

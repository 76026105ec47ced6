"""Compares the speed of our kernels with catanatron's: decisions per second, one core, measured side by side.

A decision is one legal list made and one of its moves carried out, forced ones included. For catanatron that
is one call of a player's `decide` in `Game.play`; the game's own log of actions counts them, so nothing is
added to its loop, and the time it takes to build a map is not held against it. A ratio is the median of the
rounds' ratios, so that a slow moment of the machine touches both sides.
"""

import argparse
import json
import os
import platform
import shlex
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from statistics import median
from typing import Any

from benchmarking import ROOT, processor
from tqdm import tqdm

CACHE = ROOT / "build" / "peers"
CATANATRON = "3.2.1"
PACKAGES = (f"catanatron=={CATANATRON}", "networkx==3.6.1")
SEED = 1
PLAYERS = 4
POLICY = "light"
GAMES = {"teutonica": ("--board", "hanse-4-5"), "hansa": ()}
TITLES = {"teutonica": "Hansa Teutonica", "hansa": "Hansa"}
CATANATRON_SCRIPT = """
import json, sys, time
from catanatron import Color, Game, RandomPlayer
first, games = map(int, sys.argv[1:])
decisions, seconds = 0, 0.0
for seed in range(first, first + games):
    game = Game([RandomPlayer(color) for color in Color], seed=seed)
    start = time.perf_counter()
    game.play()
    seconds += time.perf_counter() - start
    decisions += len(game.state.actions)
print(json.dumps({"decisions": decisions, "seconds": seconds, "decisions_per_second": decisions / seconds}))
"""


@dataclass
class Contender:
    """One engine, how to run it once, and what was measured of it."""

    key: str
    name: str
    run: Callable[[], dict[str, Any]]
    rates: list[float] = field(default_factory=list)
    decisions: int = 0

    def measure(self) -> None:
        """Run once and keep the rate."""
        told = self.run()
        self.rates.append(float(told["decisions_per_second"]))
        self.decisions = int(told["decisions"])

    @property
    def rate(self) -> float:
        """The median of the rates."""
        return median(self.rates)

    def ratio_to(self, other: "Contender") -> float:
        """How many times faster it is than another, round by round."""
        return median(mine / theirs for mine, theirs in zip(self.rates, other.rates, strict=True))


def told_by(command: list[str], **surroundings: str) -> dict[str, Any]:
    """The JSON object a command prints, or an exit with what went wrong."""
    if not shutil.which(command[0]):
        sys.exit(f"{command[0]} is not installed")
    environment = {**os.environ, **surroundings}
    done = subprocess.run(command, check=False, cwd=ROOT, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr or done.stdout}")
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def peer_python() -> Path:
    """The Python of catanatron's own environment, made on first use and kept."""
    folder = CACHE / f"catanatron-{CATANATRON}"
    python = folder / "bin" / "python"
    ready = folder / "ready"
    if not ready.exists():
        venv.create(folder, with_pip=True, clear=True)
        (CACHE / ".gitignore").write_text("*\n")
        subprocess.run([python, "-m", "pip", "install", "-qq", *PACKAGES], check=True)
        ready.touch()
    return python


def run_catanatron(games: int) -> dict[str, Any]:
    """Play catanatron's random players against each other."""
    return told_by([str(peer_python()), "-c", CATANATRON_SCRIPT, str(SEED), str(games)], PYTHONHASHSEED="0")


def run_kontor(command: str, game: str, kernel: str, games: int) -> dict[str, Any]:
    """Play our light players against each other on one kernel."""
    setup = ["simulate", game, *GAMES[game], "--players", str(PLAYERS), "--agents", POLICY]
    rest = ["--games", str(games), "--seed", str(SEED), "--jobs", "1", "--json"]
    told = told_by([*shlex.split(command), *setup, *rest], KONTOR_KERNEL=kernel)
    if told["kernel"] != kernel:
        sys.exit(f"asked for the {kernel} kernel and was given the {told['kernel']} one")
    return told


def our_contender(arguments: argparse.Namespace, game: str, kernel: str) -> Contender:
    """One of our games on one of its kernels; Hansa Teutonica's keys are the names of its kernels."""
    games = arguments.compiled_games if kernel == "compiled" else arguments.interpreted_games
    key = kernel if game == "teutonica" else f"{game}-{kernel}"
    return Contender(
        key, f"Kontor, {TITLES[game]}, {kernel}", lambda: run_kontor(arguments.kontor, game, kernel, games)
    )


def contenders(arguments: argparse.Namespace) -> list[Contender]:
    """The engines that are compared, catanatron first."""
    peers = [Contender("catanatron", "catanatron, four random players", lambda: run_catanatron(arguments.games))]
    if arguments.only_peers:
        return peers
    ours = [our_contender(arguments, game, kernel) for game in GAMES for kernel in ("compiled", "interpreted")]
    return [*peers, *ours]


def versions(compared: list[Contender], kontor: str) -> dict[str, str]:
    """The versions of everything that was run."""
    found = {"python": platform.python_version(), "catanatron": CATANATRON}
    if len(compared) > 1:
        done = subprocess.run([*shlex.split(kontor), "--version"], check=False, capture_output=True, text=True)
        found["kontor"] = (done.stdout.split() or ["unknown"])[-1]
    return found


def summary(compared: list[Contender], arguments: argparse.Namespace) -> dict[str, Any]:
    """Everything measured, and under which conditions."""
    return {
        "date": str(date.today()),
        "machine": {"processor": processor(), "cores": os.cpu_count(), "architecture": platform.machine()},
        "versions": versions(compared, arguments.kontor),
        "setup": {"games": GAMES, "players": PLAYERS, "policy": POLICY, "seed": SEED, "jobs": 1},
        "rounds": arguments.rounds,
        "engines": {
            one.key: {
                "name": one.name,
                "decisions_per_second": one.rate,
                "lowest": min(one.rates),
                "highest": max(one.rates),
                "decisions_per_round": one.decisions,
                "ratio": one.ratio_to(compared[0]),
            }
            for one in compared
        },
    }


def table(found: dict[str, Any]) -> str:
    """The summary for people."""
    machine, setup, used = found["machine"], found["setup"], found["versions"]
    lines = [
        f"{found['date']}; {machine['processor']}, {machine['cores']} cores, {machine['architecture']}",
        "; ".join(f"{name} {version}" for name, version in used.items()),
        f"Kontor: {setup['players']} players, policy {setup['policy']}, one core; Hansa Teutonica on hanse-4-5",
        f"catanatron: Game.play, {PLAYERS} RandomPlayers; every decide call counts, map building untimed",
        f"seed {setup['seed']}; median of {found['rounds']} interleaved rounds; "
        "a decision = list the legal moves + make one",
        "",
        f"{'engine':38} {'decisions/s':>12} {'lowest':>11} {'highest':>11} {'ratio':>7}",
    ]
    for one in found["engines"].values():
        rates = f"{one['decisions_per_second']:12,.0f} {one['lowest']:11,.0f} {one['highest']:11,.0f}"
        lines.append(f"{one['name']:38} {rates} {one['ratio']:7.2f}")
    return "\n".join(lines)


def shortfalls(found: dict[str, Any], least_ratios: dict[str, float | None]) -> list[str]:
    """A sentence for every ratio below the wanted one."""
    return [
        f"{key}: {found['engines'][key]['ratio']:.2f} times catanatron, wanted {least:g}"
        for key, least in least_ratios.items()
        if least is not None and found["engines"][key]["ratio"] < least
    ]


def wanted(arguments: argparse.Namespace) -> dict[str, float | None]:
    """The least ratio that is wanted of an engine, by its key."""
    return {
        "compiled": arguments.want,
        "interpreted": arguments.interpreted_want,
        "hansa-compiled": arguments.hansa_want,
    }


def arguments_from(words: list[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    beside = Path(sys.executable).with_name("kontor")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=20, help="catanatron games a round")
    parser.add_argument("--compiled-games", type=int, default=2000, help="games a round on the compiled kernel")
    parser.add_argument("--interpreted-games", type=int, default=20, help="games a round, interpreted")
    parser.add_argument("--kontor", default=shlex.quote(str(beside)), help="the command to run Kontor")
    parser.add_argument("--only-peers", action="store_true", help="leave our own kernel out")
    parser.add_argument("--want", type=float, help="exit 1 if compiled is fewer times catanatron")
    parser.add_argument("--interpreted-want", type=float, help="exit 1 if interpreted is fewer times catanatron")
    parser.add_argument("--hansa-want", type=float, help="exit 1 if Hansa, compiled, is fewer times catanatron")
    parser.add_argument("--json", action="store_true", help="print everything measured as JSON")
    arguments = parser.parse_args(words)
    if arguments.only_peers and any(wanted(arguments).values()):
        parser.error("--only-peers measures nothing that could be wanted")
    return arguments


def main(words: list[str] | None = None) -> int:
    """Measure, report, and judge where asked to."""
    arguments = arguments_from(words)
    compared = contenders(arguments)
    peer_python()
    for one in tqdm(compared * arguments.rounds, desc="measure", file=sys.stderr):
        one.measure()
    found = summary(compared, arguments)
    print(json.dumps(found, indent=2) if arguments.json else table(found))
    short = shortfalls(found, wanted(arguments))
    print("\n".join(short), file=sys.stderr, end="\n" if short else "")
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())

"""Compares the speed of our kernels with catanatron's: decisions per second, one core, measured side by side.

A decision is one list of legal moves and one of them made, forced ones included. For catanatron that
is one call of a player's `decide` in `Game.play`; the game's own log of actions counts them, so nothing is
added to its loop, and the time to build a map is not counted. A ratio is the median of the
rounds' ratios, so that a slow moment of the machine affects both sides.
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

from common import ROOT, processor
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
class MeasuredEngine:
    """One engine, how to run it once, and its measurements."""

    key: str
    name: str
    run: Callable[[], dict[str, Any]]
    rates: list[float] = field(default_factory=list)
    decisions: int = 0

    def measure(self) -> None:
        """Run once and store the rate."""
        result = self.run()
        self.rates.append(float(result["decisions_per_second"]))
        self.decisions = int(result["decisions"])

    @property
    def rate(self) -> float:
        """The median of the rates."""
        return median(self.rates)

    def ratio_to(self, other: "MeasuredEngine") -> float:
        """Return how many times faster it is than another engine, as the median of all rounds."""
        return median(mine / theirs for mine, theirs in zip(self.rates, other.rates, strict=True))


def json_output(command: list[str], **surroundings: str) -> dict[str, Any]:
    """Return the JSON object a command prints, or exit with its error."""
    if not shutil.which(command[0]):
        sys.exit(f"{command[0]} is not installed")
    environment = {**os.environ, **surroundings}
    done = subprocess.run(command, check=False, cwd=ROOT, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr or done.stdout}")
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def peer_python() -> Path:
    """Return the Python of catanatron's environment, which is created on first use."""
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
    return json_output([str(peer_python()), "-c", CATANATRON_SCRIPT, str(SEED), str(games)], PYTHONHASHSEED="0")


def run_kontor(command: str, game: str, kernel: str, games: int) -> dict[str, Any]:
    """Play our light players against each other on one kernel."""
    setup = ["simulate", game, *GAMES[game], "--players", str(PLAYERS), "--agents", POLICY]
    rest = ["--games", str(games), "--seed", str(SEED), "--jobs", "1", "--json"]
    result = json_output([*shlex.split(command), *setup, *rest], KONTOR_KERNEL=kernel)
    if result["kernel"] != kernel:
        sys.exit(f"asked for the {kernel} kernel but got the {result['kernel']} one")
    return result


def kontor_engine(arguments: argparse.Namespace, game: str, kernel: str) -> MeasuredEngine:
    """Return one of our games on one of its kernels; Hansa Teutonica's keys are the names of its kernels."""
    games = arguments.compiled_games if kernel == "compiled" else arguments.interpreted_games
    key = kernel if game == "teutonica" else f"{game}-{kernel}"
    return MeasuredEngine(
        key, f"Kontor, {TITLES[game]}, {kernel}", lambda: run_kontor(arguments.kontor, game, kernel, games)
    )


def measured_engines(arguments: argparse.Namespace) -> list[MeasuredEngine]:
    """Return the engines that are compared, catanatron first."""
    peers = [MeasuredEngine("catanatron", "catanatron, four random players", lambda: run_catanatron(arguments.games))]
    if arguments.only_peers:
        return peers
    ours = [kontor_engine(arguments, game, kernel) for game in GAMES for kernel in ("compiled", "interpreted")]
    return [*peers, *ours]


def versions(engines: list[MeasuredEngine], kontor: str) -> dict[str, str]:
    """Return the versions of everything that was run."""
    found = {"python": platform.python_version(), "catanatron": CATANATRON}
    if len(engines) > 1:
        done = subprocess.run([*shlex.split(kontor), "--version"], check=False, capture_output=True, text=True)
        found["kontor"] = (done.stdout.split() or ["unknown"])[-1]
    return found


def summary(engines: list[MeasuredEngine], arguments: argparse.Namespace) -> dict[str, Any]:
    """Return everything measured, and the conditions."""
    return {
        "date": str(date.today()),
        "machine": {"processor": processor(), "cores": os.cpu_count(), "architecture": platform.machine()},
        "versions": versions(engines, arguments.kontor),
        "setup": {"games": GAMES, "players": PLAYERS, "policy": POLICY, "seed": SEED, "jobs": 1},
        "rounds": arguments.rounds,
        "engines": {
            engine.key: {
                "name": engine.name,
                "decisions_per_second": engine.rate,
                "lowest": min(engine.rates),
                "highest": max(engine.rates),
                "decisions_per_round": engine.decisions,
                "ratio": engine.ratio_to(engines[0]),
            }
            for engine in engines
        },
    }


def table(found: dict[str, Any]) -> str:
    """Return the summary as text."""
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
    for engine in found["engines"].values():
        rates = f"{engine['decisions_per_second']:12,.0f} {engine['lowest']:11,.0f} {engine['highest']:11,.0f}"
        lines.append(f"{engine['name']:38} {rates} {engine['ratio']:7.2f}")
    return "\n".join(lines)


def missed_ratios(found: dict[str, Any], least_ratios: dict[str, float | None]) -> list[str]:
    """Return a sentence for every ratio below its minimum."""
    return [
        f"{key}: {found['engines'][key]['ratio']:.2f} times catanatron, minimum {least:g}"
        for key, least in least_ratios.items()
        if least is not None and found["engines"][key]["ratio"] < least
    ]


def minimum_ratios(arguments: argparse.Namespace) -> dict[str, float | None]:
    """Return the minimum ratio of each engine by its key."""
    return {
        "compiled": arguments.want,
        "interpreted": arguments.interpreted_want,
        "hansa-compiled": arguments.hansa_want,
    }


def arguments_from(arguments_list: list[str] | None) -> argparse.Namespace:
    """Return the parsed command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    default_command = Path(sys.executable).with_name("kontor")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=20, help="catanatron games a round")
    parser.add_argument("--compiled-games", type=int, default=2000, help="games a round on the compiled kernel")
    parser.add_argument("--interpreted-games", type=int, default=20, help="games a round, interpreted")
    parser.add_argument("--kontor", default=shlex.quote(str(default_command)), help="the command to run Kontor")
    parser.add_argument("--only-peers", action="store_true", help="leave our own kernel out")
    parser.add_argument("--want", type=float, help="exit 1 if compiled is fewer times catanatron")
    parser.add_argument("--interpreted-want", type=float, help="exit 1 if interpreted is fewer times catanatron")
    parser.add_argument("--hansa-want", type=float, help="exit 1 if Hansa, compiled, is fewer times catanatron")
    parser.add_argument("--json", action="store_true", help="print everything measured as JSON")
    arguments = parser.parse_args(arguments_list)
    if arguments.only_peers and any(minimum_ratios(arguments).values()):
        parser.error("--only-peers measures no engine with a minimum ratio")
    return arguments


def main(arguments_list: list[str] | None = None) -> int:
    """Measure, print, and check minimum ratios if requested."""
    arguments = arguments_from(arguments_list)
    engines = measured_engines(arguments)
    peer_python()
    for engine in tqdm(engines * arguments.rounds, desc="measure", file=sys.stderr):
        engine.measure()
    found = summary(engines, arguments)
    print(json.dumps(found, indent=2) if arguments.json else table(found))
    missed = missed_ratios(found, minimum_ratios(arguments))
    print("\n".join(missed), file=sys.stderr, end="\n" if missed else "")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

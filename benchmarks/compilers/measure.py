"""Measures the same kernel source interpreted, by mypyc and by Cython: decisions per second, one core."""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import venv
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from statistics import median

from dialects import Cython, CythonChecked, CythonOpen, Mypyc, MypycVectors, translate
from tqdm import tqdm

SOURCE = Path(__file__).with_name("kernel.py")
PACKAGES = ("cython==3.3.1", "mypy==2.4.1", "setuptools==80.9.0")
SEED = 1
COMMON = 20_000
TIMED_COMPILED = 400_000
WORKER = """
import importlib, json, sys, time
play = importlib.import_module(sys.argv[1]).play
seed, common, timed = map(int, sys.argv[2:])
first = play(seed, common)
start = time.perf_counter()
last = play(seed, timed)
seconds = time.perf_counter() - start
print(json.dumps([first % 2**64, last % 2**64, seconds]))
"""


@dataclass
class Variant:
    """One way to run the kernel, and its measurements."""

    module: str
    name: str
    dialect: type[Mypyc] | type[Cython] | None
    rates: list[float] = field(default_factory=list)

    @property
    def timed(self) -> int:
        """The decisions of one timed play."""
        return TIMED_COMPILED if self.dialect else COMMON


def variants() -> list[Variant]:
    """Return everything that is compared."""
    return [
        Variant("interpreted", "CPython, interpreted", None),
        Variant("mypyc_lists", "mypyc, i64 and lists", Mypyc),
        Variant("mypyc_vectors", "mypyc, i64 and librt vectors", MypycVectors),
        Variant("cython_checked", "Cython, errors checked at every call", CythonChecked),
        Variant("cython_open", "Cython, all calls through the class table", CythonOpen),
        Variant("cython_unit", "Cython, one unit, closed classes, noexcept", Cython),
    ]


def run_silently(*command: str, cwd: Path) -> str:
    """Run a command and return its output, or exit with its error."""
    done = subprocess.run(command, check=False, cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def make_environment(folder: Path) -> Path:
    """Create an environment with the compilers and return its bin folder."""
    venv.create(folder / "env", with_pip=True)
    binaries = folder / "env" / "bin"
    run_silently(str(binaries / "python"), "-m", "pip", "install", "--quiet", *PACKAGES, cwd=folder)
    return binaries


def build(variant: Variant, binaries: Path, folder: Path) -> None:
    """Write the kernel in the variant's dialect and compile it."""
    text = SOURCE.read_text()
    path = folder / f"{variant.module}.py"
    path.write_text(translate(text, variant.dialect) if variant.dialect else text)
    if variant.dialect and issubclass(variant.dialect, Mypyc):
        run_silently(str(binaries / "mypyc"), path.name, cwd=folder)
    elif variant.dialect:
        run_silently(str(binaries / "cythonize"), "-i", "-3", path.name, cwd=folder)


def measure(variant: Variant, binaries: Path, folder: Path) -> tuple[int, int]:
    """Time one play, store its rate and return the hashes of the common and the timed play."""
    counts = (str(SEED), str(COMMON), str(variant.timed))
    printed = run_silently(str(binaries / "python"), "-c", WORKER, variant.module, *counts, cwd=folder)
    common, timed, seconds = json.loads(printed)
    variant.rates.append(variant.timed / seconds)
    return common, timed


def measure_all(variants_measured: list[Variant], rounds: int, folder: Path) -> int:
    """Build and time all variants, one after the other in every round, and return their common hash."""
    binaries = make_environment(folder)
    for variant in tqdm(variants_measured, desc="build", file=sys.stderr):
        build(variant, binaries, folder)
    hashes: dict[int, set[int]] = {}
    for variant in tqdm(variants_measured * rounds, desc="measure", file=sys.stderr):
        common, timed = measure(variant, binaries, folder)
        hashes.setdefault(COMMON, set()).add(common)
        hashes.setdefault(variant.timed, set()).add(timed)
    assert all(len(seen) == 1 for seen in hashes.values()), f"the variants played differently: {hashes}"
    return hashes[COMMON].pop()


def processor() -> str:
    """Return the name of the processor, if the system provides it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.machine())


def report(variants_measured: list[Variant], rounds: int, common_hash: int) -> None:
    """Print the medians as a table."""
    machine = f"{processor()}, {os.cpu_count()} cores, {platform.machine()}"
    print(f"{date.today()}; {machine}; Python {platform.python_version()}")
    print(f"{', '.join(PACKAGES)}; seed {SEED}, light policy, median of {rounds} interleaved rounds")
    print(f"hash of {COMMON} decisions, the same for all: {common_hash:016x}\n")
    base = median(variants_measured[0].rates)
    print(f"{'variant':44} {'decisions/s':>12} {'lowest':>10} {'highest':>10} {'ratio':>6}")
    for variant in variants_measured:
        middle = median(variant.rates)
        extremes = f"{min(variant.rates):10,.0f} {max(variant.rates):10,.0f}"
        print(f"{variant.name:44} {middle:12,.0f} {extremes} {middle / base:6.1f}")


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds: int = parser.parse_args().rounds
    variants_measured = variants()
    with tempfile.TemporaryDirectory(prefix="compilers-") as folder:
        common_hash = measure_all(variants_measured, rounds, Path(folder))
    report(variants_measured, rounds, common_hash)


if __name__ == "__main__":
    main()

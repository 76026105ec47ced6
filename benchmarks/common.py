"""What the benchmarks share: a description of the machine, and `kontor` with stored results."""

import json
import os
import platform
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results"  # of long matches, game by game, kept in the repository


def processor() -> str:
    """Return the name of the processor, if the system provides it."""
    cpuinfo = Path("/proc/cpuinfo")
    names = re.findall(r"model name\s*: (.*)", cpuinfo.read_text()) if cpuinfo.exists() else []
    return names[0] if names else platform.processor() or platform.machine()


def machine() -> str:
    """Return a description of this machine."""
    return f"{processor()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def processor_ticks() -> tuple[int, int]:
    """Return the time that the host took from our processors for other machines, and all of their time."""
    ticks = [int(count) for count in Path("/proc/stat").read_text().split()[1:9]]  # the last is called "steal" there
    return ticks[-1], sum(ticks)


def stolen_share(before: tuple[int, int], after: tuple[int, int]) -> float:
    """Return the share of the processors that the host gave to other machines between two readings."""
    return (after[0] - before[0]) / max(1, after[1] - before[1])


def kontor(command: str, *options: str) -> dict[str, Any]:
    """Run a command of ours and return its result as data."""
    line = [str(Path(sys.executable).with_name("kontor")), *shlex.split(command)[1:], *options, "--json"]
    print(command, file=sys.stderr)
    answer = subprocess.run(line, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    result: dict[str, Any] = json.loads(answer.stdout)
    return result


def store(path: Path, result: dict[str, Any]) -> None:
    """Store a result until the page is written."""
    path.write_text(json.dumps(result))


def stored(path: Path) -> dict[str, Any] | None:
    """Return a stored result, if there is one."""
    result: dict[str, Any] | None = json.loads(path.read_text()) if path.exists() else None
    return result

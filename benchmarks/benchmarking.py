"""What the benchmarks share: the machine in words, and `kontor` run for a document that is kept."""

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


def processor() -> str:
    """The name of the processor, where the system tells."""
    cpuinfo = Path("/proc/cpuinfo")
    names = re.findall(r"model name\s*: (.*)", cpuinfo.read_text()) if cpuinfo.exists() else []
    return names[0] if names else platform.processor() or platform.machine()


def machine() -> str:
    """What this runs on, in words."""
    return f"{processor()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def kontor(command: str, *options: str) -> dict[str, Any]:
    """What a command of ours comes to, as data."""
    line = [str(Path(sys.executable).with_name("kontor")), *shlex.split(command)[1:], *options, "--json"]
    print(command, file=sys.stderr)
    answer = subprocess.run(line, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    result: dict[str, Any] = json.loads(answer.stdout)
    return result


def keep(path: Path, result: dict[str, Any]) -> None:
    """Keep a result until the page is written."""
    path.write_text(json.dumps(result))


def kept(path: Path) -> dict[str, Any] | None:
    """A result that was kept, if there is one."""
    result: dict[str, Any] | None = json.loads(path.read_text()) if path.exists() else None
    return result

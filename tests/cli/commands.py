"""Runs the command line in tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from kontor.cli.main import main

# A shell without job control starts background jobs with SIGINT ignored, and processes inherit that: set it back.
INTERRUPTIBLE = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
INTERRUPTIBLE += "from kontor.cli.main import main; main()"
START: dict[str, Any] = {"setup": {"game": "teutonica"}, "position": {}}


def kontor(*args: object, stdin: str | bytes | None = None) -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(main, [str(arg) for arg in args], input=stdin, prog_name="kontor")


def printed(*args: object, stdin: str | bytes | None = None) -> Any:
    """Return the JSON document of a successful command."""
    result = kontor(*args, "--json", stdin=stdin)
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


def refused(*args: object, code: int, stdin: str | bytes | None = None) -> str:
    """Return the sentence of a command that exits with that code and prints nothing else."""
    result = kontor(*args, stdin=stdin)
    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr.startswith("kontor: ")
    assert result.stderr.endswith((".\n", "?\n"))
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("kontor: ").rstrip("\n")


def written(folder: Path, content: object) -> Path:
    """Return a file that holds a value as JSON."""
    path = folder / "input.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def command(*args: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in its own process."""
    line = [sys.executable, "-c", "from kontor.cli.main import main; main()", *map(str, args)]
    return subprocess.run(
        line, env={**os.environ, **environment}, capture_output=True, text=True, check=False, timeout=120
    )

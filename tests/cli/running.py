"""Running the command in tests."""

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


def kontor(*args: object, given: str | bytes | None = None) -> Result:
    """The command run in this process."""
    return CliRunner().invoke(main, [str(arg) for arg in args], input=given, prog_name="kontor")


def printed(*args: object, given: str | bytes | None = None) -> Any:
    """The JSON document a command prints when all goes well."""
    result = kontor(*args, "--json", given=given)
    assert (result.exit_code, result.stderr) == (0, "")
    return json.loads(result.stdout)


def refused(*args: object, code: int, given: str | bytes | None = None) -> str:
    """The sentence a command ends with when it ends with that code, alone on its line."""
    result = kontor(*args, given=given)
    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr.startswith("kontor: ")
    assert result.stderr.endswith((".\n", "?\n"))
    assert result.stderr.count("\n") == 1
    return result.stderr.removeprefix("kontor: ").rstrip("\n")


def written(folder: Path, content: object) -> Path:
    """A file that holds a value as JSON."""
    path = folder / "input.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def command(*args: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command run in a process of its own."""
    line = [sys.executable, "-c", "from kontor.cli.main import main; main()", *map(str, args)]
    return subprocess.run(
        line, env={**os.environ, **environment}, capture_output=True, text=True, check=False, timeout=120
    )

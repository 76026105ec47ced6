"""`python installed_package.py`: check the installed package, for `make wheel` and for cibuildwheel.

It must run outside the repository, so that the installed package is imported and not the source.
"""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
from importlib.metadata import version
from pathlib import Path
from typing import Any

NAME = "kontor-games"
PROGRAM = Path(sysconfig.get_path("scripts"), "kontor")


def output(*arguments: str) -> str:
    """Return what the installed command prints."""
    done = subprocess.run([str(PROGRAM), *arguments], capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode:
        sys.exit(f"kontor {' '.join(arguments)} failed: {done.stderr.strip()}")
    return done.stdout


def printed(*arguments: str) -> Any:
    """Return the JSON document that the installed command prints."""
    return json.loads(output(*arguments, "--json"))


def problems() -> list[str]:
    """Return a sentence for everything that is wrong with the installed package."""
    import kontor

    found = []
    if not Path(kontor.__file__).is_relative_to(sysconfig.get_path("purelib")):
        found.append(f"{kontor.__file__} is not the installed package.")
    if output("--version").split() != ["kontor", version(NAME)]:
        found.append(f"the command has another version than {NAME} {version(NAME)}.")
    if not Path(kontor.__file__).with_name("server").joinpath("client", "index.html").exists():
        found.append("the browser client is missing.")
    return [*found, *(problem for game in printed("games")["games"] for problem in game_problems(game["game"]))]


def game_problems(game: str) -> list[str]:
    """Return a sentence for everything that is wrong with a game."""
    played = printed("simulate", game, "--games", "20")
    entries = [rule for listed in printed("rules", "--game", game)["games"] for rule in listed["chapters"]]
    found = [] if played["kernel"] == "compiled" else [f"{game} is {played['kernel']}, not compiled."]
    found += [] if played["finished"] == 20 else [f"only {played['finished']} of 20 games of {game} ended."]
    return found + ([] if entries else [f"{game} has no rules."])


if __name__ == "__main__":
    sys.exit("\n".join(problems()) or 0)

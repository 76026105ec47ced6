"""Every import contract of pyproject.toml fails when an import that it forbids is planted."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLANTED = {
    "kernel/seats.py": "from kontor.core import game",  # layers
    "terminal/screen.py": "from kontor.server import clock",  # layers
    "games/hansa/moves.py": "from kontor.games.teutonica import moves",  # games
    "games/hansa/rules/board.py": "from kontor.games.hansa import configuration",  # parts of a game, cycle
    "core/record.py": "import sqlalchemy",  # standard library
    "server/store/log.py": "from kontor.server.service import match",  # layers of the server
    "server/node.py": "from kontor.server.routes import moves",  # routes
    "client/calls.py": "from kontor.server import settings",  # layers: the client library needs no server
}


def test_planted_imports_break_every_contract(tmp_path: Path) -> None:
    package = tmp_path / "kontor"
    shutil.copytree(ROOT / "src" / "kontor", package, ignore=shutil.ignore_patterns("*.so", "assets", "__pycache__"))
    for path, statement in PLANTED.items():
        module = package / path
        module.write_text(f"{module.read_text(encoding='utf-8')}\n{statement}\n", encoding="utf-8")
    config = ROOT / "pyproject.toml"
    command = [str(Path(sys.executable).with_name("lint-imports")), "--config", str(config), "--no-cache"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    names = [contract["name"] for contract in tomllib.loads(config.read_text())["tool"]["importlinter"]["contracts"]]
    assert set(re.findall(r"^(.*) BROKEN\b", done.stdout, re.MULTILINE)) == set(names), done.stdout + done.stderr
    assert "kontor.client is not allowed to import kontor.server" in done.stdout
    assert "kontor.terminal is not allowed to import kontor.server" in done.stdout

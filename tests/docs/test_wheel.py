"""Protects that the wheel, installed without Node and a compiler, plays a game against the computer."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

import kontor
from tests.browser.chromium import chromium
from tests.browser.servers import Server, visitor
from tests.browser.table_actions import open_table, play, table_of
from tests.docs.pages import ROOT

BUILT_FROM = ("src", "kernel_compiler", "build/kernels", "docs", "web")
FILES = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "CHANGELOG.md", "constraints.txt")
IGNORED = shutil.ignore_patterns("__pycache__", "node_modules", "temp")
WHOLE_GAME = 10_000
some_moves_or_all = pytest.mark.parametrize("moves", [6, pytest.param(WHOLE_GAME, marks=pytest.mark.soak)])


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project with compiled kernels and client."""
    folder = tmp_path_factory.mktemp("project")
    for name in BUILT_FROM:
        shutil.copytree(ROOT / name, folder / name, ignore=IGNORED)
    for name in FILES:
        shutil.copy2(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def wheel(project: Path) -> Path:
    """Return the wheel, built as an installer builds it."""
    hatchling = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", "dist"]
    subprocess.run(hatchling, cwd=project, check=True)
    (made,) = (project / "dist").glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """Return the programs of an environment with the wheel and its server dependencies only."""
    place = wheel.parent / "environment"
    venv.create(place, with_pip=False)
    uv = Path(sys.executable).with_name("uv")
    call: list[str | Path] = [uv, "pip", "install", "--quiet", "--python", place / "bin" / "python", "--constraint"]
    subprocess.run([*call, ROOT / "constraints.txt", f"{wheel}[server]"], check=True)
    return place / "bin"


def test_the_wheel_holds_kernels_and_client_and_is_named_after_the_version(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert wheel.name.startswith(f"kontor_games-{kontor.__version__}-cp")
    assert [name for name in names if name.startswith("kontor/games/teutonica/_compiled.")]
    assert [name for name in names if name.startswith("kontor/games/hansa/_compiled.")]
    assert "kontor/server/client/index.html" in names
    assert {f"kontor/games/hansa/data/ledger/{language}.toml" for language in ("en", "de", "fr")} <= set(names)
    assert not [name for name in names if name.startswith(("tests", "web", "kernel_compiler"))]


@some_moves_or_all
def test_it_plays_against_the_computer_without_node_and_compiler(
    moves: int, installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not {"node", "npm", "cc", "gcc"} & set(os.listdir(installed))
    server = Server(tmp_path)
    server.program = installed / "kontor"
    with chromium() as browser:
        monkeypatch.setenv("PATH", str(installed))
        monkeypatch.delenv("PYTHONPATH", raising=False)
        server.start()
        with visitor(browser, server) as page:
            opponent = {"kind": "agent", "agent": "beginner"}
            open_table(page, {"game": "teutonica", "players": 3}, [{"kind": "human"}, opponent, opponent])
            play(page, moves)
            table = table_of(page)
        server.stop()
    assert {entry["seat"] for entry in table["entries"] if entry["kind"] == "move"} == {0, 1, 2}
    assert table["state"]["over"] == (moves == WHOLE_GAME)
    version = subprocess.run([installed / "kontor", "--version"], capture_output=True, text=True, check=True)
    assert version.stdout == f"kontor {kontor.__version__}\n"


def test_without_client_and_node_the_build_ends_with_a_sentence(project: Path, tmp_path: Path) -> None:
    folder = tmp_path / "project"
    shutil.copytree(project, folder, ignore=shutil.ignore_patterns("client", "kernels", "dist", "docs"))
    (folder / "web" / "package.json").unlink()
    hatchling = [sys.executable, "-m", "hatchling", "build", "--target", "sdist"]
    done = subprocess.run(hatchling, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "The browser client could not be built" in done.stdout + done.stderr
    assert "make web" in done.stdout + done.stderr

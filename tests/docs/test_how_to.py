"""Protects the how-to pages: their board and module work in a copy of the package, and the files they name exist."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from docs_builder.assemble import TRANSLATIONS
from kontor.server.notify.translations import LANGUAGES
from tests.docs.pages import ROOT, blocks, name_of, read

HOW_TO = ROOT / "docs" / "how-to"
GAME = Path("kontor", "games", "teutonica")
KONTOR = [sys.executable, "-c", "from kontor.cli.main import main; main()"]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Return a copy of the package without compiled and generated files."""
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "client")
    shutil.copytree(ROOT / "src" / "kontor", tmp_path / "kontor", ignore=ignored)
    return tmp_path


def insert(file: Path, before: str, line: str) -> None:
    """Insert a line before the only occurrence of a text in a file."""
    text = file.read_text(encoding="utf-8")
    assert text.count(before) == 1, (file, before)
    file.write_text(text.replace(before, line + before), encoding="utf-8")


def kontor(package: Path, *words: str) -> str:
    """Return the output of the command of a copied package with interpreted kernels."""
    environment = {**os.environ, "PYTHONPATH": str(package), "KONTOR_KERNEL": "interpreted"}
    done = subprocess.run([*KONTOR, *words], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def take_block(page: str, folder: Path) -> None:
    """Save the file that a page shows."""
    (block,) = [block for block in blocks(HOW_TO / page) if "title" in block.options]
    (folder / block.options["title"]).write_text(block.text, encoding="utf-8")


def test_the_board_of_the_page_can_be_played(package: Path) -> None:
    game = package / GAME
    take_block("board.md", game / "data" / "boards")
    insert(game / "data" / "editions" / "big-box.toml", "\n[modules]", '"frisia-3-5" = [3, 4, 5]\n')
    assert re.search(r"frisia-3-5 +3, 4, 5 players", kontor(package, "games"))
    played = kontor(package, "simulate", "teutonica", "--board", "frisia-3-5", "--players", "3", "--games", "3")
    assert "3 finished" in played


def test_the_module_of_the_page_can_be_played(package: Path) -> None:
    game = package / GAME
    take_block("module.md", game / "rules" / "modules")
    loaded = "from kontor.games.teutonica.rules.modules.head_start import add_head_start\n"
    insert(game / "rules" / "build_rules.py", "from kontor.games.teutonica.rules.modules.missions import", loaded)
    folded = '    if "head-start" in modules:\n        rules = add_head_start(rules)\n'
    insert(game / "rules" / "build_rules.py", "    return rules\n\n\n@exported\ndef steps_of", folded)
    insert(game / "setup.py", '"promo-markers")\nTWO', '"head-start", ')
    insert(game / "data" / "editions" / "big-box.toml", '"promo-markers" = ', '"head-start" = ["hanse-2-3"]\n')
    played = kontor(package, "simulate", "teutonica", "--players", "3", "--module", "head-start", "--games", "2")
    assert "head-start" in played
    assert "2 finished" in played


def test_every_language_has_its_texts_everywhere() -> None:
    locales = re.findall(
        r'"(\w\w)"', re.findall(r"LOCALES = \[(.*?)\]", read(ROOT / "web/src/messages/locales.ts"))[0]
    )
    assert set(locales) == set(LANGUAGES) == {"en", *TRANSLATIONS}
    english = sorted(file.name for file in (ROOT / "web" / "src" / "messages" / "en").iterdir())
    games = [folder for folder in (ROOT / "web" / "src" / "games").iterdir() if folder.is_dir()]
    for language in locales:
        assert all((game / kind / f"{language}.json").exists() for game in games for kind in ("messages", "learning"))
        assert sorted(file.name for file in (ROOT / "web" / "src" / "messages" / language).iterdir()) == english
        assert (ROOT / "src" / "kontor" / "server" / "notify" / "texts" / f"{language}.toml").exists()


@pytest.mark.parametrize("page", [*sorted(HOW_TO.glob("*.md")), ROOT / "docs" / "architecture.md"], ids=name_of)
def test_files_and_folders_that_pages_name_exist(page: Path) -> None:
    named = re.findall(r"`((?:src|web|tests|docs|benchmarks|deploy|docs_builder)/[\w./-]+)`", read(page))
    made_up = {"web/src/messages/nl"}  # the language one adds
    assert [path for path in named if path not in made_up and not (ROOT / path).exists()] == []


def test_the_table_of_changes_names_files() -> None:
    _, _, lines = read(ROOT / "docs" / "architecture.md").partition("## If you want to change")
    rows = [row for row in lines.splitlines() if row.startswith("| ")][1:]
    assert rows
    assert all(re.search(r"`(?:src|web)/", row) for row in rows)

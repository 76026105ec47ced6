"""Protects statements of the pages that can be checked against other files."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib

from kontor.core import registry
from kontor.games.teutonica.board_file import ABILITY_IDS
from kontor.games.teutonica.rules import pieces
from tests.docs.pages import ROOT, read

PRINTED = ROOT / "web" / "src" / "painters" / "teutonica" / "desk" / "print.ts"
IMPORT_NAMES = {"open_spiel": "pyspiel"}
WITHOUT_MODULES = """
import sys
for name in {names!r}:
    sys.modules[name] = None
from kontor.cli.main import main
main(["tournament", "hansa", "--players", "2", "--agents", "light", "--games", "2", "--seed", "1"])
"""


def extras() -> dict[str, set[str]]:
    """Return the import names of every extra but that of developers, by the name of the extra."""
    name_value_lines = tomllib.loads(read(ROOT / "pyproject.toml"))["project"]["optional-dependencies"]
    plain = {extra: [re.split(r"[\[;=]", line)[0] for line in lines] for extra, lines in name_value_lines.items()}
    return {
        extra: {IMPORT_NAMES.get(name, name).replace("-", "_") for name in names}
        for extra, names in plain.items()
        if extra != "dev"
    }


def test_the_research_page_installs_what_its_tournament_needs() -> None:
    page = read(ROOT / "docs" / "how-to" / "research.md")
    (installed,) = re.findall(r"pip install 'kontor\[([\w,]+)\]'", page)
    assert "kontor tournament" in page
    present = set().union(*(extras()[extra] for extra in installed.split(",")))
    absent = set().union(*extras().values()) - present
    program = WITHOUT_MODULES.format(names=sorted(absent))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_example_of_the_readme_names_the_game_it_plays() -> None:
    named = re.findall(r'^(\w+) = game\(\{"game": "(\w+)"', read(ROOT / "README.md"), re.MULTILINE)
    others = {name: set(registry.names()) - {name} for _, name in named}
    assert named
    assert all(variable not in others[name] for variable, name in named)


def test_the_tables_copied_by_the_client_agree_with_the_rules() -> None:
    text = read(PRINTED)
    (block,) = re.findall(r"ABILITY_VALUES\b.*?= \{(.*?)\};", text, re.DOTALL)
    copied = {name: json.loads(row) for name, row in re.findall(r"(\w+): (\[.*?\])", block)}
    assert copied["keys"] == [pieces.keys_value(level) for level in range(5)]
    assert copied["actions"] == [pieces.actions_value(level) for level in range(6)]
    assert copied["book"] == [pieces.book_value(level) for level in range(4)]
    assert copied["bank"] == [*(pieces.bank_value(level) for level in range(3)), "all"]
    assert {name: len(row) - 1 for name, row in copied.items()} == {
        name: pieces.highest_level(ability) for ability, name in enumerate(ABILITY_IDS)
    }

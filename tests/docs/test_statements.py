"""Protects statements of the pages that can be checked against other files."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib

from tests.docs.pages import ROOT, read

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
    declared = tomllib.loads(read(ROOT / "pyproject.toml"))["project"]["optional-dependencies"]
    plain = {extra: [re.split(r"[\[;=]", line)[0] for line in lines] for extra, lines in declared.items()}
    return {
        extra: {IMPORT_NAMES.get(name, name).replace("-", "_") for name in names}
        for extra, names in plain.items()
        if extra != "dev"
    }


def test_the_research_page_installs_what_its_tournament_needs() -> None:
    page = read(ROOT / "docs" / "how-to" / "research.md")
    installed = re.findall(r"pip install 'kontor-games\[([\w,]+)\]'", page)[0]
    assert "kontor tournament" in page
    present = set().union(*(extras()[extra] for extra in installed.split(",")))
    absent = set().union(*extras().values()) - present
    program = WITHOUT_MODULES.format(names=sorted(absent))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr

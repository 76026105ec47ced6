"""Protects that the site builds without warnings, is self-contained, and is reproducible."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs_builder.assemble import assemble
from docs_builder.build import build
from tests.docs.pages import ROOT

FETCHED = re.compile(r"""<(?:script|link|img|iframe)\b[^>]*?\b(?:src|href)=["']?(https?:)?//""")


def test_the_site_builds_without_a_warning_and_needs_nothing_from_outside(tmp_path: Path) -> None:
    """Check everything in one test, because parallel test processes would each build the site."""
    assert build(ROOT, tmp_path) == 0
    site = tmp_path / "build" / "site"
    check_that_every_page_is_there(site)
    check_that_nothing_is_fetched(site)
    check_the_search(site)
    check_what_was_filled_in(site)


def check_that_every_page_is_there(site: Path) -> None:
    """Check that every assembled page is part of the site."""
    for page in assemble(ROOT).pages:
        assert (site / re.sub(r"README\.md$", "index.md", page)).with_suffix(".html").exists(), page


def check_that_nothing_is_fetched(site: Path) -> None:
    """Check that no page loads anything from another host."""
    for page in site.rglob("*.html"):
        assert not FETCHED.search(page.read_text(encoding="utf-8")), page


def check_the_search(site: Path) -> None:
    """Check that rules are found in every language, and sources are excluded."""
    index = (site / "search.json").read_text(encoding="utf-8")
    assert "rules/en/teutonica.html#HT-DSP-2" in index
    assert "rules/de/teutonica.html#HT-DSP-2" in index
    assert "source/src" not in index


def check_what_was_filled_in(site: Path) -> None:
    """Check that options and docstrings come from the program."""
    commands, api = ((site / "reference" / name).read_text("utf-8") for name in ("command-line.html", "python.html"))
    assert "--simulations" in commands
    assert 'id="kontor.core.game.Game.legal_moves"' in api


@pytest.mark.soak
def test_pages_do_not_depend_on_the_process(tmp_path: Path) -> None:
    code = "import sys, pathlib; from docs_builder.assemble import assemble; "
    code += "assemble(pathlib.Path(sys.argv[1])).write(pathlib.Path(sys.argv[2]))"
    environment = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", code, str(ROOT), str(tmp_path)], env=environment, check=True)
    for place, text in assemble(ROOT).pages.items():
        assert (tmp_path / place).read_text(encoding="utf-8") == text, place


@pytest.mark.soak
def test_the_site_comes_out_the_same_again(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
        assert build(ROOT, folder) == 0
    for file in (each for each in (first / "build" / "site").rglob("*") if each.is_file()):
        assert (second / file.relative_to(first)).read_bytes() == file.read_bytes(), file.relative_to(first)

"""The site builds without a warning, needs nothing from outside, and comes out the same every time."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs_builder.assemble import assemble
from docs_builder.building import build
from tests.docs.pages import ROOT

FETCHED = re.compile(r"""<(?:script|link|img|iframe)\b[^>]*?\b(?:src|href)=["']?(https?:)?//""")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole site; a dead link or anchor ends the build."""
    folder = tmp_path_factory.mktemp("site")
    assert build(ROOT, folder) == 0
    return folder / "build" / "site"


def test_every_page_became_one_of_the_site(site: Path) -> None:
    assert (site / "index.html").exists()
    for page in assemble(ROOT).pages:
        assert (site / re.sub(r"README\.md$", "index.md", page)).with_suffix(".html").exists(), page


def test_nothing_is_fetched_from_outside(site: Path) -> None:
    for page in site.rglob("*.html"):
        assert not FETCHED.search(page.read_text(encoding="utf-8")), page


def test_rules_can_be_searched_and_sources_are_left_out(site: Path) -> None:
    index = (site / "search.json").read_text(encoding="utf-8")
    assert "rules/en/teutonica.html#HT-DSP-2" in index
    assert "rules/de/teutonica.html#HT-DSP-2" in index
    assert "source/src" not in index


def test_options_and_docstrings_are_on_the_site(site: Path) -> None:
    assert "--simulations" in (site / "reference" / "command-line.html").read_text(encoding="utf-8")
    assert 'id="kontor.core.game.Game.legal_moves"' in (site / "reference" / "python.html").read_text(
        encoding="utf-8"
    )


def test_pages_are_put_together_the_same_in_any_process(tmp_path: Path) -> None:
    code = "import sys, pathlib; from docs_builder.assemble import assemble; "
    code += "assemble(pathlib.Path(sys.argv[1])).write(pathlib.Path(sys.argv[2]))"
    environment = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", code, str(ROOT), str(tmp_path)], env=environment, check=True)
    for place, text in assemble(ROOT).pages.items():
        assert (tmp_path / place).read_text(encoding="utf-8") == text, place


@pytest.mark.soak
def test_the_site_comes_out_the_same_again(site: Path, tmp_path: Path) -> None:
    assert build(ROOT, tmp_path) == 0
    again = tmp_path / "build" / "site"
    for file in (each for each in site.rglob("*") if each.is_file()):
        assert (again / file.relative_to(site)).read_bytes() == file.read_bytes(), file.relative_to(site)

"""Protects that links and named files exist, and that every page is linked."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from code_checks.files import text_files
from docs_builder.assemble import assemble
from docs_builder.site import BrokenLink, Site
from tests.docs.pages import PAGES, ROOT, name_of, read

NAMED_FILE = re.compile(r"`(\w[\w.-]*(?:/[\w.-]+)+\.(?:py|toml|ts|svelte))`")


@cache
def listed_files() -> str:
    """Return the paths of all text files of the repository, one on each line."""
    return "".join(f"/{path}\n" for path in text_files(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_linked_files_exist(page: Path) -> None:
    Site(ROOT).add_document(name_of(page))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_source_files_named_in_text_exist(page: Path) -> None:
    for name in NAMED_FILE.findall(read(page)):
        assert f"/{name}\n" in listed_files(), name


def test_a_broken_link_is_named(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "page.md").write_text("See [that](nowhere.md).\n", encoding="utf-8")
    with pytest.raises(BrokenLink, match=r"docs/page\.md links to nowhere\.md"):
        Site(tmp_path).add_document("docs/page.md")


def test_the_index_lists_every_page() -> None:
    index = ROOT / "docs" / "README.md"
    linked = {(index.parent / link).resolve() for link in re.findall(r"\]\(([^)]+)\)", read(index))}
    assert {*(ROOT / "docs").rglob("*.md")} - {index} <= linked


def test_the_navigation_names_pages_of_the_site_and_none_is_missing() -> None:
    named = set(re.findall(r'= "([\w/.-]+\.md)"', (ROOT / "zensical.toml").read_text(encoding="utf-8")))
    site = assemble(ROOT)
    assert named <= set(site.pages)
    listed_elsewhere = ("source/", "project/", "decisions/", "studies/")
    assert {page for page in site.pages if not page.startswith(listed_elsewhere)} <= named


def test_pictures_are_small_and_described() -> None:
    for page in PAGES:
        for words, link in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", read(page)):
            assert words, f"{name_of(page)}: {link}"
            assert (page.parent / link).stat().st_size < 300_000, link

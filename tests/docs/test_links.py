"""Protects that links lead to existing files, and that every page is linked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs_builder.assemble import assemble
from docs_builder.site import BrokenLink, Site
from tests.docs.pages import PAGES, ROOT, name_of, read


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_linked_files_exist(page: Path) -> None:
    Site(ROOT).add_document(name_of(page))


def test_a_broken_link_is_named(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "page.md").write_text("See [that](nowhere.md).\n", encoding="utf-8")
    with pytest.raises(BrokenLink, match=r"docs/page\.md links to nowhere\.md"):
        Site(tmp_path).add_document("docs/page.md")


def test_the_index_lists_every_page() -> None:
    index = ROOT / "docs" / "README.md"
    name_value_lines = {(index.parent / link).resolve() for link in re.findall(r"\]\(([^)]+)\)", read(index))}
    assert {*(ROOT / "docs").rglob("*.md")} - {index} <= name_value_lines


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

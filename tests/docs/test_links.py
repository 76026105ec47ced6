"""Links lead somewhere, and whatever is there is linked to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs_builder.assemble import assemble
from docs_builder.site import DeadLink, Site
from tests.docs.pages import PAGES, ROOT, name_of, read


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_to_files(page: Path) -> None:
    Site(ROOT).add_document(name_of(page))


def test_a_dead_link_is_named(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "page.md").write_text("See [that](nowhere.md).\n", encoding="utf-8")
    with pytest.raises(DeadLink, match=r"docs/page\.md links to nowhere\.md"):
        Site(tmp_path).add_document("docs/page.md")


def test_the_index_lists_every_page() -> None:
    index = ROOT / "docs" / "README.md"
    listed = {(index.parent / link).resolve() for link in re.findall(r"\]\(([^)]+)\)", read(index))}
    assert {*(ROOT / "docs").rglob("*.md")} - {index} <= listed


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

"""Collects all pages of the site."""

from __future__ import annotations

from pathlib import Path

from docs_builder.api_reference import api_reference
from docs_builder.cases_page import CasesPage
from docs_builder.command_reference import command_reference
from docs_builder.english_page import EnglishRulesPage
from docs_builder.games import games_with_rules
from docs_builder.references import naming_code, quoting_tests
from docs_builder.rules_page import RulesPage
from docs_builder.site import Site
from docs_builder.source_page import add_source

TRANSLATIONS = ("de", "fr")
APPENDICES = {"docs/reference/command-line.md": command_reference, "docs/reference/python.md": api_reference}


def assemble(root: Path) -> Site:
    """Return a site with documents, rules and cases, and everything they link to."""
    site = Site(root)
    for page in sorted((root / "docs").rglob("*.md")):
        site.require(page.relative_to(root).as_posix())
    for asset in sorted((root / "docs" / "assets").iterdir()):
        site.require(asset.relative_to(root).as_posix())
    site.copies["assets/icon.svg"] = root / "web" / "public" / "icon.svg"
    add_rules(site)
    add_linked_files(site)
    return site


def add_rules(site: Site) -> None:
    """Add the rule pages in every language, and the pages of cases."""
    for game in games_with_rules():
        EnglishRulesPage(site, game).write()
        CasesPage(site, game).write()
        for language in TRANSLATIONS:
            RulesPage(site, game, language).write()


def add_linked_files(site: Site) -> None:
    """Add everything that is linked to, until nothing is missing."""
    indexes = (quoting_tests(site.root), naming_code(site.root))
    while site.pending:
        target, path = site.pending.popitem()
        if path.endswith(".md"):
            appendix = APPENDICES.get(path)
            site.add_document(path, appendix() if appendix else "")
        else:
            add_source(site, target, path, indexes)

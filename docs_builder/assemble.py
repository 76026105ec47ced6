"""Gathers all pages of the site."""

from __future__ import annotations

from pathlib import Path

from docs_builder.cases import CasesPage
from docs_builder.doors import doors_text
from docs_builder.ledger import LedgerPage
from docs_builder.options import options_text
from docs_builder.rules import RulesPage
from docs_builder.site import Site
from docs_builder.sources import add_source
from docs_builder.traces import code_by_id, quotes_by_id

GAMES = ("teutonica", "hansa")
TRANSLATIONS = ("de", "fr")
APPENDICES = {"docs/reference/command-line.md": options_text, "docs/reference/python.md": doors_text}


def assemble(root: Path) -> Site:
    """All pages: documents, rules and cases, then whatever they lead to."""
    site = Site(root)
    for page in sorted((root / "docs").rglob("*.md")):
        site.home(page.relative_to(root).as_posix())
    for asset in sorted((root / "docs" / "assets").iterdir()):
        site.home(asset.relative_to(root).as_posix())
    site.copies["assets/icon.svg"] = root / "web" / "public" / "icon.svg"
    add_rules(site)
    follow(site)
    return site


def add_rules(site: Site) -> None:
    """The pages of the rules in every language, and of the cases."""
    for game in GAMES:
        LedgerPage(site, game).write()
        CasesPage(site, game).write()
        for language in TRANSLATIONS:
            RulesPage(site, game, language).write()


def follow(site: Site) -> None:
    """Put everything that is linked to on the site, until nothing is missing."""
    traces = (quotes_by_id(site.root), code_by_id(site.root))
    while site.wanted:
        place, path = site.wanted.popitem()
        if path.endswith(".md"):
            appendix = APPENDICES.get(path)
            site.add_document(path, appendix() if appendix else "")
        else:
            add_source(site, place, path, traces)

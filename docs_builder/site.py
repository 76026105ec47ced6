"""The pages of the site, collected from the repository together with everything they link to."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from posixpath import normpath

from docs_builder.urls import COPIED_SUFFIXES, relative_link, site_path

LINK_PATTERN = re.compile(r"(!?\[[^\]\n]*\]\()([^)\s]+)(\))")
FENCE_PATTERN = re.compile(r"^\s*(```+|~~~+)")


class BrokenLink(ValueError):
    """A link to a file that does not exist; the message is one sentence."""


class Site:
    """Pages by their path on the site, and the files that are copied beside them."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.pages: dict[str, str] = {}
        self.copies: dict[str, Path] = {}
        self.pending: dict[str, str] = {}

    def require(self, path: str) -> str:
        """Return the path of a file on the site, and make sure that it will be added."""
        if (self.root / path).is_dir():
            path = f"{path}/README.md"
        if not (self.root / path).is_file():
            raise BrokenLink(f"{path} does not exist.")
        target = site_path(path)
        if PurePosixPath(target).suffix in COPIED_SUFFIXES:
            self.copies[target] = self.root / path
        elif target not in self.pages:
            self.pending[target] = path
        return target

    def link(self, page: str, path: str, anchor: str = "") -> str:
        """Return the link from a page of the site to a file of the repository."""
        return relative_link(page, self.require(path)) + anchor

    def add(self, target: str, text: str) -> None:
        """Add a page."""
        self.pages[target] = text
        self.pending.pop(target, None)

    def add_document(self, path: str, appendix: str = "") -> None:
        """Add a Markdown file of the repository with its links rewritten."""
        target = site_path(path)
        text = (self.root / path).read_text(encoding="utf-8")
        self.add(target, rewrite_links(text, lambda link: self.site_link(path, target, link)) + appendix)

    def site_link(self, path: str, page: str, link: str) -> str:
        """Return a link of a document as it has to be on its page of the site."""
        file, mark, anchor = link.partition("#")
        if "://" in link or link.startswith("mailto:") or not file:
            return link
        try:
            return self.link(page, normpath(PurePosixPath(path).parent / file), mark + anchor)
        except BrokenLink as problem:
            raise BrokenLink(f"{path} links to {link}, but {problem}") from problem

    def write(self, folder: Path) -> None:
        """Write everything into a folder."""
        for page, text in sorted(self.pages.items()):
            (folder / page).parent.mkdir(parents=True, exist_ok=True)
            (folder / page).write_text(text, encoding="utf-8")
        for target, source in sorted(self.copies.items()):
            (folder / target).parent.mkdir(parents=True, exist_ok=True)
            (folder / target).write_bytes(source.read_bytes())


def rewrite_links(text: str, site_link: Callable[[str], str]) -> str:
    """Return a Markdown text with every link outside of code rewritten."""
    lines, fence = [], ""
    for line in text.splitlines():
        mark = FENCE_PATTERN.match(line)
        if mark and not fence:
            fence = mark[1]
        elif mark and line.strip().startswith(fence):
            fence = ""
        elif not fence:
            line = LINK_PATTERN.sub(lambda found: found[1] + site_link(found[2]) + found[3], line)
        lines.append(line)
    return "\n".join(lines) + "\n"

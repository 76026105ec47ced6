"""The pages of the site, gathered from the repository: whatever a page links to is on the site too."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from posixpath import normpath

from docs_builder.places import COPIED, link_between, place_of

LINK = re.compile(r"(!?\[[^\]\n]*\]\()([^)\s]+)(\))")
FENCE = re.compile(r"^\s*(```+|~~~+)")


class DeadLink(ValueError):
    """A link that leads to nothing in the repository; the text is one sentence."""


class Site:
    """Pages by their path on the site, and the files that are copied beside them."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.pages: dict[str, str] = {}
        self.copies: dict[str, Path] = {}
        self.wanted: dict[str, str] = {}

    def home(self, path: str) -> str:
        """Where a file of the repository stands on the site, which it is on from now on."""
        if (self.root / path).is_dir():
            path = f"{path}/README.md"
        if not (self.root / path).is_file():
            raise DeadLink(f"{path} does not exist.")
        place = place_of(path)
        if PurePosixPath(place).suffix in COPIED:
            self.copies[place] = self.root / path
        elif place not in self.pages:
            self.wanted[place] = path
        return place

    def link(self, page: str, path: str, anchor: str = "") -> str:
        """The link from a page of the site to a file of the repository."""
        return link_between(page, self.home(path)) + anchor

    def add(self, place: str, text: str) -> None:
        """Put a page on the site."""
        self.pages[place] = text
        self.wanted.pop(place, None)

    def add_document(self, path: str, appendix: str = "") -> None:
        """Put a Markdown file of the repository on the site, its links led to where things are there."""
        place = place_of(path)
        text = (self.root / path).read_text(encoding="utf-8")
        self.add(place, led(text, lambda link: self.turn(path, place, link)) + appendix)

    def turn(self, path: str, place: str, link: str) -> str:
        """A link of a document, as it has to be on the site."""
        target, mark, anchor = link.partition("#")
        if "://" in link or link.startswith("mailto:") or not target:
            return link
        try:
            return self.link(place, normpath(PurePosixPath(path).parent / target), mark + anchor)
        except DeadLink as problem:
            raise DeadLink(f"{path} links to {link}, but {problem}") from problem

    def write(self, folder: Path) -> None:
        """Write everything into a folder."""
        for place, text in sorted(self.pages.items()):
            target = folder / place
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        for place, source in sorted(self.copies.items()):
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            (folder / place).write_bytes(source.read_bytes())


def led(text: str, turn: Callable[[str], str]) -> str:
    """A text of Markdown with every link outside of code turned."""
    lines, fence = [], ""
    for line in text.splitlines():
        mark = FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif mark and line.strip().startswith(fence):
            fence = ""
        elif not fence:
            line = LINK.sub(lambda found: found[1] + turn(found[2]) + found[3], line)
        lines.append(line)
    return "\n".join(lines) + "\n"

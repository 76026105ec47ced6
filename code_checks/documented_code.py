"""`python -m code_checks.documented_code FOLDER`: write the Python of all pages as files, for the type checker.

The blocks of a page are one program, except those with a title, which are files of their own.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

FENCED = re.compile(r"^```python([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SEPARATE = ("docs/how-to/python-chess.md",)  # pages whose blocks are programs of their own


def main(folder: str) -> None:
    """Replace the files of a folder by the programs of all pages."""
    out = Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    for old in out.glob("*.py"):
        old.unlink()
    for name, text in programs(Path.cwd()):
        (out / f"{name}.py").write_text(text, encoding="utf-8")


def programs(root: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of every program."""
    for page in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
        name = re.sub(r"\W", "_", page.relative_to(root).with_suffix("").as_posix())
        for number, text in enumerate(page_programs(page, root)):
            yield f"{name}_{number}", text


def page_programs(page: Path, root: Path) -> list[str]:
    """Return the programs of a page."""
    blocks = FENCED.findall(page.read_text(encoding="utf-8"))
    if page.relative_to(root).as_posix() in SEPARATE:
        return [text for _, text in blocks]
    joined = "\n".join(text for options, text in blocks if "title" not in options)
    return [text for text in (*(text for options, text in blocks if "title" in options), joined) if text]


if __name__ == "__main__":
    main(sys.argv[1])

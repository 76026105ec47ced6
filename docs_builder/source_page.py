"""Pages that show a source file with line numbers and the rules it names."""

from __future__ import annotations

from collections.abc import Iterable

from docs_builder.references import References
from docs_builder.site import Site
from docs_builder.urls import path_of_id, relative_link

HEAD = "---\nsearch:\n  exclude: true\n---\n\n"
LANGUAGES = {"py": "python", "json": "json", "toml": "toml", "ts": "typescript", "sh": "sh", "service": "ini"}


def add_source(site: Site, target: str, path: str, indexes: Iterable[References]) -> None:
    """Add a page for a file, with links to the rules it names or tests."""
    language = LANGUAGES.get(path.rpartition(".")[2], "text")
    text = (site.root / path).read_text(encoding="utf-8").rstrip("\n")
    ids = {id for each in indexes for id, references in each.items() if any(one.path == path for one in references)}
    links = [f"[{id}]({relative_link(target, path_of_id(id))}#{id})" for id in sorted(ids)]
    rules = f"Rules: {', '.join(links)}\n\n" if links else ""
    site.add(target, f'{HEAD}# {path}\n\n{rules}~~~~~~{{ .{language} linenums="1" }}\n{text}\n~~~~~~\n')


def line_anchor(line: int) -> str:
    """Return the anchor of a line on the page of a file."""
    return f"#__codelineno-0-{line}"

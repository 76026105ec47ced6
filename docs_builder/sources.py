"""Pages that show a file of the repository line by line, and which rules it names."""

from __future__ import annotations

from collections.abc import Iterable

from docs_builder.places import link_between, place_of_id
from docs_builder.site import Site
from docs_builder.traces import Traces

HEAD = "---\nsearch:\n  exclude: true\n---\n\n"
LANGUAGES = {"py": "python", "json": "json", "toml": "toml", "ts": "typescript", "sh": "sh", "service": "ini"}


def add_source(site: Site, place: str, path: str, traces: Iterable[Traces]) -> None:
    """Put a file on the site, with links to the rules it names or tests."""
    language = LANGUAGES.get(path.rpartition(".")[2], "text")
    text = (site.root / path).read_text(encoding="utf-8").rstrip("\n")
    ids = {id for each in traces for id, places in each.items() if any(one.path == path for one in places)}
    links = [f"[{id}]({link_between(place, place_of_id(id))}#{id})" for id in sorted(ids)]
    rules = f"Rules: {', '.join(links)}\n\n" if links else ""
    site.add(place, f'{HEAD}# {path}\n\n{rules}~~~~~~{{ .{language} linenums="1" }}\n{text}\n~~~~~~\n')


def line_anchor(line: int) -> str:
    """The anchor of a line on the page of a file."""
    return f"#__codelineno-0-{line}"

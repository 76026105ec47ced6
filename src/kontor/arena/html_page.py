"""Self-contained HTML pages: what all reports share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

STYLE = """
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #23282d; --faint: #6b737b; --rule: #dcdad3; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #181b1f; --ink: #dfe3e6; --faint: #98a1a9; --rule: #343a40; }
}
body { margin: 0 auto; padding: 2rem 1.2rem 4rem; max-width: 56rem; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, sans-serif; }
h1 { font-size: 1.6rem; font-weight: 600; margin: 0 0 .3rem; }
h2 { font-size: 1.1rem; font-weight: 600; margin: 2.6rem 0 .6rem; }
p, figcaption { color: var(--faint); margin: .3rem 0; }
figure { margin: 0; }
svg { width: 100%; height: auto; }
svg text { font-family: inherit !important; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .35rem .6rem; text-align: right; border-bottom: 1px solid var(--rule); white-space: nowrap; }
th { font-weight: 500; color: var(--faint); }
th:first-child, td:first-child { text-align: left; }
code { font-size: .9em; overflow-wrap: anywhere; }
"""


def document(title: str, body: str, style: str = "") -> str:
    """Return a whole page with the common style and an additional one."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}{style}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def figure(title: str, svg: str, caption: str = "") -> str:
    """Return a plot under its title."""
    below = f"<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f'<h2>{escape(title)}</h2>\n<figure role="img" aria-label="{escape(title)}">{svg}{below}</figure>'


def table(names: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table with a header row."""
    top = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    lines = "\n".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{lines}\n</tbody></table></div>'

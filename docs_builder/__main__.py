"""`python -m docs_builder`: build the documentation of this repository in build/site."""

from __future__ import annotations

import sys
from pathlib import Path

from docs_builder.build import build
from docs_builder.site import BrokenLink

ROOT = Path(__file__).resolve().parents[1]


def main() -> int:
    """Build the site; return 1 and print a sentence if a link is broken."""
    try:
        return build(ROOT, ROOT)
    except BrokenLink as problem:
        print(problem, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())

"""`python -m docs_builder`: build the documentation of this repository in build/site."""

from __future__ import annotations

import sys
from pathlib import Path

from docs_builder.building import build
from docs_builder.site import DeadLink

ROOT = Path(__file__).resolve().parents[1]


def main() -> int:
    """Build the site; 1 and a sentence when a link is dead."""
    try:
        return build(ROOT, ROOT)
    except DeadLink as problem:
        print(problem, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())

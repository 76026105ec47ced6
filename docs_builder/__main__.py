"""`python -m docs_builder`: put the pages together in build/docs and make the site of them in build/site."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from shutil import rmtree

from docs_builder.assemble import assemble
from docs_builder.site import DeadLink

ROOT = Path(__file__).resolve().parents[1]


def main() -> int:
    """Build the site; 1 and a sentence when a link is dead."""
    folder = ROOT / "build" / "docs"
    rmtree(folder, ignore_errors=True)
    try:
        assemble(ROOT).write(folder)
    except DeadLink as problem:
        print(problem, file=sys.stderr)
        return 1
    return subprocess.run(
        [Path(sys.executable).with_name("zensical"), "build", "--clean", "--strict"], cwd=ROOT
    ).returncode


if __name__ == "__main__":
    sys.exit(main())

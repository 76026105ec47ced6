"""Builds the site in a folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from shutil import copyfile, rmtree

from docs_builder.assemble import assemble

CONFIGURATION = "zensical.toml"


def build(root: Path, folder: Path) -> int:
    """Write the pages of a repository to build/docs of a folder and build the site in build/site.

    Return an exit code: broken links, anchors included, are errors.
    """
    pages = folder / "build" / "docs"
    rmtree(pages, ignore_errors=True)
    assemble(root).write(pages)
    if folder != root:
        copyfile(root / CONFIGURATION, folder / CONFIGURATION)
        (folder / "src").symlink_to(root / "src")
    program = Path(sys.executable).with_name("zensical")
    return subprocess.run([program, "build", "--clean", "--strict"], cwd=folder, check=False).returncode

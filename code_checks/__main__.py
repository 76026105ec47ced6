"""`python -m code_checks`: run the checks on the repository in this folder."""

from __future__ import annotations

import sys
from pathlib import Path

from code_checks import game_names, retired_names


def main() -> int:
    """Print every violation and return 1 if there are any."""
    root = Path.cwd()
    found = sorted([*retired_names.violations(root), *game_names.violations(root)])
    for violation in found:
        print(violation, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

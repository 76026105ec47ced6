"""`python -m kernel_compiler`: compile the kernels of the project in this folder, in place."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kernel_compiler.build import Kernel, ToolMissing, build_all, kernels
from kernel_compiler.source import Refusal


def main() -> int:
    """Compile what changed; 0 when all is compiled or the machine has no C compiler."""
    parser = argparse.ArgumentParser(prog="kernel_compiler", description=__doc__)
    parser.add_argument("--in-place", action="store_true", help="beside the sources (the only way there is)")
    parser.add_argument("--annotate", action="store_true", help="also write a page that shows the slow lines")
    parser.add_argument("--root", type=Path, default=Path.cwd(), help="the folder of pyproject.toml")
    arguments = parser.parse_args()
    try:
        found = kernels(arguments.root)
        for kernel, built in zip(found, build_all(found, arguments.annotate), strict=True):
            _report(kernel, built.result())
    except ToolMissing as error:
        print(f"warning: {error}", file=sys.stderr)
    except Refusal as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _report(kernel: Kernel, warnings: list[str] | None) -> None:
    print(f"{kernel.name}: {'unchanged' if warnings is None else 'compiled'}")
    for warning in warnings or []:
        print(f"warning: {warning}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())

"""Command line: `python -m kernel_compiler` compiles the kernels of the project in the current folder."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kernel_compiler.build import CompilerMissing, Kernel, build_all, kernels
from kernel_compiler.source import CompileError


def main() -> int:
    """Compile the kernels that changed; return 1 if a source is rejected."""
    parser = argparse.ArgumentParser(prog="kernel_compiler", description=__doc__)
    parser.add_argument(
        "--in-place", action="store_true", help="write the compiled modules next to the sources (always done)"
    )
    parser.add_argument("--annotate", action="store_true", help="also write an HTML page that marks slow lines")
    parser.add_argument("--root", type=Path, default=Path.cwd(), help="the folder that contains pyproject.toml")
    arguments = parser.parse_args()
    try:
        found = kernels(arguments.root)
        for kernel, built in zip(found, build_all(found, arguments.annotate), strict=True):
            _report(kernel, built.result())
    except CompilerMissing as error:
        print(f"warning: {error}", file=sys.stderr)
    except CompileError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _report(kernel: Kernel, warnings: list[str] | None) -> None:
    print(f"{kernel.name}: {'unchanged' if warnings is None else 'compiled'}")
    for warning in warnings or []:
        print(f"warning: {warning}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())

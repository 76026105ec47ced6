"""The choice between the compiled and the interpreted form of a kernel."""

from __future__ import annotations

import importlib
import importlib.util
import os
from types import ModuleType

KERNEL_VARIABLE = "KONTOR_KERNEL"
COMPILED = "compiled"
INTERPRETED = "interpreted"
MODULES = {COMPILED: "_compiled", INTERPRETED: "engine"}


class KernelError(RuntimeError):
    """Raised if the requested form of a kernel is unknown or not available."""


def load_kernel(package: str, kind: str | None = None) -> tuple[ModuleType, str]:
    """Import the kernel of a game package and return it with its kind.

    The kind is the argument, or the value of KONTOR_KERNEL, or `compiled` if a compiled kernel exists.
    """
    chosen = kind or os.environ.get(KERNEL_VARIABLE) or (COMPILED if is_compiled(package) else INTERPRETED)
    if chosen not in (COMPILED, INTERPRETED):
        raise KernelError(f"{KERNEL_VARIABLE} is {chosen!r}; it may be {COMPILED!r}, {INTERPRETED!r} or unset.")
    if chosen == COMPILED and not is_compiled(package):
        raise KernelError(
            f"The compiled kernel {package}._compiled is missing: install a C compiler and build it "
            f"('make kernel', or install the package again), or set {KERNEL_VARIABLE}={INTERPRETED}."
        )
    return importlib.import_module(f"{package}.{MODULES[chosen]}"), chosen


def is_compiled(package: str) -> bool:
    """Return whether the compiled kernel of a game package is installed."""
    return importlib.util.find_spec(f"{package}.{MODULES[COMPILED]}") is not None

"""Imports the Python programs in `web/tools`."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

TOOLS = Path(__file__).parents[2] / "web" / "tools"


def load(name: str) -> ModuleType:
    """Import a program by its name."""
    spec = spec_from_file_location(f"web_tools_{name}", TOOLS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

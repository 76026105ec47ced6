"""The build hook: puts the compiled kernels into the wheel, or warns and leaves them interpreted."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class KernelHook(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles the kernels that pyproject.toml lists before a wheel is put together."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile every kernel and add each that could be compiled to the wheel."""
        sys.path.insert(0, self.root)
        from kernel_compiler.build import Kernel, kernels

        compiled: list[Kernel] = [kernel for kernel in kernels(Path(self.root)) if self._compile(kernel)]
        if compiled:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
        if version != "editable":
            for kernel in compiled:
                inside = kernel.target.relative_to(kernel.sources)
                build_data["force_include"][str(kernel.target)] = inside.as_posix()

    def _compile(self, kernel: Any) -> bool:
        from kernel_compiler.build import build

        try:
            build(kernel)
        except Exception as error:
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            self.app.display_warning(f"Kontor will run interpreted, which is slow: {reason}")
            return False
        return True

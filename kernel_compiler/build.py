"""Writes the generated text of each kernel and compiles it to an extension module beside the sources."""

from __future__ import annotations

import contextlib
import hashlib
import io
import re
import sys
import sysconfig
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from kernel_compiler.imports import followed, matching_modules
from kernel_compiler.source import Refusal, read_source
from kernel_compiler.translate import Text, translate

BUILD_FOLDER = Path("build", "kernels")
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "infer_types": True,
    "nonecheck": False,
    "allow_none_for_extension_args": False,
    "embedsignature": False,
    "auto_pickle": False,
}
# Without -ffp-contract=off compilers join a product and a sum on arm64, and games differ from those of x86-64.
# Debug information (-g is Python's own flag) takes a quarter of the time and is used by nobody.
C_FLAGS = ["/O2"] if sys.platform == "win32" else ["-O3", "-g0", "-ffp-contract=off", "-Wno-unused-function"]
GENERATING = Lock()  # Cython and the capture of its messages are not made for several threads


class ToolMissing(Exception):
    """The kernel is well written, but this machine cannot compile C."""


@dataclass(frozen=True)
class Kernel:
    """One kernel of a project: its compiled module's name, its parts, and where both live."""

    name: str
    modules: Sequence[str]
    root: Path
    sources: Path

    @property
    def target(self) -> Path:
        """The extension module, beside the sources."""
        suffix = sysconfig.get_config_var("EXT_SUFFIX")
        return self.sources.joinpath(*self.name.split(".")).with_suffix(suffix)

    @property
    def generated(self) -> Path:
        """The generated Cython text."""
        return self.root / BUILD_FOLDER / (self.name.replace(".", "/") + ".pyx")


def kernels(root: Path) -> list[Kernel]:
    """Return one kernel for every module that matches `engines` in the settings of pyproject.toml."""
    with (root / "pyproject.toml").open("rb") as file:
        settings = tomllib.load(file)["tool"]["kontor"]["kernels"]
    return [_kernel(root, engine, settings) for engine in matching_modules(root / "src", settings["engines"])]


def _kernel(root: Path, engine: str, settings: Mapping[str, str]) -> Kernel:
    package = engine.rpartition(".")[0]
    modules = followed(root / "src", engine, (package, settings["shared"]), settings["runtime"])
    return Kernel(f"{package}._compiled", modules, root, root / "src")


def build_all(wanted: Sequence[Kernel], annotate: bool = False) -> list[Future[list[str] | None]]:
    """Build kernels side by side, the largest first, and return the finished builds in the given order."""
    with ThreadPoolExecutor(max_workers=max(len(wanted), 1)) as pool:
        largest_first = sorted(range(len(wanted)), key=lambda n: -len(wanted[n].modules))
        started = {n: pool.submit(build, wanted[n], annotate) for n in largest_first}
    return [started[n] for n in range(len(wanted))]


def build(kernel: Kernel, annotate: bool = False) -> list[str] | None:
    """Compile a kernel and return warnings, or None when it is already compiled from the same text."""
    with GENERATING:
        generated = _generate(kernel, annotate)
    if generated is None:
        return None
    c_file, text = generated
    _compile_c(kernel, c_file)
    return _leaks(c_file, text)


def _generate(kernel: Kernel, annotate: bool) -> tuple[Path, Text] | None:
    """Write the C file of a kernel, unless it is already compiled from the same text."""
    text = translate([read_source(kernel.sources, name) for name in kernel.modules], kernel.name)
    header = f"# {_fingerprint(text)}"
    if not annotate and _is_fresh(kernel, header):
        return None
    kernel.target.unlink(missing_ok=True)
    kernel.generated.parent.mkdir(parents=True, exist_ok=True)
    kernel.generated.write_text("\n".join([header, *text.lines[1:], ""]), encoding="utf-8")
    return _compile_cython(kernel, text, annotate), text


def _fingerprint(text: Text) -> str:
    import Cython

    facts = [*text.lines, repr(DIRECTIVES), repr(C_FLAGS), Cython.__version__, sys.version, sysconfig.get_platform()]
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()


def _is_fresh(kernel: Kernel, header: str) -> bool:
    if not (kernel.target.exists() and kernel.generated.exists()):
        return False
    return kernel.generated.read_text(encoding="utf-8").startswith(header)


def _compile_cython(kernel: Kernel, text: Text, annotate: bool) -> Path:
    from Cython.Compiler.Main import CompilationOptions, compile_single, default_options

    settings = {"compiler_directives": DIRECTIVES, "annotate": annotate, "output_file": None}
    options = CompilationOptions(default_options, **settings)
    with contextlib.redirect_stderr(io.StringIO()) as said:
        result = compile_single(str(kernel.generated), options, full_module_name=kernel.name)
    messages = list(_placed(said.getvalue(), text))
    if result.num_errors:
        raise Refusal("\n".join(messages) or said.getvalue())
    return Path(result.c_file)


def _placed(messages: str, text: Text) -> Iterator[str]:
    """The messages of Cython about lines of the generated text, each with its place in the source."""
    for line in messages.splitlines():
        if found := re.match(r"(?:warning: )?\S+\.pyx:(\d+):\d+: (.*)", line):
            yield f"{text.place(int(found[1]))}: {found[2]}"


def _leaks(c_file: Path, text: Text) -> list[str]:
    """The places where a kernel attribute is looked up as Python does, which finds nothing at run time."""
    found, line = [], 0
    for row in c_file.read_text(encoding="utf-8").splitlines():
        if position := re.match(r'\s*/\* (?:".*?(\.pyx)?":(\d+)|#### Code section)', row):
            line = int(position[2]) if position[1] else 0
        lookup = re.search(r"(?:GetAttr|SetAttr|CallMethod)\w*\(.*__pyx_n_u_(\w+)", row)
        if line and lookup and lookup[1] in text.hidden:
            found.append(f"{text.place(line)}: the owner of .{lookup[1]} has no known type: annotate it")
    return list(dict.fromkeys(found))


def _compile_c(kernel: Kernel, c_file: Path) -> None:
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    extension = Extension(kernel.name, [str(c_file)], extra_compile_args=C_FLAGS)
    command = build_ext(Distribution({"name": "kernel", "ext_modules": [extension]}))
    command.build_lib = str(kernel.sources)
    command.build_temp = str(kernel.root / BUILD_FOLDER / "temp")
    command.ensure_finalized()
    try:
        command.run()
    except Exception as error:
        raise ToolMissing(f"{kernel.name} was not compiled: the C compiler is missing or failed") from error

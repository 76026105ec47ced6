"""Generates the Cython text of each kernel and compiles it to an extension module next to the sources."""

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

from kernel_compiler.imports import kernel_modules, matching_modules
from kernel_compiler.source import CompileError, read_source
from kernel_compiler.translate import GeneratedText, translate

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
# Without -ffp-contract=off, compilers fuse products and sums on arm64, and games differ from those on x86-64.
# Debug information (-g is a default flag of Python) takes a quarter of the build time and is not used.
# Python's own flags define the overflow of ints, which no kernel uses (CONTRIBUTING, "Restrictions") and which makes
# loops over arrays about a tenth slower: an index of 32 bits would have to be extended in every round.
GCC_FLAGS = ["-O3", "-fno-wrapv", "-g0", "-ffp-contract=off", "-Wno-unused-function"]
C_FLAGS = ["/O2"] if sys.platform == "win32" else GCC_FLAGS
CYTHON_LOCK = Lock()  # Cython and the capture of its messages are not thread-safe


class CompilerMissing(Exception):
    """Raised when the C compiler is missing or fails."""


@dataclass(frozen=True)
class Kernel:
    """One kernel of a project: the name of its compiled module, its source modules, and their folders."""

    name: str
    modules: Sequence[str]
    root: Path
    sources: Path

    @property
    def target(self) -> Path:
        """Return the path of the extension module."""
        suffix = sysconfig.get_config_var("EXT_SUFFIX")
        return self.sources.joinpath(*self.name.split(".")).with_suffix(suffix)

    @property
    def generated(self) -> Path:
        """Return the path of the generated Cython file."""
        return self.root / BUILD_FOLDER / (self.name.replace(".", "/") + ".pyx")


def kernels(root: Path) -> list[Kernel]:
    """Return one kernel for every module that matches `engines` in the settings of pyproject.toml."""
    with (root / "pyproject.toml").open("rb") as file:
        settings = tomllib.load(file)["tool"]["kontor"]["kernels"]
    return [_kernel(root, engine, settings) for engine in matching_modules(root / "src", settings["engines"])]


def _kernel(root: Path, engine: str, settings: Mapping[str, str]) -> Kernel:
    package = engine.rpartition(".")[0]
    modules = kernel_modules(root / "src", engine, (package, settings["shared"]), settings["runtime"])
    return Kernel(f"{package}._compiled", modules, root, root / "src")


def build_all(wanted: Sequence[Kernel], annotate: bool = False) -> list[Future[list[str] | None]]:
    """Build kernels in parallel, the largest first, and return the finished builds in the given order."""
    with ThreadPoolExecutor(max_workers=max(len(wanted), 1)) as pool:
        largest_first = sorted(range(len(wanted)), key=lambda n: -len(wanted[n].modules))
        started = {n: pool.submit(build, wanted[n], annotate) for n in largest_first}
    return [started[n] for n in range(len(wanted))]


def build(kernel: Kernel, annotate: bool = False) -> list[str] | None:
    """Compile a kernel and return warnings, or None if it is already compiled from the same text."""
    with CYTHON_LOCK:
        generated = _generate(kernel, annotate)
    if generated is None:
        return None
    c_file, text = generated
    _compile_c(kernel, c_file)
    return _untyped_accesses(c_file, text)


def _generate(kernel: Kernel, annotate: bool) -> tuple[Path, GeneratedText] | None:
    """Write the C file of a kernel; return None if it is already compiled from the same text."""
    text = translate([read_source(kernel.sources, name) for name in kernel.modules], kernel.name)
    header = f"# {_fingerprint(text)}"
    if not annotate and _is_fresh(kernel, header):
        return None
    kernel.target.unlink(missing_ok=True)
    kernel.generated.parent.mkdir(parents=True, exist_ok=True)
    kernel.generated.write_text("\n".join([header, *text.lines[1:], ""]), encoding="utf-8")
    return _compile_cython(kernel, text, annotate), text


def _fingerprint(text: GeneratedText) -> str:
    import Cython

    inputs = [*text.lines, repr(DIRECTIVES), repr(C_FLAGS), Cython.__version__, sys.version, sysconfig.get_platform()]
    return hashlib.sha256("\n".join(inputs).encode()).hexdigest()


def _is_fresh(kernel: Kernel, header: str) -> bool:
    if not (kernel.target.exists() and kernel.generated.exists()):
        return False
    return kernel.generated.read_text(encoding="utf-8").startswith(header)


def _compile_cython(kernel: Kernel, text: GeneratedText, annotate: bool) -> Path:
    from Cython.Compiler.Main import CompilationOptions, compile_single, default_options

    settings = {"compiler_directives": DIRECTIVES, "annotate": annotate, "output_file": None}
    options = CompilationOptions(default_options, **settings)
    with contextlib.redirect_stderr(io.StringIO()) as said:
        result = compile_single(str(kernel.generated), options, full_module_name=kernel.name)
    messages = list(_messages_with_places(said.getvalue(), text))
    if result.num_errors:
        raise CompileError("\n".join(messages) or said.getvalue())
    return Path(result.c_file)


def _messages_with_places(messages: str, text: GeneratedText) -> Iterator[str]:
    """Yield the messages of Cython with the lines of the source instead of the generated text."""
    for line in messages.splitlines():
        if found := re.match(r"(?:warning: )?\S+\.pyx:(\d+):\d+: (.*)", line):
            yield f"{text.place(int(found[1]))}: {found[2]}"


def _untyped_accesses(c_file: Path, text: GeneratedText) -> list[str]:
    """Return a warning for every attribute that is looked up at run time, where a C attribute is not visible."""
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
        raise CompilerMissing(f"{kernel.name} was not compiled: the C compiler is missing or failed") from error

"""Protects the choice of the kernel: by argument, by environment variable, or the compiled one if installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from kontor.kernel.runtime.loading import COMPILED, INTERPRETED, KERNEL_VARIABLE, KernelError, load_kernel


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return a package with an engine and no compiled kernel."""
    monkeypatch.delenv(KERNEL_VARIABLE, raising=False)
    monkeypatch.syspath_prepend(str(tmp_path))
    folder = tmp_path / f"game_of_{tmp_path.name}"
    folder.mkdir()
    for name in ("__init__", "engine"):
        (folder / f"{name}.py").touch()
    return folder.name


@pytest.fixture
def compiled(package: str, tmp_path: Path) -> str:
    """Return a package with an engine and a compiled kernel."""
    (tmp_path / package / "_compiled.py").touch()
    return package


def test_the_compiled_kernel_is_the_default_if_it_is_installed(compiled: str) -> None:
    module, kind = load_kernel(compiled)
    assert (module.__name__, kind) == (f"{compiled}._compiled", COMPILED)


def test_the_interpreted_kernel_is_the_default_otherwise(package: str) -> None:
    module, kind = load_kernel(package)
    assert (module.__name__, kind) == (f"{package}.engine", INTERPRETED)


def test_the_environment_variable_overrides_the_default(compiled: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KERNEL_VARIABLE, INTERPRETED)
    assert load_kernel(compiled)[1] == INTERPRETED


def test_the_argument_overrides_the_environment_variable(compiled: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KERNEL_VARIABLE, INTERPRETED)
    assert load_kernel(compiled, COMPILED)[1] == COMPILED
    assert load_kernel(compiled, INTERPRETED)[1] == INTERPRETED


def test_the_error_for_a_missing_compiled_kernel_names_the_remedy(
    package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KERNEL_VARIABLE, COMPILED)
    with pytest.raises(KernelError, match="make kernel"):
        load_kernel(package)


def test_an_unknown_kind_is_rejected(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KERNEL_VARIABLE, "fast")
    with pytest.raises(KernelError, match="KONTOR_KERNEL is 'fast'"):
        load_kernel(package)

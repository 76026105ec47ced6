"""Which kernel is loaded: as given, by the environment, or the faster one."""

from __future__ import annotations

import pytest

from kontor.core.kernel import COMPILED, INTERPRETED, KERNEL_VARIABLE, KernelError, load_kernel

PRESENT = "array"
MISSING = "kontor.core._never_compiled"
SOURCE = "kontor.core.kernel"


@pytest.fixture(autouse=True)
def _no_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KERNEL_VARIABLE, raising=False)


def test_the_compiled_kernel_is_taken_where_there_is_one() -> None:
    module, kind = load_kernel(PRESENT, SOURCE)
    assert (module.__name__, kind) == (PRESENT, COMPILED)


def test_the_source_is_taken_otherwise() -> None:
    module, kind = load_kernel(MISSING, SOURCE)
    assert (module.__name__, kind) == (SOURCE, INTERPRETED)


def test_the_environment_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KERNEL_VARIABLE, INTERPRETED)
    assert load_kernel(PRESENT, SOURCE)[1] == INTERPRETED


def test_both_kinds_can_be_had_in_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KERNEL_VARIABLE, INTERPRETED)
    assert load_kernel(PRESENT, SOURCE, COMPILED)[1] == COMPILED
    assert load_kernel(PRESENT, SOURCE, INTERPRETED)[1] == INTERPRETED


def test_a_missing_compiled_kernel_is_named_with_its_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KERNEL_VARIABLE, COMPILED)
    with pytest.raises(KernelError, match="make kernel"):
        load_kernel(MISSING, SOURCE)


def test_other_wishes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KERNEL_VARIABLE, "fast")
    with pytest.raises(KernelError, match="KONTOR_KERNEL is 'fast'"):
        load_kernel(PRESENT, SOURCE)

"""Bounds of time grow with how slow the machine is at the moment, and never shrink."""

from __future__ import annotations

import pytest

from tests import calibration
from tests.calibration import python_slowdown, slowdown, typical


@pytest.mark.parametrize(("measured", "factor"), [(1.0, 1.0), (20.0, 1.0), (30.0, 1.5), (80.0, 4.0)])
def test_bounds_grow_with_the_time_of_the_fixed_work(measured: float, factor: float) -> None:
    assert slowdown(measured, 20.0) == factor


def test_the_first_measurement_and_an_outlier_do_not_count() -> None:
    times = iter([500.0, 10.0, 900.0, 12.0])
    assert typical(lambda: next(times)) == 12.0


def test_a_machine_half_as_fast_doubles_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "python_work_ms", lambda: 2 * calibration.PYTHON_REFERENCE_MS)
    assert python_slowdown() == 2.0


def test_the_fixed_work_is_the_same_every_time() -> None:
    assert calibration.python_work_ms() > 1.0
    assert python_slowdown() >= 1.0

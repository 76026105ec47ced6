"""Protects published numbers: zero has no sign, and the last bits of a number change no text."""

from __future__ import annotations

from math import inf, nextafter
from typing import Any

import pytest

from kontor.study.balance import report_text
from kontor.study.balance.regression import Slope
from kontor.study.number_format import decimal, percent, signed_decimal, signed_percent, stable

EDGES = (0.05, 0.15, 0.25, 0.35, 1.25, 48.05, 99.95, 0.005, 0.125, 0.375)


def neighbours(value: float) -> tuple[float, float, float]:
    """Return a number and the two floating-point numbers next to it."""
    return nextafter(value, -inf), value, nextafter(value, inf)


def found(estimate: float) -> dict[str, Any]:
    """Return a slope as data."""
    return Slope(estimate, estimate, estimate, 0.5).json()


@pytest.mark.parametrize("value", [0.0, -0.0, 5e-324, -5e-324, 1e-17, -1e-17, 0.04, -0.04])
def test_zero_is_printed_without_a_sign(value: float) -> None:
    assert (signed_decimal(value), decimal(value)) == ("0.0", "0.0")
    assert (signed_percent(value / 10, 0), percent(value / 10, 0)) == ("0%", "0%")
    assert report_text.slope_text(found(value)) == "0.0 (0.0 to 0.0)"


def test_other_numbers_keep_their_sign() -> None:
    assert [signed_decimal(value) for value in (1.26, -0.06, 12)] == ["+1.3", "-0.1", "+12.0"]
    assert [signed_percent(value, 0) for value in (0.126, -0.06, 0)] == ["+13%", "-6%", "0%"]


@pytest.mark.parametrize("edge", [sign * edge for edge in EDGES for sign in (1, -1)])
@pytest.mark.parametrize("digits", [0, 1, 2, 3])
def test_the_last_bit_changes_no_text(edge: float, digits: int) -> None:
    for text in (decimal, signed_decimal, percent, signed_percent):
        assert len({text(value, digits) for value in neighbours(edge)}) == 1


@pytest.mark.parametrize("edge", EDGES)
def test_the_last_bit_changes_no_row_and_no_verdict(edge: float) -> None:
    assert len({report_text.slope_text(found(value)) for value in neighbours(edge)}) == 1
    assert len({report_text.slope_text(found(value), 100) for value in neighbours(edge)}) == 1
    assert len({report_text.p_value_text(value) for value in (*neighbours(edge), *neighbours(edge))}) == 1
    assert {
        report_text.significance_mark({"points": {"q": value}}) for value in neighbours(report_text.SIGNIFICANCE)
    } == {""}
    assert {report_text.p_value_text(value) for value in neighbours(0.001)} == {"p = 0.001"}


def test_the_last_bit_does_not_decide_between_equal_findings() -> None:
    assert {stable(value) for value in neighbours(1.25)} == {1.25}
    assert str(stable(-1e-12)) == "0.0"

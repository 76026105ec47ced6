"""What all tests share."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark behind `tests.marks.case`."""
    config.addinivalue_line("markers", "quotes(*ids): ids of docs/rules that the test covers")

"""Marks that connect a test to the rules ledger."""

import pytest


def case(*ids: str) -> pytest.MarkDecorator:
    """Return a mark with the cases and rules of the ledger that a test, or one of its parameters, covers."""
    if not ids:
        raise ValueError("case() needs at least one id of the ledger")
    return pytest.mark.quotes(*ids)

"""The fixtures from which the client tests read moves, events, rules and components are those of the games."""

import json
from pathlib import Path

import pytest

from tests.browser import client_tools

FIXTURES = Path(__file__).parents[2] / "web" / "fixtures"


@pytest.mark.parametrize("name", ["vocabulary", "components"])
def test_the_fixtures_of_the_client_are_current(name: str) -> None:
    written = json.loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8"))
    current = json.loads(json.dumps(getattr(client_tools.load("vocabulary"), name)()))
    assert written == current, "The rules have changed; run `web/tools/vocabulary.py` and `make check-web`."

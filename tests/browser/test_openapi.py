"""The schema from which the client types are generated is that of the server."""

import json
from pathlib import Path

from kontor.server.app import create_app

FILE = Path(__file__).parents[2] / "web" / "openapi.json"


def test_the_description_the_client_is_built_from_is_current() -> None:
    written, current = json.loads(FILE.read_text(encoding="utf-8")), create_app().openapi()
    same = (written["paths"], written["components"]) == (current["paths"], current["components"])
    assert same, "The API has changed; run `make api` and `make check-web`."

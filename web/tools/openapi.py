"""Writes what the server says of its API to `web/openapi.json`, from which the types of the client are made.

Run it from the root of the repository: `.venv/bin/python web/tools/openapi.py`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kontor.server.app import create_app

FILE = Path(__file__).parent.parent / "openapi.json"


def described() -> dict[str, Any]:
    """The API in the words of OpenAPI; the version of the program is not part of it."""
    schema = create_app().openapi()
    schema["info"]["version"] = "1"
    return schema


if __name__ == "__main__":
    FILE.write_text(json.dumps(described(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

"""Answers: data written down once and sent as it is."""

from __future__ import annotations

from typing import Any

from orjson import dumps
from starlette.responses import Response


class Answer(Response):
    """Data as JSON, parts of which may be written down already."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Write the data down."""
        return dumps(content)

"""JSON responses."""

from __future__ import annotations

from typing import Any

from orjson import dumps
from starlette.responses import Response


class JsonResponse(Response):
    """A response with a JSON body; parts of the content may be JSON fragments already."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Return the content as JSON."""
        return dumps(content)

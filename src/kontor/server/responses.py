"""JSON responses, and how browsers may store those that are the same for everyone."""

from __future__ import annotations

from typing import Any, Final

from orjson import dumps
from starlette.responses import Response

PUBLIC: Final = "public, no-cache"
"""The Cache-Control of an answer that is the same for everyone, which the client keeps for times without network."""


class JsonResponse(Response):
    """A response with a JSON body; parts of the content may be JSON fragments already."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Return the content as JSON, or as it is if it is JSON already."""
        return content if isinstance(content, bytes) else dumps(content)

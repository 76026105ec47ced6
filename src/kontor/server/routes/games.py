"""The games that the server offers."""

from __future__ import annotations

import gzip
import hashlib
import json
from functools import lru_cache

from fastapi import Request, Response

from kontor.core import registry
from kontor.server.responses import PUBLIC
from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import OptionalAccount
from kontor.server.schemas.tables import Games
from kontor.server.service.games import agent_names, games_json

router = api_router("games")


@router.get("/games", response_model=Games)
async def list_games(request: Request, _: OptionalAccount) -> Response:
    """List games with their editions, boards as data, player counts, modules, switches with defaults, and agents."""
    plain, compressed, tag = games_content(tuple(registry.names()), tuple(agent_names()))
    headers = {"ETag": tag, "Cache-Control": PUBLIC, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(compressed, media_type="application/json", headers={**headers, "Content-Encoding": "gzip"})
    return Response(plain, media_type="application/json", headers=headers)


@lru_cache(maxsize=4)
def games_content(_games: tuple[str, ...], _agents: tuple[str, ...]) -> tuple[bytes, bytes, str]:
    """Return the description as JSON, compressed JSON, and its entity tag."""
    plain = json.dumps(games_json(), ensure_ascii=False, separators=(",", ":")).encode()
    return plain, gzip.compress(plain), f'"{hashlib.sha256(plain).hexdigest()[:20]}"'

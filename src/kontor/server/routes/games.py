"""The games that can be played here."""

from __future__ import annotations

import gzip
import hashlib
import json
from functools import lru_cache

from fastapi import APIRouter, Request, Response

from kontor.core import registry
from kontor.server.routes.callers import Visitor
from kontor.server.schemas.tables import Games
from kontor.server.service.games import agent_names, describe

router = APIRouter(tags=["games"])


@router.get("/games", response_model=Games)
async def games(request: Request, _: Visitor) -> Response:
    """Games, editions, boards as data, player counts, modules, switches with their defaults, and agents."""
    plain, packed, tag = written(tuple(registry.names()), tuple(agent_names()))
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type="application/json", headers={**headers, "Content-Encoding": "gzip"})
    return Response(plain, media_type="application/json", headers=headers)


@lru_cache(maxsize=4)
def written(_games: tuple[str, ...], _agents: tuple[str, ...]) -> tuple[bytes, bytes, str]:
    """The description as text, packed text, and a tag that changes with it."""
    plain = json.dumps(describe(), ensure_ascii=False, separators=(",", ":")).encode()
    return plain, gzip.compress(plain), f'"{hashlib.sha256(plain).hexdigest()[:20]}"'

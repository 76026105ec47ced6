"""The doors: what is turned away before anybody reads it."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Any, NoReturn
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kontor.server.settings import Settings

SAFE = {"GET", "HEAD", "OPTIONS", "TRACE"}
MOST_DIGITS = 18


class Doors:
    """Turns away requests of other origins, and bodies that are too large, too deep or no proper JSON."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        unsafe = scope["type"] == "websocket" or scope["method"] not in SAFE
        if unsafe and self.is_foreign(headers):
            await turn_away(scope, receive, send, 403, "foreign-origin", "Requests of other origins are refused.")
        elif scope["type"] == "http" and unsafe:
            await self.read_first(scope, receive, send, headers)
        else:
            await self.app(scope, receive, send)

    def is_foreign(self, headers: Headers) -> bool:
        """Whether a browser says that the request comes from a page of somebody else."""
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
        return urlsplit(origin).netloc != headers.get("host") and origin not in self.settings.origins

    async def read_first(self, scope: Scope, receive: Receive, send: Send, headers: Headers) -> None:
        """Read a body as far as is allowed and look at it before anybody trusts it."""
        most = self.settings.body_bytes
        body = await read_body(receive, most, headers.get("content-length"))
        if body is None:
            sentence = f"The body is larger than {most} bytes; send less."
            await turn_away(scope, receive, send, 413, "too-large", sentence)
            return
        wrong = what_is_wrong(body, self.settings.json_depth)
        if wrong:
            await turn_away(scope, receive, send, 422, "invalid-json", f"The body {wrong}.")
            return
        await self.app(scope, given_again(body, receive), send)


async def read_body(receive: Receive, most: int, announced: str | None) -> bytes | None:
    """The body of a request, or None if it is larger than allowed."""
    if announced is not None and (not announced.isdecimal() or int(announced[:20]) > most):
        return None
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > most:
            return None
        if not message.get("more_body"):
            return bytes(body)


def given_again(body: bytes, receive: Receive) -> Receive:
    """The same request for the next reader."""
    left: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return left.pop() if left else await receive()

    return again


async def turn_away(scope: Scope, receive: Receive, send: Send, status: int, error: str, sentence: str) -> None:
    """Answer instead of letting in."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4000 + status, "reason": sentence})
        return
    answer = JSONResponse({"error": error, "sentence": sentence, "facts": {}}, status)
    await answer(scope, receive, send)


def what_is_wrong(body: bytes, depth: int) -> str | None:
    """What is wrong with a body of JSON, if anything."""
    if not body:
        return None
    try:
        content = json.loads(body.decode("utf-8"), parse_int=whole, parse_float=finite, parse_constant=no_number)
    except RecursionError:
        return "is nested too deeply"
    except UnicodeDecodeError:
        return "is not UTF-8 text"
    except json.JSONDecodeError as problem:
        return f"is not valid JSON: {problem.msg} at line {problem.lineno}, column {problem.colno}"
    except ValueError as problem:
        return str(problem)
    return wrong_inside(content, depth)


def wrong_inside(content: object, depth: int) -> str | None:
    """What is wrong with values that are properly written: nested too deeply, or with half a character."""
    layer: list[object] = [content]
    for _ in range(depth):
        if not all(is_text(value) for value in layer if isinstance(value, str)):
            return "holds text with half a character or a null character"
        layer = [inner for value in layer for inner in inside(value)]
        if not layer:
            return None
    return f"is nested more than {depth} deep"


def inside(value: object) -> Iterable[Any]:
    """The values a value holds, names included."""
    if isinstance(value, dict):
        return [*value, *value.values()]
    return value if isinstance(value, list) else ()


def is_text(value: str) -> bool:
    """Whether a text can be written down: no lone surrogate and no null character."""
    return "\0" not in value and not any(0xD800 <= ord(sign) <= 0xDFFF for sign in value)


def whole(digits: str) -> int:
    """A whole number of a sensible size."""
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"has a number of {len(digits)} digits")
    return int(digits)


def finite(digits: str) -> float:
    """A number that is not too large to be one."""
    value = float(digits)
    if not math.isfinite(value):
        raise ValueError("has a number that is too large")
    return value


def no_number(word: str) -> NoReturn:
    """Refuse NaN and infinities, which are no JSON."""
    raise ValueError(f"has {word}, which is no JSON value")

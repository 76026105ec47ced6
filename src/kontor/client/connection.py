"""What both clients have in common: their address, their headers and the repetition of requests."""

from __future__ import annotations

from typing import Any, Final

import httpx

from kontor.client.calls import Call, seconds_to_wait
from kontor.client.errors import ConnectionFailed

MOST_REPETITIONS: Final = 5  # of a request that exceeded a limit


def base_address(url: str) -> str:
    """Return the address of a server without a slash at its end, or reject one that is no URL."""
    if not url.startswith(("http://", "https://")):
        raise ValueError(f"{url!r} is not the address of a server; write it like http://127.0.0.1:8137.")
    return url.rstrip("/")


def http_options(url: str, token: str | None, timeout: float) -> dict[str, Any]:
    """Return the options of an HTTP client."""
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    return {"base_url": base_address(url), "headers": headers, "timeout": timeout}


def request_options(call: Call[Any]) -> dict[str, Any]:
    """Return the options of a request."""
    return {"method": call.method, "url": call.path, "params": dict(call.query), "json": call.body}


def repetition_pause(response: httpx.Response, repetition: int) -> float | None:
    """Return the seconds after which a request is sent again, None if its response is final."""
    if repetition >= MOST_REPETITIONS:
        return None
    return seconds_to_wait(response.status_code, response.headers.get("retry-after"))


def credentials(http: httpx.Client | httpx.AsyncClient) -> dict[str, str]:
    """Return the headers that authenticate a socket as a client."""
    authorization = http.headers.get("authorization")
    if authorization is not None:
        return {"Authorization": authorization}
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in http.cookies.jar)
    return {"Cookie": cookies} if cookies else {}


def failure(address: str, problem: httpx.HTTPError) -> ConnectionFailed:
    """Return the error for a request that got no response."""
    reason = str(problem) or type(problem).__name__
    return ConnectionFailed(f"The server at {address} does not answer ({reason}); check that it runs.")

"""Attackers: guests with their own addresses on the loopback network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx

from tests.server.live_server import plan

GIVE_UP_SECONDS = 120.0


class Guest:
    """A guest account and the address its requests come from."""

    def __init__(self, address: str, name: str, own_address: str = "127.0.0.3") -> None:
        transport = httpx.HTTPTransport(local_address=own_address)
        self.http = httpx.Client(base_url=address, transport=transport, timeout=GIVE_UP_SECONDS)
        self.http.post("/api/session", json={"name": name}).raise_for_status()

    def post(self, path: str, content: object = None) -> httpx.Response:
        """Send a request and return the response, whatever it is."""
        return self.http.post(path, json=content)

    def open_table(self, setup: dict[str, Any], seats: list[str]) -> httpx.Response:
        """Open a table; a seat is given by its agent, or as `human`."""
        return self.post("/api/tables", {"setup": setup, "seats": [plan(seat) for seat in seats]})


def resident_megabytes(pid: int) -> float | None:
    """Return the resident memory of a process in megabytes, None where the system does not report it."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return None
    return next(int(line.split()[1]) / 1024 for line in status.read_text().splitlines() if line.startswith("VmRSS"))

"""What following a table needs, without the connection itself: where to connect, and what to do when it is lost."""

from __future__ import annotations

import json
import time
from typing import Final
from urllib.parse import urlencode

from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from kontor.client.data import Update, read_update
from kontor.client.errors import ApiError, ConnectionFailed, error_of
from kontor.client.table_view import TableView

LOST: Final = (WebSocketException, OSError, EOFError)  # a lost connection, or one that could not be opened
API_CODES: Final = range(4400, 4600)  # the server closes with 4000 and the status of the error
TEMPORARY: Final = frozenset({408, 429, 500, 502, 503, 504})
FIRST_PAUSE: Final = 0.25  # seconds
LONGEST_PAUSE: Final = 10.0


class Follower:
    """Follows a table over any number of connections: each continues after the last entry and message received."""

    def __init__(self, table: TableView, address: str, patience: float) -> None:
        self.table = table
        self.patience = patience
        self._address = address
        self._number, self._message = table.last_entry, table.last_message
        self._pause = FIRST_PAUSE
        self._lost_at: float | None = None
        self.is_over = False

    @property
    def url(self) -> str:
        """The URL of the WebSocket, which asks for everything that was missed."""
        query: dict[str, int | str] = {"since": self._number, "messages_since": self._message, "state": "true"}
        if self.table.seat is not None:
            query["seat"] = self.table.seat
        base = "ws" + self._address.removeprefix("http")
        return f"{base}/api/tables/{self.table.id}/live?{urlencode(query)}"

    def received(self, text: str | bytes) -> Update:
        """Apply a message of the socket to the table, and return it."""
        update = read_update(json.loads(text))
        if update.type == "entries":
            self._number, self.is_over = update.content["number"], update.content["over"]
        elif update.messages:
            self._message = update.messages[-1].number
        self._pause, self._lost_at = FIRST_PAUSE, None
        return self.table.apply(update)

    def pause_after(self, problem: Exception) -> float:
        """Return the seconds until the next attempt, or raise an error if there is no use in trying again."""
        error = api_error(problem)
        if error is not None and error.status not in TEMPORARY:
            raise error from problem
        if self._lost_at is None:
            self._lost_at = time.monotonic()
        if time.monotonic() - self._lost_at > self.patience:
            raise error or ConnectionFailed(
                f"The connection to {self._address} was lost for {self.patience:g} seconds; follow the table again."
            ) from problem
        pause, self._pause = self._pause, min(2 * self._pause, LONGEST_PAUSE)
        return pause


def api_error(problem: Exception) -> ApiError | None:
    """Return the error with which the server closed or refused a connection, None if it is only lost."""
    if isinstance(problem, ConnectionClosed) and problem.rcvd is not None and problem.rcvd.code in API_CODES:
        return ApiError(problem.rcvd.code - 4000, "closed", problem.rcvd.reason, {})
    if isinstance(problem, InvalidStatus):
        try:
            content = json.loads(problem.response.body or b"")
        except ValueError:
            content = None
        return error_of(problem.response.status_code, content, {})
    return None

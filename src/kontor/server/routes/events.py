"""The event stream of a table: what the WebSocket sends, as `text/event-stream`."""

from __future__ import annotations

import asyncio
import contextlib
import re
from typing import Annotated, Any, Final

from fastapi import Header, Request
from fastapi.sse import format_sse_event
from orjson import dumps
from starlette.responses import StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from kontor.server.error_responses import RESPONSES
from kontor.server.errors import DATABASE_SILENT, ApiError, DatabaseUnavailable, Invalid
from kontor.server.node import Node
from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import CurrentNode, OptionalAccount
from kontor.server.routes.live_connection import Number, open_feed, run, set_start
from kontor.server.schemas.fields import MAX_INTEGER, TableId, ViewedSeat, WithState
from kontor.server.service.live_feed import LiveFeed
from kontor.server.service.live_updates import LiveUpdate

HEARTBEAT_SECONDS = 15.0
EVENT_ID: Final = re.compile(r"([0-9]{1,10})(?:-([0-9]{1,10}))?")
UNBUFFERED: Final = {"X-Accel-Buffering": "no"}  # a proxy such as nginx would hold events back

router = api_router("events", "/tables/{table_id}")

LastEventId = Annotated[str | None, Header(description="The id of the last event received, such as 41-3.")]


class EventStreamResponse(StreamingResponse):
    """A response that sends the updates of a feed as events until its client disconnects or the server stops."""

    media_type = "text/event-stream"

    def __init__(self, node: Node, feed: LiveFeed) -> None:
        super().__init__((), headers=UNBUFFERED)
        self.node = node
        self.feed = feed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events; an error before the first one is a usual error response."""
        stream = EventStream(self, receive, send)
        try:
            connected = await run(self.node, stream, self.feed)
        except (ApiError, DatabaseUnavailable) as problem:
            if not stream.started:
                raise
            connected = await stream.sent(closing_event(problem))
        if not connected or not await stream.sent(b"", more=False):
            scope["abort"]()
            await until_disconnected(receive)


class EventStream:
    """A response as a live connection; the id of an event holds the numbers of the last entry and message sent."""

    def __init__(self, response: EventStreamResponse, receive: Receive, send: Send) -> None:
        self.heartbeat_seconds = HEARTBEAT_SECONDS
        self.started = False
        self._response = response
        self._receive = receive
        self._send = send
        self._number, self._message = response.feed.number, response.feed.message

    async def send(self, update: LiveUpdate) -> None:
        """Send an update as an event of its type."""
        if update.type == "entries":
            self._number = update.number
        elif update.type == "messages":
            self._message = update.number
        event_id = f"{self._number}-{self._message}"
        await self._write(format_sse_event(data_str=update.text, event=update.type, id=event_id))

    async def send_heartbeat(self) -> None:
        """Send a comment."""
        await self._write(format_sse_event(comment="heartbeat"))

    async def receive(self) -> bool:
        """Wait for a part of the body, which is not needed, and return False when the client has disconnected."""
        return str((await self._receive())["type"]) != "http.disconnect"

    async def sent(self, data: bytes, more: bool = True) -> bool:
        """Send data, and return False if the client does not read it in time."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._response.node.settings.send_seconds):
                await self._write(data, more)
                return True
        return False

    async def _write(self, data: bytes, more: bool = True) -> None:
        if not self.started:
            self.started = True
            await self._send(start_message(self._response))
        await self._send({"type": "http.response.body", "body": data, "more_body": more})


def error_descriptions() -> dict[int | str, dict[str, Any]]:
    """Return the error responses for the description of the API: they are JSON, not a stream."""
    return {
        status: {
            "description": shown["description"],
            "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{shown['model'].__name__}"}}},
        }
        for status, shown in RESPONSES.items()
    }


@router.get(
    "/events",
    status_code=200,
    response_class=EventStreamResponse,
    responses={200: {"description": "The messages of the live socket as events."}, **error_descriptions()},
)
async def stream_events(
    request: Request,
    table_id: TableId,
    account: OptionalAccount,
    node: CurrentNode,
    since: Number = None,
    messages_since: Number = None,
    seat: ViewedSeat = None,
    state: WithState = False,
    last_event_id: LastEventId = None,
) -> EventStreamResponse:
    """Stream the entries and messages after the given numbers, and then every change as it happens."""
    if last_event_id:
        since, messages_since = numbers_of(last_event_id)
    feed = await open_feed(node, request, account, table_id, seat, state)
    await set_start(node, feed, since, messages_since)
    return EventStreamResponse(node, feed)


def numbers_of(event_id: str) -> tuple[int, int | None]:
    """Return the numbers of the entry and of the message that the id of an event holds."""
    found = EVENT_ID.fullmatch(event_id)
    numbers = [int(number) for number in found.groups() if number is not None] if found else []
    if not numbers or max(numbers) > MAX_INTEGER:
        raise Invalid("Last-Event-ID has to be the id of an event of this stream, such as 41 or 41-3.")
    return numbers[0], numbers[1] if len(numbers) == 2 else None


def start_message(response: EventStreamResponse) -> Message:
    """Return the message that starts a response."""
    return {"type": "http.response.start", "status": response.status_code, "headers": response.raw_headers}


def closing_event(problem: ApiError | DatabaseUnavailable) -> bytes:
    """Return the event that says why the server ends a stream."""
    status, sentence = (problem.status, problem.sentence) if isinstance(problem, ApiError) else (503, DATABASE_SILENT)
    content = {"type": "closed", "status": status, "sentence": sentence}
    return format_sse_event(data_str=dumps(content).decode(), event="closed")


async def until_disconnected(receive: Receive) -> None:
    """Wait until the server has closed a connection that was aborted."""
    while (await receive())["type"] != "http.disconnect":
        pass

"""The bus: announces that a table or an account has changed, inside one process or between nodes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

from orjson import dumps, loads
from sqlalchemy.ext.asyncio import AsyncSession

ENTRIES: Final = "entries"
SEATS: Final = "seats"
MESSAGES: Final = "messages"
PRESENCE: Final = "presence"
UNDO_VOTES: Final = "undo-votes"
ACCOUNTS: Final = "accounts"
FORMER: Final = "former"
THINKING: Final = "thinking"
GAMES: Final = "games"
NOTICES: Final = "notices"
LISTED: Final = "listed"
SUMMARY: Final = "summary"

EntryValues = tuple[int | str | None, ...]
"""The values of an entry of a log, in the order of its fields."""


class Notice(NamedTuple):
    """The announcement of a change at a table; the number is that of the last entry or message.

    Notices of new entries also contain the entries themselves, as rows of the log, and the node that has written
    them, unless they are too long or were written together with other changes. Notices of presence contain the node,
    the seats that are present and the number of spectators. Notices about
    accounts have an account as their subject, one of whose sessions or tokens was revoked; those about games have an
    account that has come to a table or left one; those about notices an account whose notices have changed; those
    about former players an account that was deleted. Notices about listed tables have no subject.
    """

    subject: str = ""
    number: int = 0
    about: str = ENTRIES
    node: str = ""
    seats: tuple[int, ...] = ()
    watchers: int = 0
    entries: tuple[EntryValues, ...] = ()

    def text(self) -> str:
        """Return the notice as JSON text."""
        return dumps({name: value for name in self._fields if (value := getattr(self, name))}).decode()


def read_notice(text: str) -> Notice:
    """Return a notice from JSON text."""
    content = loads(text)
    entries = tuple(map(tuple, content.get("entries", ())))
    return Notice(**{**content, "seats": tuple(content.get("seats", ())), "entries": entries})


NoticeHandler = Callable[[Notice | None], None]
"""Is called with notices; None says that some may have been lost."""


class Bus(Protocol):
    """Delivers notices to the subscribers at every node."""

    def subscribe(self, handler: NoticeHandler) -> None:
        """Call a handler with all notices from now on."""
        ...

    async def start(self) -> None:
        """Start delivering notices of other nodes."""
        ...

    async def stop(self) -> None:
        """Stop."""
        ...

    async def publish_within(self, session: AsyncSession, notice: Notice) -> None:
        """Send a notice to other nodes if and when a transaction commits."""
        ...

    async def publish(self, notice: Notice) -> None:
        """Deliver a notice to this node at once; a notice of presence goes to the other nodes too."""
        ...


class Subscribers:
    """The subscribers of one node."""

    def __init__(self) -> None:
        self._handlers: list[NoticeHandler] = []

    def subscribe(self, handler: NoticeHandler) -> None:
        """Call a handler with all notices from now on."""
        self._handlers.append(handler)

    def dispatch(self, notice: Notice | None) -> None:
        """Call all handlers with a notice."""
        for handler in self._handlers:
            handler(notice)


class LocalBus(Subscribers):
    """The bus of a server with one process."""

    async def start(self) -> None:
        """Do nothing."""

    async def stop(self) -> None:
        """Do nothing."""

    async def publish_within(self, session: AsyncSession, notice: Notice) -> None:
        """Do nothing, since there are no other nodes."""

    async def publish(self, notice: Notice) -> None:
        """Deliver a notice at once."""
        self.dispatch(notice)

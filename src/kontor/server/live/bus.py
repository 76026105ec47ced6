"""The bus: carries the news that a table has changed, inside one process or between nodes."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Final, Protocol

from sqlalchemy.ext.asyncio import AsyncSession

ENTRIES: Final = "entries"
SEATS: Final = "seats"
MESSAGES: Final = "messages"
PRESENCE: Final = "presence"
WISHES: Final = "wishes"
PEOPLE: Final = "people"
THINKING: Final = "thinking"


@dataclass(frozen=True, slots=True)
class Notice:
    """Something changed at a table; the number is that of the last entry or message.

    Notices of presence also say at which node, which seats are there, and how many watch. Those about people tell
    of an account instead of a table: by some key it had nobody can act for it any more.
    """

    subject: str
    number: int = 0
    about: str = ENTRIES
    node: str = ""
    seats: tuple[int, ...] = ()
    watchers: int = 0

    def text(self) -> str:
        """The notice as it travels."""
        return json.dumps({name: value for name, value in asdict(self).items() if value}, separators=(",", ":"))


def read_notice(text: str) -> Notice:
    """A notice that has travelled."""
    content = json.loads(text)
    return Notice(**{**content, "seats": tuple(content.get("seats", ()))})


Ear = Callable[[Notice | None], None]
"""Hears notices; None says that some may have been lost."""


class Bus(Protocol):
    """Carries notices to every ear at every node."""

    def subscribe(self, ear: Ear) -> None:
        """Let somebody hear all notices from now on."""
        ...

    async def start(self) -> None:
        """Begin to carry."""
        ...

    async def stop(self) -> None:
        """Carry no more."""
        ...

    async def publish_within(self, session: AsyncSession, notice: Notice) -> None:
        """Send a notice to other nodes if and when a transaction commits."""
        ...

    async def publish(self, notice: Notice) -> None:
        """Tell the ears of this node at once; a notice of presence goes to the other nodes too."""
        ...


class Ears:
    """Those who listen at one node."""

    def __init__(self) -> None:
        self._ears: list[Ear] = []

    def subscribe(self, ear: Ear) -> None:
        """Let somebody hear all notices from now on."""
        self._ears.append(ear)

    def tell(self, notice: Notice | None) -> None:
        """Let everybody hear a notice."""
        for ear in self._ears:
            ear(notice)


class LocalBus(Ears):
    """The bus of a server that is one process."""

    async def start(self) -> None:
        """Nothing has to be opened."""

    async def stop(self) -> None:
        """Nothing has to be closed."""

    async def publish_within(self, session: AsyncSession, notice: Notice) -> None:
        """There are no other nodes."""

    async def publish(self, notice: Notice) -> None:
        """Tell everybody at once."""
        self.tell(notice)

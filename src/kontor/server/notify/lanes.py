"""Lanes: which of the deliveries that are due are made now, fairly among accounts and receivers."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from kontor.server.store.outbox import Candidate, Delivery

QUICK: Final = "quick"
NEW: Final = "new"
SLOW: Final = "slow"
MAIL: Final = "mail"
ROOM: Final = {QUICK: 16, NEW: 8, SLOW: 16, MAIL: 4}  # deliveries under way at the same time
PER_ACCOUNT: Final = {QUICK: 2, NEW: 2, SLOW: 1, MAIL: 1}
PER_HOST: Final = 4
MOST_REMEMBERED: Final = 10_000


@dataclass(slots=True)
class Place:
    """A delivery under way: in which lane, for which account and to which host."""

    lane: str
    account_id: str
    host: str


class Lanes:
    """Gives deliveries a place in a lane, so that receivers that do not answer take no place from those that do.

    Webhooks that did not answer quickly the last time use the slow lane, and those that have never taken a call the
    lane for new ones. Of deliveries that wait for a place, those of the account that got one longest ago come first.
    """

    def __init__(self) -> None:
        self._places: dict[str, Place] = {}
        self._slow: OrderedDict[str, int] = OrderedDict()
        self._served: OrderedDict[str, int] = OrderedDict()
        self._turn = 0

    def __len__(self) -> int:
        """Return how many deliveries are under way."""
        return len(self._places)

    @property
    def busy(self) -> list[str]:
        """The targets to which something is under way."""
        return list(self._places)

    @property
    def full(self) -> bool:
        """Whether no lane has room."""
        return all(self._room(lane) <= 0 for lane in ROOM)

    def choose(self, candidates: Iterable[Candidate]) -> list[Candidate]:
        """Give places to candidates, and return those that got one."""
        waiting = sorted(candidates, key=self._order)
        return [candidate for candidate in waiting if self._enter(candidate)]

    def leave(self, target: str) -> None:
        """Free the place of a delivery."""
        self._places.pop(target, None)

    def slow_down(self, delivery: Delivery) -> bool:
        """Note that a receiver is slow, and move its delivery to the slow lane if there is room."""
        place = self._places[delivery.target]
        if place.lane != MAIL:
            remember(self._slow, delivery.target, 0)
        if place.lane in (SLOW, MAIL):
            return True
        if not self._has_room(SLOW, place.account_id, place.host):
            return False
        place.lane = SLOW
        return True

    def speed_up(self, target: str) -> None:
        """Note that a receiver has answered quickly."""
        self._slow.pop(target, None)

    def _enter(self, candidate: Candidate) -> bool:
        lane, host = self._lane(candidate), host_of(candidate)
        if not self._has_room(lane, candidate.account_id, host):
            return False
        self._places[candidate.target] = Place(lane, candidate.account_id, host)
        self._turn += 1
        remember(self._served, candidate.account_id, self._turn)
        return True

    def _has_room(self, lane: str, account_id: str, host: str) -> bool:
        there = [place for place in self._places.values() if place.lane == lane]
        accounts, hosts = Counter(place.account_id for place in there), Counter(place.host for place in there)
        if accounts[account_id] >= PER_ACCOUNT[lane] or (host and hosts[host] >= PER_HOST):
            return False
        return self._room(lane) > 0

    def _room(self, lane: str) -> int:
        return ROOM[lane] - sum(place.lane == lane for place in self._places.values())

    def _lane(self, candidate: Candidate) -> str:
        if candidate.url is None:
            return MAIL
        if candidate.target in self._slow:
            return SLOW
        return QUICK if candidate.proven else NEW

    def _order(self, candidate: Candidate) -> tuple[int, int]:
        return self._served.get(candidate.account_id, 0), candidate.due_at


def host_of(candidate: Candidate) -> str:
    """Return the host that a candidate is delivered to; all mail goes to one host."""
    return "" if candidate.url is None else urlsplit(candidate.url).hostname or ""


def remember(memory: OrderedDict[str, int], key: str, value: int) -> None:
    """Remember a value, and forget the oldest ones beyond a number."""
    memory[key] = value
    memory.move_to_end(key)
    while len(memory) > MOST_REMEMBERED:
        memory.popitem(last=False)

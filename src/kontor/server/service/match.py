"""A match: a table in memory, with its card, its log, and where the log has led."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice

from kontor.core.game import Game, PositionBytes, Seat
from kontor.server.instants import now, steady
from kontor.server.service.clock import read_rule
from kontor.server.service.course import Course, Happened, beginning
from kontor.server.service.games import game_of
from kontor.server.service.refusals import Clash
from kontor.server.store.entries import MOVE, RECORD, Entry
from kontor.server.store.tables import Card

TOLD = 48  # entries whose events are kept; older ones are found again by replay


class Match:
    """A table under way; whoever appends to its log holds its lock."""

    def __init__(self, card: Card, entries: Iterable[Entry] = (), awake_since: int = 0) -> None:
        self.card = card
        self.awake_since = awake_since
        self.news = 1  # what was heard while it was being read was told to nobody
        self.news_read = 0
        self.wishes: dict[Seat, int] = {}
        self.read_at = 0  # on the steady clock: when the log was last read
        self.turn_since = 0  # on the steady clock: since when what is there now is there
        self.game = playable(card)
        self.lock = asyncio.Lock()
        self.entries: list[Entry] = []
        self.recent: deque[Happened] = deque(maxlen=TOLD)
        start = beginning(self.game, start_of(self.game, card), read_rule(card.clock))
        self.snapshots = [start]
        self.course = Course(self.game, start)
        self.follow(entries)

    def follow(self, entries: Iterable[Entry]) -> None:
        """Take entries of the log in; those that are known already are passed over."""
        for entry in entries:
            self.take(entry)

    def take(self, entry: Entry) -> None:
        """Take an entry of the log in unless it is known already."""
        if entry.number == self.number + 1:
            self.recent.append(self.course.take(entry))
            self.entries.append(entry)
            self.snapshots.append(self.course.snapshot)
            self.turn_since = steady()
            self.wishes = {}

    @property
    def behind(self) -> bool:
        """Whether something was heard of this table that has not been read yet."""
        return self.news != self.news_read

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return self.course.number

    @property
    def to_move(self) -> Seat:
        """Who decides."""
        return self.course.to_move

    @property
    def over(self) -> bool:
        """Whether nobody has anything left to decide."""
        return self.course.over

    @property
    def begun(self) -> bool:
        """Whether every seat was taken once, a move was made that is not one of a record, or the game is over."""
        moves = (entry for entry in self.entries if entry.kind == MOVE and entry.by != RECORD)
        return self.card.begun_at is not None or self.over or next(moves, None) is not None

    @property
    def is_recorded(self) -> bool:
        """Whether seat changes are written into the log: from the beginning of play to its end."""
        return self.begun and not self.over

    @property
    def last_at(self) -> int:
        """When the last entry was made."""
        return self.entries[-1].at if self.entries else self.card.created_at

    @property
    def ticking_since(self) -> int | None:
        """Since when the clock of the seat to move runs; None while a seat is open or the game is over.

        The steady clock tells it, since the wall clock may be set. Time in which no server was there is nobody's.
        """
        if self.course.clock is None or self.card.begun_at is None or self.over:
            return None
        return max(self.turn_since, self.awake_since)

    def begin_turn_at(self, stamp: int) -> None:
        """Take a stamp of the wall clock as the beginning of the turn, for want of anything better."""
        self.turn_since = steady() - max(0, now() - stamp)

    def time_left(self, seat: Seat, moment: int) -> int:
        """The milliseconds a seat has left at a table with a clock, at a moment of the steady clock."""
        assert self.course.clock is not None
        left = self.course.clock.left(self.course.line, seat)
        since = self.ticking_since
        return left if since is None or seat != self.to_move else left - max(0, moment - since)

    def since(self, number: int) -> list[Happened]:
        """What happened after a number; from memory if it was lately, else by replay."""
        return self.between(number, self.number)

    def between(self, after: int, last: int) -> list[Happened]:
        """Return what happened after a number up to another one."""
        if self.is_recent(after):
            return [happened for happened in self.recent if after < happened.entry.number <= last]
        return list(self.replay(after, last))

    def is_recent(self, number: int) -> bool:
        """Return whether everything that happened after a number is in memory."""
        return self.number - number <= len(self.recent)

    def replay(self, after: int, last: int) -> Iterator[Happened]:
        """Replay the entries after a number up to another one."""
        course = self.at(after)
        for entry in islice(self.entries, after, last):
            yield course.take(entry)

    def at(self, number: int) -> Course:
        """The course of the game as it was after an entry, at a cost that does not grow with the game."""
        return Course(self.game, self.snapshots[number], number)


def start_of(game: Game, card: Card) -> PositionBytes:
    """The position before the first entry of a table."""
    return game.start() if card.start is None else game.read_position(card.start)


def playable(card: Card) -> Game:
    """The game of a table, unless it was begun under rules this server does not have."""
    game = game_of(card.setup)
    if game.revision != card.revision:
        raise Clash(
            f"This table was begun with revision {card.revision} of the rules and this server plays revision "
            f"{game.revision}; open it with a server of that revision.",
            revision=card.revision,
        )
    return game

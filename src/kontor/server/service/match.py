"""A match: a table in memory, with its card, its log, and where the log has led."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable

from kontor.core.game import Game, Position, Seat
from kontor.server.instants import now, steady
from kontor.server.service.clock import read_rule
from kontor.server.service.course import Course, Happened
from kontor.server.service.games import game_of
from kontor.server.service.refusals import Clash
from kontor.server.store.entries import Entry
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
        self.course = self.beginning()
        self.follow(entries)

    def beginning(self) -> Course:
        """The course of the game before its first entry."""
        return Course(self.game, start_of(self.game, self.card), read_rule(self.card.clock))

    def follow(self, entries: Iterable[Entry]) -> None:
        """Take entries of the log in; those that are known already are passed over."""
        for entry in entries:
            if entry.number == self.number + 1:
                self.recent.append(self.course.take(entry))
                self.entries.append(entry)
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
        left = self.course.clock.left(self.course.deciders, seat)
        since = self.ticking_since
        return left if since is None or seat != self.to_move else left - max(0, moment - since)

    def since(self, number: int) -> list[Happened]:
        """What happened after a number; from memory if it was lately, else by replay."""
        if number >= self.number:
            return []
        if self.recent[0].entry.number <= number + 1:
            return [happened for happened in self.recent if happened.entry.number > number]
        course = self.beginning()
        return [happened for happened in map(course.take, self.entries) if happened.entry.number > number]

    def at(self, number: int) -> Course:
        """The course of the game as it was after an entry."""
        course = self.beginning()
        for entry in self.entries[:number]:
            course.take(entry)
        return course


def start_of(game: Game, card: Card) -> Position:
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

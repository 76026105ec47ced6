"""The course of a game: its log taken in entry by entry, and the position that leads to."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from kontor.core.game import Event, Game, PositionBytes, Seat
from kontor.kernel.seats import CHANCE, GAME_OVER
from kontor.server.service.clock import Clock, ClockRule
from kontor.server.service.line import Line, new_line
from kontor.server.store.entries import PLAYER, SEAT, UNDO, Entry


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What the log has led to after an entry; the line rebuilds the position."""

    line: Line
    clock: Clock | None


@dataclass(frozen=True, eq=False)
class Happened:
    """An entry and the position it found; an undo and a seat change have no move."""

    game: Game
    entry: Entry
    before: PositionBytes
    move: int | None = None

    @property
    def words(self) -> str | None:
        """The move in words."""
        return None if self.move is None else self.game.move_text(self.move)

    @property
    def change(self) -> dict[str, str | None] | None:
        """Who plays the seat from now on, and who left it, if the entry is a seat change."""
        if self.entry.kind != SEAT:
            return None
        change: dict[str, str | None] = json.loads(self.entry.words)
        return change

    @cached_property
    def events(self) -> Sequence[Event]:
        """What the entry brought about."""
        return () if self.move is None else self.game.events(self.before, self.move)


class Course:
    """A game up to some entry of its log. The line is what undos have left of the moves."""

    def __init__(self, game: Game, snapshot: Snapshot, number: int = 0) -> None:
        self.game = game
        self.number = number
        self.line = snapshot.line
        self.clock = snapshot.clock
        self.position = snapshot.line.position(game)

    @property
    def snapshot(self) -> Snapshot:
        """Return what is needed to come back here."""
        return Snapshot(self.line, self.clock)

    @property
    def to_move(self) -> Seat:
        """Who decides."""
        return self.line.decider

    @property
    def over(self) -> bool:
        """Whether nobody has anything left to decide."""
        return self.to_move == GAME_OVER

    def take(self, entry: Entry) -> Happened:
        """Take the next entry of the log in and say what it brought about."""
        if self.clock and entry.spent:
            self.clock = self.clock.charge(self.line, entry.spent)
        before = self.position[:]
        self.number = entry.number
        if entry.kind == UNDO:
            self._go_back(entry.length or 0)
            return Happened(self.game, entry, before)
        if entry.kind == SEAT:
            return Happened(self.game, entry, before)
        return self._advance(entry, before)

    def _advance(self, entry: Entry, before: PositionBytes) -> Happened:
        move = self.game.parse_move(entry.words)
        committed = entry.by != PLAYER or commits(self.game, before, move)
        self.game.advance(self.position, move)
        decider = self.game.to_move(self.position)
        self.line = self.line.append(move, entry.seat, committed, decider, self.position)
        return Happened(self.game, entry, before, move)

    def _go_back(self, length: int) -> None:
        self.line = self.line.back_to(length)
        self.position = self.line.position(self.game)
        if self.clock:
            self.clock = self.clock.go_back(length)


def beginning(game: Game, start: PositionBytes, rule: ClockRule | None = None) -> Snapshot:
    """Return the snapshot before the first entry."""
    line = new_line(game.players, game.to_move(start), start)
    return Snapshot(line, Clock(rule) if rule else None)


def commits(game: Game, before: PositionBytes, move: int) -> bool:
    """Whether a move cannot be taken back: it revealed something, or its game says so."""
    if game.to_move(before) == CHANCE:
        return True
    return game.commits(before, move)

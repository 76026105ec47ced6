"""The timeline of a game: its log applied entry by entry, and the position it leads to."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from kontor.core.game import Game
from kontor.core.record import TIME, sheet_without
from kontor.core.values import Event, PositionBytes, ScoreSheet, Seat
from kontor.kernel.seats import CHANCE, GAME_OVER
from kontor.server.service.game_clock import GameClock, Rule
from kontor.server.service.move_line import Finality, MoveLine, new_line
from kontor.server.store.entries import CLOCK, END, OPERATOR, ORDER, PLAYER, RECORD, SEAT, UNDO, Entry
from kontor.server.store.table_info import CLOSED, LEFT

FINALITIES: dict[str, Finality] = {CLOCK: "clock", RECORD: "record", ORDER: "order"}
ENDINGS: Final = {OPERATOR: CLOSED, CLOCK: LEFT}
"""The endings of games without a result, by who ends them."""


class Snapshot(NamedTuple):
    """The state of a timeline after an entry; the move line rebuilds the position.

    `expired` is the seat whose time has run out, if that has ended the game; `closed` is
    the ending of a game without a result: an operator has closed the table, or too few players have come to it.
    """

    line: MoveLine
    clock: GameClock | None
    expired: Seat | None = None
    closed: str | None = None


@dataclass(frozen=True, eq=False)
class AppliedEntry:
    """An entry and the position before it; an undo, a seat change and an end by the clock have no move."""

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
        """The events of the move."""
        return () if self.move is None else self.game.events(self.before, self.move)

    @property
    def is_public(self) -> bool:
        """Whether even a spectator may know everything of the entry."""
        return self.move is None or self.game.all_public or self._reveals_nothing

    @cached_property
    def _reveals_nothing(self) -> bool:
        assert self.move is not None
        return (
            all(event.seats is None for event in self.events)
            and self.game.redacted_move(self.before, self.move, None) == self.words
        )


class Timeline:
    """A game up to an entry of its log; its move line contains the moves that were not undone."""

    def __init__(self, game: Game, snapshot: Snapshot, number: int = 0) -> None:
        self.game = game
        self.number = number
        self.line = snapshot.line
        self.clock = snapshot.clock
        self.expired = snapshot.expired
        self.closed = snapshot.closed
        self.position = snapshot.line.position(game)
        self._find_decider()

    def _find_decider(self) -> None:
        """Set the seat that decides, which is asked for many times after every entry."""
        self.to_move: Seat = GAME_OVER if self.is_stopped else self.line.decider
        self.over = self.to_move == GAME_OVER

    @property
    def snapshot(self) -> Snapshot:
        """The state from which the timeline can be rebuilt."""
        return Snapshot(self.line, self.clock, self.expired, self.closed)

    @property
    def is_stopped(self) -> bool:
        """Whether the game was ended before its rules did: by the clock, an operator or the absence of players."""
        return self.closed is not None or self.expired is not None

    def fork(self) -> Timeline:
        """Return a timeline that goes on from here independently of this one."""
        forked = Timeline.__new__(Timeline)
        forked.__dict__.update(self.__dict__)
        forked.position = self.position[:]
        return forked

    @property
    def ended_by(self) -> str | None:
        """The name of the ending, None before the end of the game."""
        if self.closed is not None:
            return self.closed
        return self.game.ended_by(self.position) if self.expired is None else TIME

    @property
    def sheet(self) -> ScoreSheet:
        """The score sheet of the whole position; without time left nobody wins, nor if closed."""
        sheet = self.game.scores(self.position)
        if self.closed is not None:
            return ScoreSheet(sheet.scores, [])
        return sheet if self.expired is None else sheet_without(sheet, self.expired)

    def view(self, seat: Seat | None) -> PositionBytes:
        """Return the position as a seat or a spectator sees it; nothing is secret once the game was stopped."""
        is_public = self.is_stopped or self.game.all_public
        return self.position[:] if is_public else self.game.view(self.position, seat)

    def apply(self, entry: Entry) -> AppliedEntry:
        """Apply the next entry of the log and return it with its effects."""
        applied = self._applied(entry)
        self._find_decider()
        return applied

    def _applied(self, entry: Entry) -> AppliedEntry:
        if self.clock and entry.spent:
            self.clock = self.clock.charge(self.line, entry.spent)
        before = self.position[:]
        self.number = entry.number
        if entry.kind == UNDO:
            self._go_back(entry.length or 0)
            return AppliedEntry(self.game, entry, before)
        if entry.kind in (SEAT, END):
            if entry.kind == END:
                self.expired, self.closed = entry.seat, ENDINGS[entry.by] if entry.seat is None else None
            return AppliedEntry(self.game, entry, before)
        return self._advance(entry, before)

    def _advance(self, entry: Entry, before: PositionBytes) -> AppliedEntry:
        move = self.game.parse_move(entry.words)
        finality = finality_of(self.game, before, move, entry.by)
        self.game.advance(self.position, move)
        decider = self.game.to_move(self.position)
        self.line = self.line.append(move, entry.seat, finality, decider, self.position)
        return AppliedEntry(self.game, entry, before, move)

    def _go_back(self, length: int) -> None:
        self.line = self.line.back_to(length)
        self.position = self.line.position(self.game)
        if self.clock:
            self.clock = self.clock.go_back(length)


def first_snapshot(game: Game, start: PositionBytes, rule: Rule | None = None) -> Snapshot:
    """Return the snapshot before the first entry."""
    line = new_line(game.players, game.to_move(start), start)
    return Snapshot(line, GameClock(rule) if rule else None)


def finality_of(game: Game, before: PositionBytes, move: int, by: str) -> Finality | None:
    """Return why a move cannot be taken back; None if its player may."""
    if game.to_move(before) == CHANCE:
        return "revealed"
    if by != PLAYER:
        return FINALITIES.get(by, "others")
    return "final" if game.commits(before, move) else None

"""The decisions of a record, and the points they gave to other seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kontor.core.game import Game
from kontor.core.record import Record, walk
from kontor.core.values import Event, PositionBytes, Seat


@dataclass(frozen=True)
class Decision:
    """A move of a seat in a record, with its number counted from 1, chance moves included."""

    number: int
    seat: Seat
    turn: int
    move: int
    is_forced: bool
    before: PositionBytes
    after: PositionBytes
    events: Sequence[Event]


def record_decisions(game: Game, record: Record) -> list[Decision]:
    """Return every decision of a record, without chance moves."""
    return list(_decisions(game, record))


def _decisions(game: Game, record: Record) -> Iterator[Decision]:
    positions = walk(game, record)
    before = next(positions)[:]
    for number, (text, position) in enumerate(zip(record.moves, positions, strict=True), 1):
        seat, move, after = game.to_move(before), game.parse_move(text), position[:]
        if seat >= 0:
            is_forced = len(game.legal_moves(before)) == 1
            events = game.events(before, move)
            yield Decision(number, seat, game.turn(before), move, is_forced, before, after, events)
        before = after


def gifts(game: Game, decision: Decision) -> list[dict[str, Any]]:
    """Return what other seats scored by a decision, line by line."""
    before, after = game.scores(decision.before).scores, game.scores(decision.after).scores
    found = []
    for seat in range(game.players):
        gained = {line: points - before[seat].lines[line] for line, points in after[seat].lines.items()}
        points = sum(gained.values())
        if seat != decision.seat and points > 0:
            found.append({"seat": seat, "points": points, "lines": {k: v for k, v in gained.items() if v}})
    return found

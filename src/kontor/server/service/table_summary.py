"""The summary of a game for lists: its turn, points, clock and last moves, stored with every batch of entries.

It is the same for everybody who may see the table, so it holds only what is public.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from kontor.server.service.match import Continuation, Match
from kontor.server.service.move_line import turn_start
from kontor.server.service.serialization import event_json
from kontor.server.service.timeline import AppliedEntry, Timeline
from kontor.server.store.entries import MOVE, UNDO, EntryBatch

MOVES_KEPT: Final = 6

NumberedMove = tuple[int, AppliedEntry]
"""A move with the length of the move line after it."""


def summarized(match: Match, batch: EntryBatch) -> EntryBatch:
    """Return a batch of entries for a match with the summary of the game after them."""
    if not batch.entries:
        return batch
    return batch._replace(summary=summary_after(match, match.continuation(batch.entries)))


def summary_of(match: Match) -> dict[str, Any]:
    """Return the summary of a match as it is."""
    return summary_after(match, match.continuation(()))


def summary_after(match: Match, continuation: Continuation) -> dict[str, Any]:
    """Return the summary of a match after the entries of a continuation."""
    timeline = continuation.timeline
    recent = [*match.recent, *continuation.applied]
    first = recent[0].entry.number if recent else 1
    moves = standing_moves(recent, len(match.snapshots[first - 1].line))
    over = timeline.over
    return {
        "turn": timeline.game.turn(timeline.position),
        "turn_at": turn_began_at(match, timeline, moves),
        "left": time_left(timeline),
        "moves_since": moves_since(timeline.game.players, moves),
        "moves": [move_json(applied, over) for _, applied in moves if applied.entry.kind == MOVE][-MOVES_KEPT:],
        **points_json(timeline),
    }


def points_json(timeline: Timeline) -> dict[str, Any]:
    """Return the points of every seat as spectators see them, and who has won."""
    game, over = timeline.game, timeline.over
    sheet = timeline.sheet if over else game.scores(game.view(timeline.position, None))
    return {"scores": [score.total for score in sheet.scores], "winners": list(sheet.winners) if over else []}


def standing_moves(recent: Iterable[AppliedEntry], length: int) -> list[NumberedMove]:
    """Return the recent moves that were not undone, given the length of the move line before the first of them."""
    moves: list[NumberedMove] = []
    for applied in recent:
        if applied.entry.kind == UNDO:
            length = applied.entry.length or 0
            while moves and moves[-1][0] > length:
                moves.pop()
        elif applied.move is not None:
            length += 1
            moves.append((length, applied))
    return moves


def turn_began_at(match: Match, timeline: Timeline, moves: Sequence[NumberedMove]) -> int:
    """Return since when the seat to move is to move, or when the game ended."""
    start = len(timeline.line) if timeline.over else turn_start(timeline.line)
    before = [applied.entry.at for length, applied in moves if length <= start]
    if before:
        return before[-1]
    return moves[0][1].entry.at if moves else match.table.created_at


def time_left(timeline: Timeline) -> int | None:
    """Return the milliseconds that the seat to move has left for its decision; None without a clock."""
    if timeline.clock is None or timeline.to_move < 0:
        return None
    return timeline.clock.left(timeline.line, timeline.to_move)


def moves_since(players: int, moves: Sequence[NumberedMove]) -> list[int]:
    """Return for every seat how many of the recent moves others have made since its own last one."""
    counts, seen = [0] * players, set[int]()
    for _, applied in reversed(moves):
        seat = applied.entry.seat
        if applied.entry.kind != MOVE or seat is None:
            continue
        seen.add(seat)
        for other in range(players):
            counts[other] += other not in seen
    return counts


def move_json(applied: AppliedEntry, over: bool) -> dict[str, Any]:
    """Return a move with those of its events that everybody may know."""
    entry = applied.entry
    events = [event_json(event) for event in applied.events if over or event.seats is None]
    return {"number": entry.number, "seat": entry.seat, "by": entry.by, "at": entry.at, "events": events}

"""Records: a table as a record, and the entries of a table that continues a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kontor.core.game import Game
from kontor.core.record import Record, result_of, walk
from kontor.core.values import PositionBytes
from kontor.kernel.seats import CHANCE as CHANCE_SEAT
from kontor.server.service.match import Match, start_of
from kontor.server.service.move_line import MoveLine
from kontor.server.service.time_slicer import TimeSlicer
from kontor.server.service.viewers import Viewer
from kontor.server.store.entries import CHANCE, MOVE, NATURE, RECORD, Entry


async def record_of(slicer: TimeSlicer, match: Match, viewer: Viewer) -> Record:
    """Return the record of a match; during the game, secrets the viewer may not know are written as `?`."""
    timeline = match.timeline
    line, result = timeline.line, result_of(match.game, timeline.position, expired=timeline.expired)
    words = await slicer.run_charged(line.length, visible_moves(match, line, viewer))
    return Record(match.table.setup, tuple(words), start_json(match, viewer), result, match.table.revision)


def visible_moves(match: Match, line: MoveLine, viewer: Viewer) -> Iterator[str]:
    """Yield the moves of a line in words, without the secrets of other seats unless the game is over."""
    game, position, is_over = match.game, start_of(match.game, match.table), match.over
    for move in line.moves():
        yield game.move_text(move) if is_over else game.redacted_move(position, move, viewer.seat) or ""
        game.advance(position, move)


def start_json(match: Match, viewer: Viewer) -> Mapping[str, Any] | None:
    """Return the first position of a match without secrets, None if it is the start of the game."""
    if match.table.start is None or match.over:
        return match.table.start
    start = start_of(match.game, match.table)
    return match.game.position_json(match.game.view(start, viewer.seat))


def entries_from_record(game: Game, record: Record, moment: int) -> tuple[Iterator[Entry], PositionBytes]:
    """Return the moves of a record as entries, and a position that advances while they are read."""
    positions = walk(game, record)
    position = next(positions)
    return replayed_entries(game, record, positions, position, moment), position


def replayed_entries(
    game: Game, record: Record, positions: Iterator[PositionBytes], position: PositionBytes, moment: int
) -> Iterator[Entry]:
    """Yield the moves of a record as entries, each after it was made in the position."""
    for number, words in enumerate(record.moves, 1):
        seat = game.to_move(position)
        next(positions)
        kind, by = (CHANCE, NATURE) if seat == CHANCE_SEAT else (MOVE, RECORD)
        plain = game.move_text(game.parse_move(words))
        yield Entry(number, kind, seat if seat >= 0 else None, by, plain, moment)

"""Records: a table written down, and a table made of a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kontor.core.game import Game, PositionBytes
from kontor.core.record import Record, result_of, walk
from kontor.kernel.seats import CHANCE as CHANCE_SEAT
from kontor.kernel.seats import GAME_OVER
from kontor.server.service.line import Line
from kontor.server.service.match import Match, start_of
from kontor.server.service.slicing import Slices
from kontor.server.service.telling import Eyes
from kontor.server.store.entries import CHANCE, MOVE, NATURE, RECORD, Entry


async def written_down(slices: Slices, match: Match, eyes: Eyes) -> Record:
    """The record of a match; while it runs, what is secret to its receiver stands as `?`."""
    line, result = match.course.line, result_of(match.game, match.course.position)
    words = await slices.run_charged(line.length, words_of(match, line, eyes))
    return Record(match.card.setup, tuple(words), start_json(match, eyes), result, match.card.revision)


def words_of(match: Match, line: Line, eyes: Eyes) -> Iterator[str]:
    """Yield the moves of a line in words, as their receiver may read them; after the game nothing is secret."""
    game, position, is_over = match.game, start_of(match.game, match.card), line.decider == GAME_OVER
    for move in line.moves():
        yield game.move_text(move) if is_over else game.redacted_move(position, move, eyes.seat) or ""
        game.advance(position, move)


def start_json(match: Match, eyes: Eyes) -> Mapping[str, Any] | None:
    """The position a match began with, if not at the start of the game, without what is secret."""
    if match.card.start is None or match.over:
        return match.card.start
    start = start_of(match.game, match.card)
    return match.game.position_json(match.game.view(start, eyes.seat))


def taken_up(game: Game, record: Record, moment: int) -> tuple[Iterator[Entry], PositionBytes]:
    """The moves of a record as entries of a log, and a position that advances while they are read."""
    positions = walk(game, record)
    position = next(positions)
    return entries_of(game, record, positions, position, moment), position


def entries_of(
    game: Game, record: Record, positions: Iterator[PositionBytes], position: PositionBytes, moment: int
) -> Iterator[Entry]:
    """Yield the moves of a record as entries of a log."""
    for number, words in enumerate(record.moves, 1):
        seat = game.to_move(position)
        next(positions)
        kind, by = (CHANCE, NATURE) if seat == CHANCE_SEAT else (MOVE, RECORD)
        plain = game.move_text(game.parse_move(words))
        yield Entry(number, kind, seat if seat >= 0 else None, by, plain, moment)

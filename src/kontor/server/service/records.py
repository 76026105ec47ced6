"""Records: a table written down, and a table made of a record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kontor.core.game import CHANCE as CHANCE_SEAT
from kontor.core.game import Game, Position
from kontor.core.record import Record, result_of, walk
from kontor.server.service.match import Match, start_of
from kontor.server.service.telling import Eyes, words_told
from kontor.server.store.entries import CHANCE, MOVE, NATURE, RECORD, SEAT, UNDO, Entry


def written_down(match: Match, eyes: Eyes) -> Record:
    """The record of a match; while it runs, what is secret to its receiver stands as `?`."""
    course, words = match.beginning(), list[str]()
    for entry in match.entries:
        happened = course.take(entry)
        if entry.kind == UNDO:
            del words[entry.length :]
        elif entry.kind != SEAT:
            words.append(words_told(match, happened, eyes) or "")
    result = result_of(match.game, match.course.position)
    return Record(match.card.setup, tuple(words), start_json(match, eyes), result, match.card.revision)


def start_json(match: Match, eyes: Eyes) -> Mapping[str, Any] | None:
    """The position a match began with, if not at the start of the game, without what is secret."""
    if match.card.start is None or match.over:
        return match.card.start
    start = start_of(match.game, match.card)
    return match.game.position_json(match.game.view(start, eyes.seat))


def taken_up(game: Game, record: Record, moment: int) -> tuple[list[Entry], Position]:
    """The moves of a record as entries of a log, and the position they lead to."""
    entries: list[Entry] = []
    positions = walk(game, record)
    position = next(positions)
    for number, words in enumerate(record.moves, 1):
        seat = game.to_move(position)
        next(positions)
        kind, by = (CHANCE, NATURE) if seat == CHANCE_SEAT else (MOVE, RECORD)
        plain = game.words(game.read(words))
        entries.append(Entry(number, kind, seat if seat >= 0 else None, by, plain, moment))
    return entries, position

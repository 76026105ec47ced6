"""Records: a game as its setup and its moves as text, chance moves included; everything else is replayed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from kontor.core import strict_json
from kontor.core.game import Game
from kontor.core.notation import UnknownMove
from kontor.core.values import IllegalMove, PositionBytes, ScoreSheet, Seat, Setup
from kontor.kernel.runtime.errors import shown

FORMAT = 1
TURN_CAP = "turn-cap"
TIME = "time"

Result = dict[str, Any]


class RecordError(ValueError):
    """Raised for data that is no record or cannot be read by this version; the text is one sentence."""


class BrokenRecord(ValueError):
    """Raised for a record with a wrong move or result: the number of the move, from 1, its text, and the reason.

    For a wrong result the number is one past the last move and the text is empty.
    """

    def __init__(self, number: int, move_text: str, reason: str) -> None:
        what = f"move {number}, {shown(move_text)}," if move_text else "the result"
        super().__init__(f"the record is wrong: {what} {reason}{'' if reason.endswith(('.', '?')) else '.'}")
        self.number = number
        self.move_text = move_text
        self.reason = reason


@dataclass(frozen=True, repr=False)
class Record:
    """The stored form of a game: setup, first position if not the usual one, moves and result."""

    setup: Setup
    moves: tuple[str, ...] = ()
    start: Mapping[str, Any] | None = None
    result: Result | None = None
    revision: int = 1
    format: int = field(default=FORMAT, init=False)

    def json(self) -> dict[str, Any]:
        """Return the record as data."""
        return {
            "format": self.format,
            "setup": self.setup,
            "revision": self.revision,
            "start": self.start,
            "moves": list(self.moves),
            "result": self.result,
        }

    def text(self) -> str:
        """Return the record as one line of JSON."""
        return json.dumps(self.json())

    @classmethod
    def parse(cls, text: str) -> Record:
        """Return the record of a JSON text."""
        try:
            return read_record(strict_json.parse(text))
        except strict_json.InvalidJson as problem:
            raise RecordError(f"the record {problem}.") from None

    def save(self, path: str | Path) -> None:
        """Write the record as a JSON file; an existing file is replaced at once or not at all."""
        write_atomically(Path(path), self.text() + "\n")

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """Return the record in a JSON file."""
        return cls.parse(Path(path).read_text(encoding="utf-8-sig"))

    def __hash__(self) -> int:
        return hash(self.text())

    def __repr__(self) -> str:
        ending = (self.result or {}).get("ended_by", "not over")
        return f"<Record of {self.setup.get('game')}: {len(self.moves)} moves, {ending}>"


def write_atomically(path: Path, text: str) -> None:
    """Write a text file so that it is complete or unchanged, whatever happens."""
    part = path.with_name(f"{path.name}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


def read_record(content: object) -> Record:
    """Return a record from data; raise RecordError with a sentence that names the field."""
    if not isinstance(content, Mapping):
        raise RecordError("a record is an object with the fields 'format', 'setup' and 'moves'.")
    _check_fields(content)
    _check_types(content)
    return Record(
        setup=dict(content["setup"]),
        moves=tuple(content["moves"]),
        start=content.get("start"),
        result=content.get("result"),
        revision=content.get("revision", 1),
    )


def _check_fields(content: Mapping[str, Any]) -> None:
    known = {each.name for each in fields(Record)}
    for name in content:
        if name not in known:
            raise RecordError(f"the record has an unknown field {name!r}.")
    for name in ("format", "setup", "moves"):
        if name not in content:
            raise RecordError(f"the record has no field {name!r}.")


def _check_types(content: Mapping[str, Any]) -> None:
    if not _is_number(content["format"]) or content["format"] != FORMAT:
        raise RecordError(f"the record's 'format' is {content['format']!r}; only format {FORMAT} can be read.")
    if not isinstance(content["setup"], Mapping):
        raise RecordError("the record's 'setup' must be an object.")
    if not _is_number(content.get("revision", 1)):
        raise RecordError("the record's 'revision' must be a whole number.")
    for name in ("start", "result"):
        if not isinstance(content.get(name), Mapping | None):
            raise RecordError(f"the record's {name!r} must be an object or null.")
    moves = content["moves"]
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise RecordError("the record's 'moves' must be a list of moves as text.")


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def record_of(game: Game, moves: list[int], position: PositionBytes, capped: bool = False) -> Record:
    """Return the record of a game that was played from its start with some moves to a position."""
    texts = tuple(game.move_text(move) for move in moves)
    return Record(game.setup, texts, None, result_of(game, position, capped), game.revision)


def result_of(
    game: Game, position: PositionBytes, capped: bool = False, expired: Seat | None = None
) -> Result | None:
    """Return the result of a game, or None before its end.

    `capped` means that it was stopped early [HT-TRN-8]; `expired` is the seat whose lack of time has ended it.
    """
    ending = game.ended_by(position)
    if ending is None and expired is not None:
        return {"ended_by": TIME, "expired": expired, **sheet_without(game.scores(position), expired).json()}
    ending = ending or (TURN_CAP if capped else None)
    return {"ended_by": ending, **game.scores(position).json()} if ending else None


def sheet_without(sheet: ScoreSheet, expired: Seat) -> ScoreSheet:
    """Return a score sheet on which a seat whose time has run out does not win, whatever its points are."""
    winners = [seat for seat in sheet.winners if seat != expired]
    if not winners:
        totals = {seat: score.total for seat, score in enumerate(sheet.scores) if seat != expired}
        winners = [seat for seat, total in totals.items() if total == max(totals.values())]
    return ScoreSheet(sheet.scores, winners)


def walk(game: Game, record: Record) -> Iterator[PositionBytes]:
    """Yield the first position and the position after every move; it is one buffer that is changed in place."""
    if record.revision != game.revision:
        raise RecordError(
            f"the record has revision {record.revision} of the rules, this program has {game.revision}."
        )
    position = game.start() if record.start is None else game.read_position(record.start)
    yield position
    for number, text in enumerate(record.moves, 1):
        _make(game, position, number, text)
        yield position


def _make(game: Game, position: PositionBytes, number: int, text: str) -> None:
    try:
        game.advance(position, game.parse_move(text))
    except UnknownMove as problem:
        raise BrokenRecord(number, text, f"names no move of this game: {problem.problem}") from problem
    except IllegalMove as problem:
        reason = f": {problem.refusal.reason}" if problem.refusal.reason else ""
        raise BrokenRecord(number, text, f"is not legal there{reason} [{problem.refusal.rule}]") from problem


def replay(game: Game, record: Record) -> PositionBytes:
    """Return the last position of a record; raise BrokenRecord if a move or the result is wrong."""
    *_, position = walk(game, record)
    _check_result(game, record, position)
    return position


def _check_result(game: Game, record: Record, position: PositionBytes) -> None:
    if record.result is None:
        return
    past = len(record.moves) + 1
    ending = record.result.get("ended_by")
    expected = result_of(game, position, ending == TURN_CAP, _expired_seat(game, record.result, past))
    if expected is None:
        raise BrokenRecord(past, "", "is given, but the game is not over")
    for name in sorted({*expected, *record.result}):
        if record.result.get(name) != expected.get(name):
            raise BrokenRecord(past, "", f"has a wrong {name!r}: {record.result.get(name)}, not {expected.get(name)}")


def _expired_seat(game: Game, result: Result, past: int) -> Seat | None:
    """Return the seat whose time has run out according to a result; reject a seat that the game does not have."""
    if result.get("ended_by") != TIME:
        return None
    seat = result.get("expired")
    if not _is_number(seat) or not 0 <= seat < game.players:  # type: ignore[operator]
        raise BrokenRecord(past, "", f"names no seat whose time has run out: {shown(str(seat))}")
    return seat


def shorten(record: Record, number: int) -> Record:
    """Return the record with only its first `number` moves and no result."""
    if not 0 <= number <= len(record.moves):
        raise RecordError(f"the record has {len(record.moves)} moves; it cannot be cut after move {number}.")
    return replace(record, moves=record.moves[:number], result=None)


def position_at(game: Game, record: Record, number: int) -> PositionBytes:
    """Return the position after the first `number` moves of a record."""
    return replay(game, shorten(record, number))

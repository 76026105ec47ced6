"""Records: a game as its list of moves in words, chance included, from which everything else is replayed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from kontor.core.game import Game, IllegalMove, PositionBytes, Setup
from kontor.core.notation import UnknownMove

FORMAT = 1
TURN_CAP = "turn-cap"

Result = dict[str, Any]


class RecordError(ValueError):
    """Something that is no record, or none that can be read here; the text is one sentence."""


class BrokenRecord(ValueError):
    """A record that does not hold: the number of its first wrong move, counted from 1, its words, and why.

    When all moves hold but the result does not, the number is one past the last move and the words are empty.
    """

    def __init__(self, number: int, words: str, why: str) -> None:
        what = f"move {number}, {words!r}," if words else "the result"
        super().__init__(f"the record does not hold: {what} {why}.")
        self.number = number
        self.words = words
        self.why = why


@dataclass(frozen=True)
class Record:
    """What is stored of a game: its setup, where it started if not at the start, its moves and its result."""

    setup: Setup
    moves: tuple[str, ...] = ()
    start: Mapping[str, Any] | None = None
    result: Result | None = None
    revision: int = 1
    format: int = field(default=FORMAT, init=False)

    def json(self) -> dict[str, Any]:
        """The record as data."""
        return {
            "format": self.format,
            "setup": self.setup,
            "revision": self.revision,
            "start": self.start,
            "moves": list(self.moves),
            "result": self.result,
        }


def read_record(content: object) -> Record:
    """A record from data, or a RecordError with a sentence that names the field."""
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
    if not isinstance(moves, list) or not all(isinstance(words, str) for words in moves):
        raise RecordError("the record's 'moves' must be a list of moves in words.")


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def record_of(game: Game, moves: list[int], position: PositionBytes, capped: bool = False) -> Record:
    """The record of a game played from its start with these moves to this position."""
    words = tuple(game.move_text(move) for move in moves)
    return Record(game.setup, words, None, result_of(game, position, capped), game.revision)


def result_of(game: Game, position: PositionBytes, capped: bool = False) -> Result | None:
    """The result of a game, None while it runs; capped says that its driver stopped it. [HT-TRN-8]"""
    ending = game.ended_by(position) or (TURN_CAP if capped else None)
    return {"ended_by": ending, **game.scores(position).json()} if ending else None


def walk(game: Game, record: Record) -> Iterator[PositionBytes]:
    """The position at the start and after every move: one buffer, changed in place from one to the next."""
    if record.revision != game.revision:
        raise RecordError(
            f"the record is of revision {record.revision} of the rules, this program of {game.revision}."
        )
    position = game.start() if record.start is None else game.read_position(record.start)
    yield position
    for number, words in enumerate(record.moves, 1):
        _make(game, position, number, words)
        yield position


def _make(game: Game, position: PositionBytes, number: int, words: str) -> None:
    try:
        game.advance(position, game.parse_move(words))
    except UnknownMove as problem:
        raise BrokenRecord(number, words, "names no move of this game") from problem
    except IllegalMove as problem:
        raise BrokenRecord(number, words, f"is not legal there [{problem.refusal.rule}]") from problem


def replay(game: Game, record: Record) -> PositionBytes:
    """The position a record leads to, or BrokenRecord if a move or the result is wrong."""
    *_, position = walk(game, record)
    _check_result(game, record, position)
    return position


def _check_result(game: Game, record: Record, position: PositionBytes) -> None:
    if record.result is None:
        return
    past = len(record.moves) + 1
    due = result_of(game, position, capped=record.result.get("ended_by") == TURN_CAP)
    if due is None:
        raise BrokenRecord(past, "", "is given, but the game is not over")
    for name in sorted({*due, *record.result}):
        if record.result.get(name) != due.get(name):
            raise BrokenRecord(past, "", f"has a wrong {name!r}: {record.result.get(name)}, not {due.get(name)}")


def shorten(record: Record, number: int) -> Record:
    """The record of the same game after its first so many moves: undo."""
    if not 0 <= number <= len(record.moves):
        raise RecordError(f"the record has {len(record.moves)} moves; it cannot be cut after move {number}.")
    return replace(record, moves=record.moves[:number], result=None)


def position_at(game: Game, record: Record, number: int) -> PositionBytes:
    """The position after the first so many moves of a record."""
    return replay(game, shorten(record, number))

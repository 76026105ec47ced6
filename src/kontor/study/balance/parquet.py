"""The games of a study as five Parquet tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from math import ceil
from pathlib import Path
from typing import Any

from kontor.arena.match import Outcome
from kontor.arena.records import ArenaError
from kontor.core.game import Game
from kontor.kernel.seats import CHANCE
from kontor.study.balance.replayed_game import ReplayedGame
from kontor.study.balance.study import Study, check_installed

Row = dict[str, Any]

ROWS_PER_CHUNK = 20_000


def check_folder(folder: str | None) -> None:
    """Reject a folder that cannot be written, before anything is played."""
    if folder is None:
        return
    check_installed(("pyarrow",), "research")
    path = Path(folder)
    if path.exists() and not path.is_dir():
        raise ArenaError(f"{folder!r} is not a folder; Parquet files are written into one.")
    if not path.absolute().parent.is_dir():
        raise ArenaError(f"the folder {folder!r} cannot be created: it needs a name in a folder that exists.")


def write_parquet(folder: Path, study: Study) -> None:
    """Write the tables of a study into a folder; files of the same name are replaced."""
    folder.mkdir(exist_ok=True)
    for name, rows in TABLES.items():
        write_table(folder / f"{name}.parquet", schema_of(name, study), rows(study))


def write_table(path: Path, schema: Any, rows: Iterable[Row]) -> None:
    """Write a table in chunks, atomically."""
    table, writer_of = import_module("pyarrow").Table, import_module("pyarrow.parquet").ParquetWriter
    part = path.with_suffix(".part")
    with writer_of(part, schema, compression="zstd") as writer:
        for chunk in chunks(rows):
            writer.write_table(table.from_pylist(chunk, schema=schema))
    part.replace(path)


def chunks(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Yield rows in chunks, at least one empty chunk."""
    chunk: list[Row] = []
    for row in rows:
        chunk.append(row)
        if len(chunk) == ROWS_PER_CHUNK:
            yield chunk
            chunk = []
    yield chunk


def schema_of(name: str, study: Study) -> Any:
    """Return the columns of a table; lines and progress have a column each."""
    pa = import_module("pyarrow")
    types = {"int": pa.int32(), "wide": pa.uint64(), "float": pa.float64(), "string": pa.string()}
    types["text"] = pa.dictionary(pa.int32(), pa.string())  # each text is stored once
    columns = {**COLUMNS[name], **more_columns(name, study)}
    return pa.schema([(column, types[kind]) for column, kind in columns.items()])


def more_columns(name: str, study: Study) -> Mapping[str, str]:
    """Return the columns that depend on the game."""
    if name == "seats":
        lines = (line for _, outcome, _ in analysed_games(study) for seat in outcome.seats for line in seat.lines)
        return {f"line_{line}": "int" for line in lines}
    if name == "rounds":
        rounds = (seats for _, _, replayed in analysed_games(study) for seats in replayed.rounds)
        return {column: "int" for seats in rounds for each in seats for column in flat(each.progress)}
    return {}


def analysed_games(study: Study) -> Iterator[tuple[int, Outcome, ReplayedGame]]:
    """Yield the replayed games of a study in the order of their numbers."""
    for number in study.numbers:
        if number in study.replayed_games:
            yield number, study.tournament.outcomes[number], study.replayed_games[number]


def flat(progress: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """Return progress as columns: `ability_actions`."""
    pairs = ((kind, name, level) for kind, names in progress.items() for name, level in names.items())
    return {f"{kind}_{name}".replace(" ", "_"): level for kind, name, level in pairs}


def games(study: Study) -> Iterator[Row]:
    """Yield a row for every game."""
    game = study.tournament.game
    for number, outcome, replayed in analysed_games(study):
        yield {
            "game": number,
            "seed": study.tournament.config.seed,
            "name": game.setup["game"],
            "edition": game.setup.get("edition"),
            "board": game.setup.get("board"),
            "players": game.players,
            "modules": ",".join(game.setup.get("modules", [])),
            "ended_by": outcome.ended_by,
            "turns": outcome.turns,
            "rounds": ceil(outcome.turns / game.players),
            "moves": outcome.moves,
            "first_seat": replayed.first,
            "digest": outcome.digest,
        }


def seats(study: Study) -> Iterator[Row]:
    """Yield a row for every seat of every game."""
    players = study.tournament.game.players
    for number, outcome, replayed in analysed_games(study):
        for seat, each in enumerate(outcome.seats):
            yield {
                "game": number,
                "seat": seat,
                "order": (seat - replayed.first) % players + 1,
                "agent": each.agent,
                "score": each.total,
                "won": (seat in outcome.winners) / max(len(outcome.winners), 1),
                "decisions": each.decisions,
                **{f"line_{line}": points for line, points in each.lines.items()},
            }


def rounds(study: Study) -> Iterator[Row]:
    """Yield a row for every seat after every whole round."""
    for number, _, replayed in analysed_games(study):
        for after, seats in enumerate(replayed.rounds, 1):
            for seat, each in enumerate(seats):
                yield {"game": number, "round": after, "seat": seat, "score": each.score, **flat(each.progress)}


def statistics(study: Study) -> Iterator[Row]:
    """Yield a row for everything that a seat has at the end or did, with its count."""
    for number, _, replayed in analysed_games(study):
        for seat, counts in enumerate(replayed.statistics):
            for kind, names in counts.items():
                for name, count in names.items():
                    yield {"game": number, "seat": seat, "kind": kind, "name": name, "count": count}


def decisions(study: Study) -> Iterator[Row]:
    """Yield a row for every move; the seat of a chance move is null."""
    game = study.tournament.game
    for number, _, replayed in analysed_games(study):
        moves = study.tournament.moves[number]
        for place, (move, (turn, seat)) in enumerate(zip(moves, replayed.deciders, strict=True), 1):
            yield decision(game, number, place, move, turn, seat)


def decision(game: Game, number: int, place: int, move: int, turn: int, seat: int) -> Row:
    """Return the row of a move."""
    who = None if seat == CHANCE else seat
    return {"game": number, "number": place, "turn": turn, "seat": who, "move": move, "text": game.move_text(move)}


TABLES: dict[str, Callable[[Study], Iterator[Row]]] = {
    "games": games,
    "seats": seats,
    "rounds": rounds,
    "traits": statistics,
    "decisions": decisions,
}
COLUMNS: dict[str, dict[str, str]] = {
    "games": {
        "game": "int",
        "seed": "wide",
        "name": "text",
        "edition": "text",
        "board": "text",
        "players": "int",
        "modules": "text",
        "ended_by": "text",
        "turns": "int",
        "rounds": "int",
        "moves": "int",
        "first_seat": "int",
        "digest": "string",
    },
    "seats": {
        "game": "int",
        "seat": "int",
        "order": "int",
        "agent": "text",
        "score": "int",
        "won": "float",
        "decisions": "int",
    },
    "rounds": {"game": "int", "round": "int", "seat": "int", "score": "int"},
    "traits": {"game": "int", "seat": "int", "kind": "text", "name": "text", "count": "int"},
    "decisions": {"game": "int", "number": "int", "turn": "int", "seat": "int", "move": "int", "text": "text"},
}

"""`kontor replay`: check a record move by move."""

from __future__ import annotations

from typing import Any

import click

from kontor.cli.input_files import example, json_option, read_record_file, record_argument
from kontor.cli.output import mover_json, mover_text, print_json, sheet_text, winners_text
from kontor.core import registry
from kontor.core.game import Game
from kontor.core.record import TIME, TURN_CAP, BrokenRecord, Record, replay, result_of, sheet_without
from kontor.core.values import PositionBytes
from kontor.kernel.seats import GAME_OVER


@click.command("replay", epilog=example("kontor replay record.json"))
@record_argument
@json_option
def command(path: str, as_json: bool) -> None:
    """Check a record move by move, and its result.

    A game that is not over has a score but no winner. If the record is not valid, the exit code is 1 and the first
    wrong move, counted from 1, is shown. RECORD may be - for standard input.
    """
    record = read_record_file(path)
    game = registry.game(record.setup)
    try:
        position = replay(game, record)
    except BrokenRecord as broken:
        if as_json:
            print_json({"ok": False, "number": broken.number, "move": broken.move_text, "why": broken.reason})
        raise
    print_json(result_json(game, record, position)) if as_json else click.echo(result_text(game, record, position))


def result_json(game: Game, record: Record, position: PositionBytes) -> dict[str, Any]:
    """Return the answer for a valid record as data."""
    result = record.result or result_of(game, position)
    return {"ok": True, "number": len(record.moves), "to_move": mover_json(game, position), "result": result}


def result_text(game: Game, record: Record, position: PositionBytes) -> str:
    """Return the answer for a valid record as text."""
    sheet = game.scores(position)
    ending = (record.result or {}).get("ended_by")
    stopped = {TURN_CAP: f"Stopped by its driver ({ending})", TIME: "A player's time has run out"}
    state = stopped.get(ending or "") or mover_text(game, position)
    if ending == TIME:
        sheet = sheet_without(sheet, (record.result or {})["expired"])
    is_over = game.to_move(position) == GAME_OVER or ending == TIME
    outcome = winners_text(sheet) if is_over else "The game is not over and has no winner; this is its score so far"
    return f"All {len(record.moves)} moves hold. {state}.\n\n{sheet_text(sheet)}\n\n{outcome}."

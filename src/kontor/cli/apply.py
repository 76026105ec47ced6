"""`kontor apply`: make moves and show the resulting position."""

from __future__ import annotations

import json
from typing import Any

import click

from kontor.cli.input_files import InputPosition, example, file_argument, json_option, read_move, read_position_file
from kontor.cli.output import event_json, event_text, mover_json, mover_text, print_json, sheet_text
from kontor.core.game import Event, score_json


@click.command(
    "apply",
    short_help="Make moves and print the position after them.",
    epilog=example('kontor apply position.json end-turn \'{"do": "end-turn"}\''),
)
@file_argument
@click.argument("moves", nargs=-1, required=True, metavar="MOVE...")
@json_option
def command(path: str, moves: tuple[str, ...], as_json: bool) -> None:
    """Make moves and print the position after them, the scores and the events.

    FILE is a record, or a position with its setup; - is standard input. A MOVE is one argument: its text in
    quotes, or a JSON object. Nothing is written; a printed position can be used as input.
    """
    source = read_position_file(path)
    events: list[Event] = []
    for text in moves:
        events += make(source, text)
    after = InputPosition(source.game, source.position, source.number + len(moves))
    print_json(after_json(after, events)) if as_json else click.echo(after_text(after, events))


def make(source: InputPosition, text: str) -> list[Event]:
    """Make one move in place and return its events."""
    before, move = source.position[:], read_move(source.game, text)
    source.game.advance(source.position, move)
    return list(source.game.events(before, move))


def after_json(after: InputPosition, events: list[Event]) -> dict[str, Any]:
    """Return the answer as data."""
    game, position = after.game, after.position
    content, ending = game.position_json(position), game.ended_by(position)
    return {
        "position": content,
        "to_move": mover_json(game, position),
        "number": after.number,
        "actions": content.get("actions"),
        "moves": [game.move_json(move) for move in game.legal_moves(position)],
        "events": [event_json(event) for event in events],
        "over": ending is not None,
        "ended_by": ending,
        "scores": [score_json(score) for score in game.scores(position).scores],
    }


def after_text(after: InputPosition, events: list[Event]) -> str:
    """Return the answer as text: events, position, scores, and the next player."""
    game, position = after.game, after.position
    fields = [f"  {name}: {json.dumps(value)}" for name, value in game.position_json(position).items()]
    legal = len(game.legal_moves(position))
    return "\n".join(
        [
            "Events:",
            *(f"  {event_text(event)}" for event in events),
            "",
            "Position:",
            *fields,
            "",
            "Scores, as if the game ended now:",
            sheet_text(game.scores(position)),
            "",
            f"{mover_text(game, position)}, after {after.number} moves; {legal} legal.",
        ]
    )

"""`kontor apply`: make moves and show the resulting position."""

from __future__ import annotations

import json
from typing import Any

import click

from kontor.cli.input_files import example, file_argument, json_option, read_move, read_state_file
from kontor.cli.output import event_json, event_text, mover_json, mover_text, print_json, sheet_text
from kontor.core.state import State
from kontor.core.values import Event, score_json


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
    state = read_state_file(path)
    earlier = len(state.events)
    for text in moves:
        state.push(read_move(state.game, text))
    events = state.events[earlier:]
    print_json(after_json(state, events)) if as_json else click.echo(after_text(state, events))


def after_json(state: State, events: list[Event]) -> dict[str, Any]:
    """Return the answer as data."""
    content = state.json()["position"]
    return {
        "position": content,
        "to_move": mover_json(state.game, state.raw),
        "number": len(state.moves),
        "actions": content.get("actions"),
        "moves": [move.json() for move in state.legal_moves],
        "events": [event_json(event) for event in events],
        "over": state.is_over,
        "ended_by": state.ended_by,
        "scores": [score_json(score) for score in state.scores().scores],
    }


def after_text(state: State, events: list[Event]) -> str:
    """Return the answer as text: events, position, scores, and the next player."""
    fields = [f"  {name}: {json.dumps(value)}" for name, value in state.json()["position"].items()]
    mover = mover_text(state.game, state.raw)
    return "\n".join(
        [
            "Events:",
            *(f"  {event_text(event)}" for event in events),
            "",
            "Position:",
            *fields,
            "",
            "Scores, as if the game ended now:",
            sheet_text(state.scores()),
            "",
            f"{mover}, after {len(state.moves)} moves; {len(state.legal_moves)} legal.",
        ]
    )

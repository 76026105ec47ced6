"""`kontor apply`: play moves and show what comes of them."""

from __future__ import annotations

import json
from typing import Any

import click

from kontor.cli.printing import event_json, event_text, mover_json, mover_text, print_json, sheet_text
from kontor.cli.reading import Given, example, file_argument, given, json_option, read_move
from kontor.core.game import Event, score_json


@click.command(
    "apply",
    epilog=example("kontor apply position.json 'place bremen--osnabruck.1 t' '{\"do\": \"end-turn\"}'"),
)
@file_argument
@click.argument("moves", nargs=-1, required=True, metavar="MOVE...")
@json_option
def command(path: str, moves: tuple[str, ...], as_json: bool) -> None:
    """Play moves and print the position after them, the scores and what happened.

    FILE is a record, or a position with its setup; - is standard input. A MOVE is one argument: words in
    quotes, or a JSON object. Nothing is written; a printed position can be fed back in.
    """
    source = given(path)
    events: list[Event] = []
    for text in moves:
        events += make(source, text)
    after = Given(source.game, source.position, source.number + len(moves))
    print_json(after_json(after, events)) if as_json else click.echo(after_text(after, events))


def make(source: Given, text: str) -> list[Event]:
    """Play one move in place and return what it brought about."""
    before, move = source.position[:], read_move(source.game, text)
    source.game.advance(source.position, move)
    return list(source.game.events(before, move))


def after_json(after: Given, events: list[Event]) -> dict[str, Any]:
    """The answer as data."""
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


def after_text(after: Given, events: list[Event]) -> str:
    """The answer as text: what happened, the position, the scores, and who is next."""
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

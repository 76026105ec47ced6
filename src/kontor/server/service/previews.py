"""Previews: what a table would look like after moves that were not made, from what a seat sees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kontor.core.values import Event, IllegalMove, PositionBytes
from kontor.kernel.seats import CHANCE
from kontor.server.errors import Forbidden, RuleViolation
from kontor.server.service.match import Match
from kontor.server.service.play import check_number, read_move
from kontor.server.service.serialization import event_json, is_visible, moves_json, view_json
from kontor.server.service.time_slicer import TimeSlicer
from kontor.server.service.viewers import Viewer

Lines = Sequence[Sequence[str]]


class PreviewService:
    """Plays lines of moves on copies of a view; the match does not change, and nothing is stored."""

    def __init__(self, slicer: TimeSlicer) -> None:
        self.slicer = slicer

    async def previews(self, match: Match, viewer: Viewer, number: int, lines: Lines) -> list[dict[str, Any]]:
        """Return a preview of every line, if the viewer is to move."""
        check_number(match, viewer, number)
        if match.over or viewer.decision(match.to_move) is None:
            raise Forbidden("Previews are for the seat that is to move, and it is not yours.")
        return await self.slicer.run_charged(sum(map(len, lines)), steps(match, viewer, lines))


def steps(match: Match, viewer: Viewer, lines: Lines) -> Iterator[dict[str, Any]]:
    """Return the previews one after another, all from the view of the same moment."""
    number, length = match.number, len(match.timeline.line)
    view = match.game.view(match.timeline.position, viewer.seat)
    for line in lines:
        made, events, position = play(match, viewer, view[:], line)
        state = preview_state(match, viewer, position)
        is_chance = match.game.to_move(position) == CHANCE
        yield {
            "line": made,
            "chance": is_chance,
            "state": {"number": number, "length": length + len(made), **state},
            "events": [event_json(event) for event in events],
        }


def play(
    match: Match, viewer: Viewer, position: PositionBytes, line: Sequence[str]
) -> tuple[list[str], list[Event], PositionBytes]:
    """Return the moves of a line that precede chance, their visible events, and the position they lead to."""
    game, made, events = match.game, list[str](), list[Event]()
    for words in line:
        if game.to_move(position) == CHANCE:
            break
        move, before = read_move(match, words), position[:]
        try:
            game.advance(position, move)
        except IllegalMove as problem:
            raise RuleViolation(problem.move, game.refusal(position, move)) from problem
        made.append(words)
        events += [event for event in game.events(before, move) if is_visible(event, viewer)]
    return made, events, position


def preview_state(match: Match, viewer: Viewer, position: PositionBytes) -> dict[str, Any]:
    """Return the state of a preview, with the legal moves of the seat that would decide, whoever holds it."""
    view, to_move = bytes(position), match.game.to_move(position)
    return {
        **view_json(match.game, view),
        "decision": viewer.decision(to_move),
        "moves": [] if to_move < 0 else moves_json(match.game, view),
        "undo": None,
        "clock": None,
    }

"""Previews: what a table would look like after moves that were not made, from what a seat sees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from kontor.core.values import Event, IllegalMove, PositionBytes, Seat
from kontor.kernel.seats import CHANCE
from kontor.server.errors import Conflict, Forbidden, RuleViolation
from kontor.server.service.match import Match
from kontor.server.service.play import check_number, read_move
from kontor.server.service.serialization import event_json, is_visible, moves_json, view_json
from kontor.server.service.time_slicer import TimeSlicer
from kontor.server.service.viewers import Viewer

Line = Sequence[str | dict[str, Any]]
Lines = Sequence[Line]


@dataclass
class PlayedLine:
    """The moves of a line that were legal, what they led to, and why the next one is not legal."""

    position: PositionBytes
    made: list[str] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    refusal: RuleViolation | None = None


class PreviewService:
    """Plays lines of moves on copies of a view; the match does not change, and nothing is stored."""

    def __init__(self, slicer: TimeSlicer) -> None:
        self.slicer = slicer

    async def previews(
        self, match: Match, viewer: Viewer, number: int, lines: Lines, ahead: Seat | None = None
    ) -> list[dict[str, Any]]:
        """Return a preview of every line if the viewer is to move, and none where the table has gone on.

        With a seat to plan ahead for, the lines begin as if the turn of this seat began now.
        """
        if number < match.number:
            return []
        check_number(match, viewer, number)
        if ahead is None and (match.over or viewer.decision(match.to_move) is None):
            raise Forbidden("Previews are for the seat that is to move, and it is not yours.")
        view = match.game.view(match.timeline.position, viewer.seat) if ahead is None else planned_view(match, ahead)
        return await self.slicer.run_charged(sum(map(len, lines)), steps(match, viewer, view, lines))


def planned_view(match: Match, seat: Seat) -> PositionBytes:
    """Return what a seat sees as if its turn began now: between actions, the latest moment at which it could."""
    line = match.timeline.line
    while not match.over:
        planned = match.game.planned_turn(match.game.view(line.position(match.game), seat), seat)
        if planned is not None:
            return planned
        if line.previous is None:
            break
        line = line.previous
    raise Conflict("There is no turn to plan now; wait until the game is under way.")


def steps(match: Match, viewer: Viewer, view: PositionBytes, lines: Lines) -> Iterator[dict[str, Any]]:
    """Return the previews one after another, all from the same view."""
    number, length = match.number, len(match.timeline.line)
    for line in lines:
        played = play(match, viewer, view[:], line)
        state = preview_state(match, viewer, played.position)
        yield {
            "line": played.made,
            "chance": match.game.to_move(played.position) == CHANCE,
            "refusal": played.refusal and refusal_json(played.refusal),
            "state": {"number": number, "length": length + len(played.made), **state},
            "events": [event_json(event) for event in played.events],
        }


def play(
    match: Match, viewer: Viewer, position: PositionBytes, line: Line, only_by: Seat | None = None
) -> PlayedLine:
    """Play the moves of a line until one is not legal, or chance decides, or anybody but the only seat allowed."""
    game, played = match.game, PlayedLine(position)
    for content in line:
        to_move = game.to_move(position)
        if to_move == CHANCE or (only_by is not None and to_move != only_by):
            break
        move, before = read_move(match, content), position[:]
        try:
            game.advance(position, move)
        except IllegalMove as problem:
            played.refusal = RuleViolation(problem.move, game.refusal(position, move))
            break
        played.made.append(game.move_text(move))
        played.events += [event for event in game.events(before, move) if is_visible(event, viewer)]
    return played


def refusal_json(problem: RuleViolation) -> dict[str, Any]:
    """Return why a move is not legal, as in the response to a rejected move."""
    return {"error": problem.code, "sentence": problem.sentence, **problem.fields}


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

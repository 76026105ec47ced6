"""An analysis as data with stable field names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from kontor.core import registry
from kontor.core.presentation import SeatConflict
from kontor.core.values import Seat
from kontor.study.analysis import MIN_DIFFERENCE, Analysis
from kontor.study.decisions import Decision, gifts
from kontor.study.evaluation import Chances
from kontor.study.notable_events import events_clause, notable_events, points_gained
from kontor.study.number_format import percent

FORMAT = 1
DIGITS = 4


def analysis_data(analysis: Analysis) -> dict[str, Any]:
    """Return everything found so far; what has not been evaluated is None."""
    decisions = decisions_json(analysis)
    displacements = displacements_json(analysis)
    return {
        "format": FORMAT,
        "setup": analysis.game.setup,
        "moves": len(analysis.record.moves),
        "result": analysis.record.result,
        "budget": asdict(analysis.budget),
        "seed": analysis.seed,
        "threshold": MIN_DIFFERENCE,
        "decisions": decisions,
        "turns": turns_json(decisions),
        "turning_points": [turning_point(analysis, number) for number in analysis.turning_points()],
        "displacements": displacements,
        "seats": [seat_json(seat, decisions, displacements) for seat in range(analysis.game.players)],
    }


def rounded_chances(chances: Chances | None) -> list[float] | None:
    """Return chances rounded for output."""
    return None if chances is None else [round(chance, DIGITS) for chance in chances]


def decisions_json(analysis: Analysis) -> list[dict[str, Any]]:
    """Return every decision; a forced one has the chances of the next choice, or the last known ones."""
    found, known = [], None
    for decision in analysis.decisions:
        later = analysis.following[decision.number]
        number = later if decision.is_forced else decision.number
        before = known if number is None else analysis.before(number)
        known = (before if decision.is_forced else analysis.after(decision.number)) or known
        found.append(decision_json(analysis, decision, before, known))
    return found


def decision_json(
    analysis: Analysis, decision: Decision, before: Chances | None, after: Chances | None
) -> dict[str, Any]:
    """Return a decision: the chances around it, the best move found, what it gave away and to whom."""
    game, number = analysis.game, decision.number
    evaluation = analysis.second_evaluations.get(number) or analysis.first_evaluations.get(number)
    is_open = evaluation is None and not decision.is_forced
    return {
        "number": number,
        "turn": decision.turn,
        "seat": decision.seat,
        "move": game.move_text(decision.move),
        "forced": decision.is_forced,
        "before": rounded_chances(before),
        "after": None if is_open else rounded_chances(after),
        "best": game.move_text(evaluation.best) if evaluation else None,
        "after_best": rounded_chances(evaluation.after_best) if evaluation else None,
        "gave_away": None if is_open else round(analysis.given_away(number), DIGITS),
        "gifts": gifts(game, decision),
    }


def turns_json(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the decisions of a seat in one turn together, even if other seats decided in between."""
    grouped: dict[tuple[int, Seat], list[dict[str, Any]]] = defaultdict(list)
    for decision in found:
        grouped[decision["turn"], decision["seat"]].append(decision)
    return [turn_json(turn, seat, group) for (turn, seat), group in grouped.items()]


def turn_json(turn: int, seat: Seat, group: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what a seat did in one turn."""
    return {
        "turn": turn,
        "seat": seat,
        "numbers": [decision["number"] for decision in group],
        "before": group[0]["before"],
        "after": group[-1]["after"],
        "gave_away": round(sum(decision["gave_away"] or 0 for decision in group), DIGITS),
        "gifted": sum(gift["points"] for decision in group for gift in decision["gifts"]),
    }


def turning_point(analysis: Analysis, number: int) -> dict[str, Any]:
    """Return a turning point: the played turn, the better one, and the position."""
    game, decision, evaluation = analysis.game, analysis.by_number[number], analysis.second_evaluations[number]
    played, seen = rest_of_turn(analysis, decision), game.view(decision.before, decision.seat)
    after_best, after = evaluation.after_best, evaluation.after
    assert after_best is not None
    assert after is not None
    found = {
        "number": number,
        "turn": decision.turn,
        "seat": decision.seat,
        "move": game.move_text(decision.move),
        "best": game.move_text(evaluation.best),
        "gave_away": round(analysis.given_away(number), DIGITS),
        "kept": round(after_best[decision.seat], DIGITS),
        "left": round(after[decision.seat], DIGITS),
        "played": line_json(analysis, decision, played),
        "better": line_json(analysis, decision, evaluation.line),
        "position": game.position_json(seen),
    }
    return {**found, "sentence": sentence(game.setup["game"], found)}


def line_json(analysis: Analysis, decision: Decision, line: tuple[int, ...]) -> dict[str, Any]:
    """Return a line of moves, as texts and as objects, with its points and events."""
    game = analysis.game
    return {
        "moves": [game.move_text(move) for move in line],
        "steps": [game.move_json(move) for move in line],
        "points": points_gained(game, decision.before, line, decision.seat),
        "events": notable_events(game, decision.before, line),
    }


def rest_of_turn(analysis: Analysis, decision: Decision) -> tuple[int, ...]:
    """Return the moves of a seat from a decision until another seat or chance decides."""
    line = [decision.move]
    for number in range(decision.number + 1, len(analysis.record.moves) + 1):
        then = analysis.by_number.get(number)
        if then is None or then.seat != decision.seat:
            break
        line.append(then.move)
    return tuple(line)


def sentence(game: str, point: dict[str, Any]) -> str:
    """Return a turning point as one sentence."""
    better = point["better"]
    return (
        f"Move {point['number']}, turn {point['turn']}: seat {point['seat']} played {point['move']!r} and gave away "
        f"{percent(point['gave_away'], 0)} of winning ({percent(point['kept'], 0)} to "
        f"{percent(point['left'], 0)}); better was "
        f"{point['best']!r}, which {events_clause(game, better['events'])}."
    )


def displacements_json(analysis: Analysis) -> list[dict[str, Any]]:
    """Return every displacement with its effect on the chances."""
    numbers = [decision.number for decision in analysis.decisions if not decision.is_forced]
    before = {number: analysis.before(number) for number in numbers}
    after = {decision.number: analysis.after(decision.number) for decision in analysis.decisions}
    found = registry.game_type(analysis.game.setup["game"]).presentation.displacements(analysis.decisions)
    return [displacement_json(each, before, after) for each in found]


def displacement_json(
    displacement: SeatConflict, before: Mapping[int, Chances | None], after: Mapping[int, Chances | None]
) -> dict[str, Any]:
    """Return a displacement as data, with its effect on the chances of both seats."""
    first, last = before.get(displacement.by.number), after.get(displacement.last.number)
    seats = {"by": displacement.by.seat, "victim": displacement.victim}
    changes = {name: chance_change(seat, first, last) for name, seat in seats.items()}
    numbers = {"number": displacement.by.number, "turn": displacement.by.turn}
    return {**numbers, **seats, **displacement.facts(), "changes": changes}


def chance_change(seat: Seat | str, first: Chances | None, last: Chances | None) -> float | None:
    """Return the change of a seat's chance; the neutral player has none."""
    if isinstance(seat, str) or first is None or last is None:
        return None
    return round(last[seat] - first[seat], DIGITS) + 0.0  # avoids a negative zero


def seat_json(seat: Seat, found: list[dict[str, Any]], displacements: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the figures of a seat."""
    own = [decision for decision in found if decision["seat"] == seat]
    received = [gift for decision in found for gift in decision["gifts"] if gift["seat"] == seat]
    fees = [sum(each["fee"].values()) for each in displacements if each["by"] == seat]
    return {
        "seat": seat,
        "decisions": len(own),
        "choices": sum(not decision["forced"] for decision in own),
        "gave_away": round(sum(decision["gave_away"] or 0 for decision in own), DIGITS),
        "gifted": sum(gift["points"] for decision in own for gift in decision["gifts"]),
        "received": sum(gift["points"] for gift in received),
        "displacements": len(fees),
        "fees": sum(fees),
        "displaced": sum(each["victim"] == seat for each in displacements),
        "extras": sum(each["extras"] for each in displacements if each["victim"] == seat),
    }

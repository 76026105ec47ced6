"""The account of an analysis: all that was found, as data with stable names."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import asdict
from typing import Any

from kontor.core.game import Seat
from kontor.study.analysis import DOUBT, Analysis
from kontor.study.decisions import Decision, gifts
from kontor.study.deeds import points, stat_events, told
from kontor.study.displacements import displacement_json, displacements
from kontor.study.figures import percent
from kontor.study.looking import Chances

FORMAT = 1
DIGITS = 4


def account(analysis: Analysis) -> dict[str, Any]:
    """Everything found so far; what was not looked at yet is null."""
    told_decisions = decisions_json(analysis)
    driven = displacements_json(analysis)
    return {
        "format": FORMAT,
        "setup": analysis.game.setup,
        "moves": len(analysis.record.moves),
        "result": analysis.record.result,
        "budget": asdict(analysis.budget),
        "seed": analysis.seed,
        "doubt": DOUBT,
        "decisions": told_decisions,
        "turns": turns_json(told_decisions),
        "turning_points": [turning_point(analysis, number) for number in analysis.turning_points()],
        "displacements": driven,
        "seats": [seat_json(seat, told_decisions, driven) for seat in range(analysis.game.players)],
    }


def rounded(chances: Chances | None) -> list[float] | None:
    """Chances as they are written."""
    return None if chances is None else [round(chance, DIGITS) for chance in chances]


def decisions_json(analysis: Analysis) -> list[dict[str, Any]]:
    """Every decision; a forced one has the chances of the choice that follows it, or those known last."""
    found, known = [], None
    for decision in analysis.course:
        later = analysis.following[decision.number]
        number = later if decision.is_forced else decision.number
        before = known if number is None else analysis.before(number)
        known = (before if decision.is_forced else analysis.after(decision.number)) or known
        found.append(decision_json(analysis, decision, before, known))
    return found


def decision_json(
    analysis: Analysis, decision: Decision, before: Chances | None, after: Chances | None
) -> dict[str, Any]:
    """A decision: the chances around it, the best move found, what it gave away and to whom."""
    game, number = analysis.game, decision.number
    answer = analysis.second_looks.get(number) or analysis.first_looks.get(number)
    is_open = answer is None and not decision.is_forced
    return {
        "number": number,
        "turn": decision.turn,
        "seat": decision.seat,
        "move": game.move_text(decision.move),
        "forced": decision.is_forced,
        "before": rounded(before),
        "after": None if is_open else rounded(after),
        "best": game.move_text(answer.best) if answer else None,
        "after_best": rounded(answer.after_best) if answer else None,
        "gave_away": None if is_open else round(analysis.given_away(number), DIGITS),
        "gifts": gifts(game, decision),
    }


def turns_json(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The decisions of a seat in one turn taken together, even if others decided in between."""
    grouped: dict[tuple[int, Seat], list[dict[str, Any]]] = defaultdict(list)
    for decision in found:
        grouped[decision["turn"], decision["seat"]].append(decision)
    return [turn_json(turn, seat, group) for (turn, seat), group in grouped.items()]


def turn_json(turn: int, seat: Seat, group: list[dict[str, Any]]) -> dict[str, Any]:
    """What a seat did in one turn."""
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
    """A decision after which the game went another way, and what would have been better."""
    game, decision, answer = analysis.game, analysis.by_number[number], analysis.second_looks[number]
    played, seen = rest_of_turn(analysis, decision), game.view(decision.before, decision.seat)
    after_best, after = answer.after_best, answer.after
    assert after_best is not None
    assert after is not None
    found = {
        "number": number,
        "turn": decision.turn,
        "seat": decision.seat,
        "move": game.move_text(decision.move),
        "best": game.move_text(answer.best),
        "gave_away": round(analysis.given_away(number), DIGITS),
        "kept": round(after_best[decision.seat], DIGITS),
        "left": round(after[decision.seat], DIGITS),
        "played": line_json(analysis, decision, played),
        "better": line_json(analysis, decision, answer.line),
        "position": game.position_json(seen),
    }
    return {**found, "sentence": sentence(found)}


def line_json(analysis: Analysis, decision: Decision, line: tuple[int, ...]) -> dict[str, Any]:
    """A line of moves with what it achieves for its seat."""
    game = analysis.game
    return {
        "moves": [game.move_text(move) for move in line],
        "points": points(game, decision.before, line, decision.seat),
        "deeds": stat_events(game, decision.before, line),
    }


def rest_of_turn(analysis: Analysis, decision: Decision) -> tuple[int, ...]:
    """What a seat did from a decision on until somebody else decided."""
    line = [decision.move]
    for number in range(decision.number + 1, len(analysis.record.moves) + 1):
        then = analysis.by_number.get(number)
        if then is None or then.seat != decision.seat:
            break
        line.append(then.move)
    return tuple(line)


def sentence(point: dict[str, Any]) -> str:
    """A turning point in one sentence."""
    better = point["better"]
    return (
        f"Move {point['number']}, turn {point['turn']}: seat {point['seat']} played {point['move']!r} and gave away "
        f"{percent(point['gave_away'], 0)} of winning ({percent(point['kept'], 0)} to "
        f"{percent(point['left'], 0)}); better was "
        f"{point['best']!r}, which {told(better['deeds'])}."
    )


def displacements_json(analysis: Analysis) -> list[dict[str, Any]]:
    """Every displacement with what it changed."""
    numbers = [decision.number for decision in analysis.course if not decision.is_forced]
    before = {number: analysis.before(number) for number in numbers}
    after = {decision.number: analysis.after(decision.number) for decision in analysis.course}
    return [displacement_json(each, before, after) for each in displacements(analysis.course)]


def seat_json(seat: Seat, found: list[dict[str, Any]], driven: list[dict[str, Any]]) -> dict[str, Any]:
    """A seat's game in figures."""
    own = [decision for decision in found if decision["seat"] == seat]
    received = [gift for decision in found for gift in decision["gifts"] if gift["seat"] == seat]
    fees = [sum(each["fee"].values()) for each in driven if each["by"] == seat]
    return {
        "seat": seat,
        "decisions": len(own),
        "choices": sum(not decision["forced"] for decision in own),
        "gave_away": round(sum(decision["gave_away"] or 0 for decision in own), DIGITS),
        "gifted": sum(gift["points"] for decision in own for gift in decision["gifts"]),
        "received": sum(gift["points"] for gift in received),
        "displacements": len(fees),
        "fees": sum(fees),
        "displaced": sum(each["victim"] == seat for each in driven),
        "extras": sum(each["extras"] for each in driven if each["victim"] == seat),
    }

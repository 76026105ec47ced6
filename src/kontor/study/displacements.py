"""Displacements: what each of them cost the one who did it, and what it gave the one who had to leave."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kontor.core.game import Event, Seat
from kontor.study.decisions import Decision
from kontor.study.looking import Chances


@dataclass
class Displacement:
    """A piece driven from its space, and everything that followed from it."""

    by: Decision
    victim: Seat | str
    kind: str
    space: str
    last: Decision
    fee: dict[str, int] = field(default_factory=lambda: {"traders": 0, "merchants": 0})
    relocated: int = 0
    has_led_to_route: bool = False

    @property
    def route(self) -> str:
        """The route that was fought about."""
        return self.space.rpartition(".")[0]

    def follow(self, decision: Decision, event: Event) -> None:
        """Take in what happened after it in the same turn."""
        facts = event.facts
        if event.name == "FeePaid" and decision is self.by:
            self.fee = {"traders": facts["traders"], "merchants": facts["merchants"]}
        elif event.name == "Relocated" and facts["seat"] == self.victim:
            self.relocated += 1
            self.last = decision
        elif event.name == "RouteCreated" and facts["seat"] == self.by.seat and facts["route"] == self.route:
            self.has_led_to_route = True


def displacements(course: Iterable[Decision]) -> list[Displacement]:
    """Every displacement of a game."""
    found: list[Displacement] = []
    for decision in course:
        for event in decision.events:
            follow(found, decision, event)
            if event.name == "Displaced":
                facts = event.facts
                found.append(Displacement(decision, facts["seat"], facts["kind"], facts["space"], decision))
    return found


def follow(found: list[Displacement], decision: Decision, event: Event) -> None:
    """Tell the displacements of the turn what happened; relocations belong to the latest one."""
    for displacement in found[-1:] if event.name in ("Relocated", "FeePaid") else reversed(found):
        if displacement.by.turn != decision.turn:
            return
        displacement.follow(decision, event)


def displacement_json(
    displacement: Displacement, before: Mapping[int, Chances | None], after: Mapping[int, Chances | None]
) -> dict[str, Any]:
    """A displacement as data, with what it changed in the chances of both once the victim stood again."""
    first, last = before.get(displacement.by.number), after.get(displacement.last.number)
    seats = {"by": displacement.by.seat, "victim": displacement.victim}
    changes = {name: change(seat, first, last) for name, seat in seats.items()}
    return {
        "number": displacement.by.number,
        "turn": displacement.by.turn,
        **seats,
        "space": displacement.space,
        "kind": displacement.kind,
        "fee": displacement.fee,
        "extras": max(0, displacement.relocated - 1),
        "led_to_route": displacement.has_led_to_route,
        "changes": changes,
    }


def change(seat: Seat | str, first: Chances | None, last: Chances | None) -> float | None:
    """How much a seat's chance changed; the neutral player has none."""
    if isinstance(seat, str) or first is None or last is None:
        return None
    return round(last[seat] - first[seat], 4) + 0.0  # never a negative zero

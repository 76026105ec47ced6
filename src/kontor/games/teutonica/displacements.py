"""Displacements: what each cost the displacing seat and gave to the displaced one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from kontor.core.presentation import RecordedDecision
from kontor.core.values import Event, Seat


@dataclass
class Displacement:
    """A displaced piece, and everything that followed from its displacement."""

    by: RecordedDecision
    victim: Seat | str
    kind: str
    space: str
    last: RecordedDecision
    fee: dict[str, int] = field(default_factory=lambda: {"traders": 0, "merchants": 0})
    relocated: int = 0
    has_led_to_route: bool = False

    @property
    def route(self) -> str:
        """The route of the space."""
        return self.space.rpartition(".")[0]

    def facts(self) -> dict[str, Any]:
        """Return where it happened, its fee, and its consequences."""
        return {
            "space": self.space,
            "kind": self.kind,
            "fee": self.fee,
            "extras": max(0, self.relocated - 1),
            "led_to_route": self.has_led_to_route,
        }

    def follow(self, decision: RecordedDecision, event: Event) -> None:
        """Record a later event of the same turn."""
        facts = event.facts
        if event.name == "FeePaid" and decision is self.by:
            self.fee = {"traders": facts["traders"], "merchants": facts["merchants"]}
        elif event.name == "Relocated" and facts["seat"] == self.victim:
            self.relocated += 1
            self.last = decision
        elif event.name == "RouteCreated" and facts["seat"] == self.by.seat and facts["route"] == self.route:
            self.has_led_to_route = True


def find_displacements(decisions: Iterable[RecordedDecision]) -> list[Displacement]:
    """Return every displacement of a game."""
    found: list[Displacement] = []
    for decision in decisions:
        for event in decision.events:
            follow(found, decision, event)
            if event.name == "Displaced":
                facts = event.facts
                found.append(Displacement(decision, facts["seat"], facts["kind"], facts["space"], decision))
    return found


def follow(found: list[Displacement], decision: RecordedDecision, event: Event) -> None:
    """Pass an event to the displacements of the turn; fees and relocations belong to the latest one."""
    for displacement in found[-1:] if event.name in ("Relocated", "FeePaid") else reversed(found):
        if displacement.by.turn != decision.turn:
            return
        displacement.follow(decision, event)

"""Whose turn it is in a position, as far as its fields say so. [H-STATE-3]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kontor.core.position_fields import refuse, whole
from kontor.games.hansa.formats.positions.terms import Counts, Terms

LAST_TURN: Final = 65535  # the highest number a position can hold


def placements(posts: list[Counts]) -> int:
    """How many stacks stand on the board, which in the opening is the number of placements."""
    return sum(1 for stacks in posts for count in stacks if count)


class Course:
    """Start player, active seat and number of the turn; fields not named follow from the others."""

    def __init__(self, terms: Terms, content: Mapping[str, Any], phase: str, posts: list[Counts]) -> None:
        self.terms = terms
        self.content = content
        self.phase = phase
        self.placed = placements(posts)
        self.fixed: int | None = terms.configuration.setup.get("start_player")
        self.start = self.read_start()
        self.active = self.read_active()
        self.check_active()
        self.turn = self.read_turn()
        if phase == "placement":
            self.check_placement(posts)
        elif "placed" in content:
            refuse("placed", "counts the placements and is possible only in phase 'placement'", "H-STATE-3")

    def read_start(self) -> int | None:
        """The start player, None while it is open. [H-SETUP-7]"""
        if "start_player" not in self.content:
            return self.default_start()
        value = self.content["start_player"]
        start = None if value is None and self.phase == "setup" else self.terms.seat(value, "start_player")
        if self.fixed is not None and start != self.fixed:
            refuse("start_player", f"is not seat {self.fixed}, whom the setup names", "H-SETUP-7")
        removed = self.content.get("removed_colours", [])
        wanted = self.terms.configuration.board.left_out(self.terms.players)
        if self.phase == "setup" and self.fixed is None and start is not None and len(removed) < wanted:
            refuse("start_player", "is chosen after the colours are left out", "H-CMD-1")
        return start

    def default_start(self) -> int | None:
        """The start player when the field does not say: that of the setup, or as the active seat demands."""
        if self.fixed is not None or self.phase == "setup":
            return self.fixed
        if "active" not in self.content or self.phase not in ("placement", "finished"):
            return 0
        active = self.terms.seat(self.content["active"], "active")
        return (active - (self.placed if self.phase == "placement" else -1)) % self.terms.players

    def due(self) -> int:
        """The seat that is active if the field does not say so."""
        start, players = self.start or 0, self.terms.players
        if self.phase == "placement":
            return (start + self.placed) % players
        if self.phase == "finished":
            return (start - 1) % players
        if self.phase != "setup" and "turn" in self.content:
            return (start + whole(self.content["turn"], 1, LAST_TURN, "turn") - 1) % players
        return start

    def read_active(self) -> int:
        """The active seat."""
        return self.terms.seat(self.content["active"], "active") if "active" in self.content else self.due()

    def check_active(self) -> None:
        """Before the first turn and after the last one the active seat is no choice. [H-PLACE-1, H-END-2]"""
        if self.phase in ("setup", "placement", "finished") and self.active != self.due():
            rule = {"setup": "H-CMD-1", "placement": "H-PLACE-1", "finished": "H-END-2"}[self.phase]
            refuse("active", f"must be seat {self.due()} here", rule)

    def read_turn(self) -> int:
        """The number of the turn, 0 before the first one. [H-TURN-1]"""
        if self.phase in ("setup", "placement"):
            for field in ("round", "turn"):
                if whole(self.content.get(field, 1), 0, LAST_TURN, field) > 1:
                    refuse(field, "must be 1 before the first turn", "H-STATE-3")
            return 0
        players = self.terms.players
        seated = (self.active - (self.start or 0)) % players
        rounds = whole(self.content.get("round", 1), 1, (LAST_TURN - 1) // players + 1, "round")
        turn = min((rounds - 1) * players + seated + 1, LAST_TURN)
        return self.checked_turn(seated, rounds) if "turn" in self.content else turn

    def checked_turn(self, seated: int, rounds: int) -> int:
        """The number of the turn that is named, which fits the active seat and the round. [H-TURN-1]"""
        turn = whole(self.content["turn"], 1, LAST_TURN, "turn")
        if turn < LAST_TURN and (turn - 1) % self.terms.players != seated:
            refuse("turn", f"does not fit the active seat {self.active}", "H-TURN-1")
        if "round" in self.content and rounds != (turn - 1) // self.terms.players + 1:
            refuse("round", f"does not fit turn {turn}", "H-TURN-1")
        return turn

    def check_placement(self, posts: list[Counts]) -> None:
        """Seats place two posts at a time, in turn, each time into a new port. [H-PLACE-1 … H-PLACE-5]"""
        facts = self.terms.configuration.board.board_tables()
        _, rounds, each, _ = facts["posts"]
        players = self.terms.players
        if whole(self.content.get("placed", self.placed), 0, rounds * players - 1, "placed") != self.placed:
            refuse("placed", f"does not fit the {self.placed} stacks on the board", "H-PLACE-1")
        for seat in range(players):
            stacks = [(port, row[seat]) for port, row in enumerate(posts) if row[seat]]
            due = (self.placed + players - 1 - (seat - (self.start or 0)) % players) // players
            if len(stacks) != due or any(count != each for _, count in stacks) or due > rounds:
                refuse("posts", f"has not {due} stacks of {each} of seat {seat}", "H-PLACE-1")
            if any(facts["forbidden"][port] for port, _ in stacks):
                refuse("posts", "has posts in a port that is forbidden in the opening", "H-PLACE-2")

"""The turn order of a position: start player, active seat and turn number from its fields. [H-STATE-3]"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kontor.core.position_fields import refuse, whole
from kontor.games.hansa.formats.positions.ids import Counts, PositionIds

LAST_TURN: Final = 65535  # the highest number a position can hold


def placements(posts: list[Counts]) -> int:
    """Return how many stacks are on the board, which in phase `placement` is the number of placements."""
    return sum(1 for stacks in posts for count in stacks if count)


class TurnOrder:
    """Start player, active seat and turn number; missing fields are derived from the others."""

    def __init__(self, ids: PositionIds, content: Mapping[str, Any], phase: str, posts: list[Counts]) -> None:
        self.ids = ids
        self.content = content
        self.phase = phase
        self.placed = placements(posts)
        self.fixed: int | None = ids.configuration.setup.get("start_player")
        self.start = self.read_start()
        self.active = self.read_active()
        self.check_active()
        self.turn = self.read_turn()
        if phase == "placement":
            self.check_placement(posts)
        elif "placed" in content:
            refuse("placed", "counts the placements and is possible only in phase 'placement'", "H-STATE-3")

    def read_start(self) -> int | None:
        """Return the start player, or None before it is chosen. [H-SETUP-7]"""
        if "start_player" not in self.content:
            return self.default_start()
        value = self.content["start_player"]
        start = None if value is None and self.phase == "setup" else self.ids.seat(value, "start_player")
        if self.fixed is not None and start != self.fixed:
            refuse("start_player", f"is not seat {self.fixed}, the start player of the setup", "H-SETUP-7")
        removed = self.content.get("removed_colours", [])
        wanted = self.ids.configuration.board.left_out(self.ids.players)
        if self.phase == "setup" and self.fixed is None and start is not None and len(removed) < wanted:
            refuse("start_player", "is chosen after the colours are left out", "H-CMD-1")
        return start

    def default_start(self) -> int | None:
        """Return the start player without its field: that of the setup, or the one that fits the active seat."""
        if self.fixed is not None or self.phase == "setup":
            return self.fixed
        if "active" not in self.content or self.phase not in ("placement", "finished"):
            return 0
        active = self.ids.seat(self.content["active"], "active")
        return (active - (self.placed if self.phase == "placement" else -1)) % self.ids.players

    def default_active(self) -> int:
        """Return the active seat without its field."""
        start, players = self.start or 0, self.ids.players
        if self.phase == "placement":
            return (start + self.placed) % players
        if self.phase == "finished":
            return (start - 1) % players
        if self.phase != "setup" and "turn" in self.content:
            return (start + whole(self.content["turn"], 1, LAST_TURN, "turn") - 1) % players
        return start

    def read_active(self) -> int:
        """Return the active seat."""
        return self.ids.seat(self.content["active"], "active") if "active" in self.content else self.default_active()

    def check_active(self) -> None:
        """Check the active seat, which is fixed before the first turn and after the last. [H-PLACE-1, H-END-2]"""
        if self.phase in ("setup", "placement", "finished") and self.active != self.default_active():
            rule = {"setup": "H-CMD-1", "placement": "H-PLACE-1", "finished": "H-END-2"}[self.phase]
            refuse("active", f"must be seat {self.default_active()} here", rule)

    def read_turn(self) -> int:
        """Return the number of the turn, 0 before the first one. [H-TURN-1]"""
        if self.phase in ("setup", "placement"):
            for field in ("round", "turn"):
                if whole(self.content.get(field, 1), 0, LAST_TURN, field) > 1:
                    refuse(field, "must be 1 before the first turn", "H-STATE-3")
            return 0
        players = self.ids.players
        seated = (self.active - (self.start or 0)) % players
        rounds = whole(self.content.get("round", 1), 1, (LAST_TURN - 1) // players + 1, "round")
        turn = min((rounds - 1) * players + seated + 1, LAST_TURN)
        return self.checked_turn(seated, rounds) if "turn" in self.content else turn

    def checked_turn(self, seated: int, rounds: int) -> int:
        """Return the turn number of the field after checking it against the active seat and the round. [H-TURN-1]"""
        turn = whole(self.content["turn"], 1, LAST_TURN, "turn")
        if turn < LAST_TURN and (turn - 1) % self.ids.players != seated:
            refuse("turn", f"does not match the active seat {self.active}", "H-TURN-1")
        if "round" in self.content and rounds != (turn - 1) // self.ids.players + 1:
            refuse("round", f"does not match turn {turn}", "H-TURN-1")
        return turn

    def check_placement(self, posts: list[Counts]) -> None:
        """Check that the seats placed two posts at a time, in turn, in different ports. [H-PLACE-1 … H-PLACE-5]"""
        tables = self.ids.configuration.board.board_tables()
        _, rounds, each, _ = tables["posts"]
        players = self.ids.players
        if whole(self.content.get("placed", self.placed), 0, rounds * players - 1, "placed") != self.placed:
            refuse("placed", f"does not match the {self.placed} stacks on the board", "H-PLACE-1")
        for seat in range(players):
            stacks = [(port, row[seat]) for port, row in enumerate(posts) if row[seat]]
            due = (self.placed + players - 1 - (seat - (self.start or 0)) % players) // players
            if len(stacks) != due or any(count != each for _, count in stacks) or due > rounds:
                refuse("posts", f"must have {due} stacks of {each} posts of seat {seat}", "H-PLACE-1")
            if any(tables["forbidden"][port] for port, _ in stacks):
                refuse("posts", "has posts in a port that is forbidden in the opening", "H-PLACE-2")

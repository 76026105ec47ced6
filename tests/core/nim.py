"""Nim for two or three players: a small game that tests `core` without the real games.

Chance moves deal the sizes of three piles and a secret lucky pile to every seat. In a turn a seat takes sticks from
one pile. Each stick is a point; a seat that empties its lucky pile gets three more. The game ends without sticks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kontor.core.agent import Budget, Uniform, chance_move
from kontor.core.game import Game, Playout
from kontor.core.game_type import GameType
from kontor.core.notation import Block, MoveList
from kontor.core.values import Event, IllegalMove, PositionBytes, Refusal, Score, ScoreSheet, Seat, Setup, SetupError
from kontor.kernel.generator import MASK, Generator
from kontor.kernel.runtime.errors import PositionError
from kontor.kernel.seats import CHANCE, GAME_OVER

PILES = ("left", "middle", "right")
SIZES = range(1, 5)
MOST_SEATS = 3
UNKNOWN = 9
NOT_DEALT, NO_TAKER = 0, 0
TURN, ACTIVE, PILE, LUCKY, TAKEN, EMPTIED = 0, 1, 2, 5, 8, 11
SIZE = 14

MOVES = MoveList(
    [
        Block("deal", "chance", ("size",), [(size,) for size in SIZES]),
        Block("card", "chance", ("card",), [(pile,) for pile in PILES]),
        Block("take", "take", ("pile", "sticks"), [(pile, n) for pile in PILES for n in SIZES]),
    ]
)


class Nim(Game):
    """One configuration of Nim."""

    kernel = "interpreted"
    move_count = MOVES.size

    def __init__(self, setup: Mapping[str, Any]) -> None:
        self.players = setup.get("players", 2)
        if self.players not in (2, 3):
            raise SetupError(f"setup: players {self.players!r} is unknown; it may be 2, 3.")
        self.setup: Setup = {"game": "nim", "players": self.players}

    def start(self) -> PositionBytes:
        position = bytearray(SIZE)
        position[TURN] = 1
        return position

    def undealt(self, position: PositionBytes) -> str:
        """Return the block of the chance move that is due, or an empty text."""
        if NOT_DEALT in position[PILE:LUCKY] and position[TURN] == 1 and not any(position[TAKEN:EMPTIED]):
            return "deal"
        return "card" if NOT_DEALT in position[LUCKY : LUCKY + self.players] else ""

    def to_move(self, position: PositionBytes) -> Seat:
        if self.undealt(position):
            return CHANCE
        return position[ACTIVE] if any(position[PILE:LUCKY]) else GAME_OVER

    def legal_moves(self, position: PositionBytes) -> list[int]:
        block = self.undealt(position)
        if block:
            first = MOVES.first[block]
            return list(range(first, first + (len(SIZES) if block == "deal" else len(PILES))))
        piles = position[PILE:LUCKY]
        return [self.taking(pile, n) for pile in range(len(PILES)) for n in SIZES if n <= piles[pile]]

    def taking(self, pile: int, sticks: int) -> int:
        return MOVES.first["take"] + pile * len(SIZES) + sticks - 1

    def chance_weights(self, position: PositionBytes) -> dict[int, int]:
        if self.to_move(position) != CHANCE:
            return {}
        return {move: number for number, move in enumerate(self.legal_moves(position), 1)}

    def advance(self, position: PositionBytes, move: int) -> None:
        if move not in self.legal_moves(position):
            raise IllegalMove(self.move_text(move), self.refusal(position, move))
        content, block = MOVES.json(move), self.undealt(position)
        if block == "deal":
            position[position.index(NOT_DEALT, PILE, LUCKY)] = content["size"]
        elif block == "card":
            position[position.index(NOT_DEALT, LUCKY)] = PILES.index(content["card"]) + 1
        else:
            self.take(position, PILES.index(content["pile"]), content["sticks"])

    def take(self, position: PositionBytes, pile: int, sticks: int) -> None:
        seat = position[ACTIVE]
        position[PILE + pile] -= sticks
        position[TAKEN + seat] += sticks
        if not position[PILE + pile]:
            position[EMPTIED + pile] = seat + 1
        position[ACTIVE] = (seat + 1) % self.players
        position[TURN] += 1

    def scores(self, position: PositionBytes) -> ScoreSheet:
        scores = [
            Score({"sticks": position[TAKEN + seat], "luck": self.luck(position, seat)})
            for seat in range(self.players)
        ]
        best = max(score.total for score in scores)
        return ScoreSheet(scores, [seat for seat, score in enumerate(scores) if score.total == best])

    def luck(self, position: PositionBytes, seat: Seat) -> int:
        pile = position[LUCKY + seat]
        return 3 if pile in (1, 2, 3) and position[EMPTIED + pile - 1] == seat + 1 else 0

    def ended_by(self, position: PositionBytes) -> str | None:
        return "nothing-left" if self.to_move(position) == GAME_OVER else None

    def turn(self, position: PositionBytes) -> int:
        return position[TURN]

    def view(self, position: PositionBytes, seat: Seat | None) -> PositionBytes:
        seen = position[:]
        for other in range(self.players):
            if other != seat and seen[LUCKY + other] and self.to_move(position) != GAME_OVER:
                seen[LUCKY + other] = UNKNOWN
        return seen

    def move_text(self, move: int) -> str:
        return MOVES.text(move)

    def parse_move(self, text: str) -> int:
        return MOVES.parse(text)

    def move_json(self, move: int) -> dict[str, Any]:
        return MOVES.json(move)

    def parse_move_json(self, content: Mapping[str, Any]) -> int:
        return MOVES.parse_json(content)

    def refusal(self, position: PositionBytes, move: int) -> Refusal:
        return Refusal("NIM-1", {"piles": list(position[PILE:LUCKY])})

    def events(self, before: PositionBytes, move: int) -> list[Event]:
        content = MOVES.json(move)
        if content["do"] == "take":
            return [Event("Taken", {"seat": before[ACTIVE], "pile": content["pile"], "sticks": content["sticks"]})]
        if "card" in content:
            seat = before.index(NOT_DEALT, LUCKY) - LUCKY
            return [Event("CardDealt", {"seat": seat, "card": content["card"]}, frozenset({seat}))]
        return [Event("Dealt", {"size": content["size"]})]

    def redacted_move(self, before: PositionBytes, move: int, seat: Seat | None) -> str:
        is_own = self.undealt(before) == "card" and before.index(NOT_DEALT, LUCKY) - LUCKY == seat
        return self.move_text(move) if self.undealt(before) != "card" or is_own else "chance ?"

    def position_json(self, position: PositionBytes) -> dict[str, Any]:
        return {"cells": list(position)}

    def read_position(self, content: Mapping[str, Any]) -> PositionBytes:
        cells = content.get("cells")
        if not isinstance(cells, list) or len(cells) != SIZE:
            raise PositionError(f"position: 'cells' must hold {SIZE} numbers.")
        return bytearray(cells)

    def play_out(
        self, position: PositionBytes, seed: int, agents: Sequence[str], cap: int, keep_moves: bool = False
    ) -> Playout:
        generator, moves, digest = Generator(seed), list[int](), 0
        while self.to_move(position) != GAME_OVER and self.turn(position) <= cap:
            moves.append(self.random_move(position, generator))
            digest = (digest * 31 + moves[-1]) & MASK
            self.advance(position, moves[-1])
        return Playout(len(moves), digest, moves if keep_moves else [])

    def suggest(self, position: PositionBytes, seed: int, agent: str) -> int:
        return self.random_move(position, Generator(seed))

    def random_move(self, position: PositionBytes, generator: Generator) -> int:
        if self.to_move(position) == CHANCE:
            return chance_move(self, position, generator)
        return Uniform().choose(self, position, Budget(), generator)

    def perft(self, position: PositionBytes, depth: int) -> int:
        if not depth:
            return 1
        return sum(self.perft(self.after(position, move), depth - 1) for move in self.legal_moves(position))

    def after(self, position: PositionBytes, move: int) -> PositionBytes:
        after = position[:]
        self.advance(after, move)
        return after


class NimType(GameType):
    """The game type of Nim."""

    name = "nim"
    title = "Nim"
    agents = ("uniform",)

    def game(self, setup: Mapping[str, Any], kernel: str | None = None) -> Nim:
        return Nim(setup)

    def configurations(self) -> Iterator[Setup]:
        return (Nim({"players": players}).setup for players in (2, 3))

    def describe(self) -> dict[str, Any]:
        return {"game": "nim", "title": "Nim", "kernel": "interpreted", "agents": list(self.agents)}

"""Steps on a position, and the exported functions that run them."""

from __future__ import annotations

from array import array
from typing import Final

from kontor.kernel.runtime.dialect import BitSets, Cells, UInt64, copy_sets, exported, first_difference, lowest_bit

from .position import COLOUR_COUNT, NOWHERE, SIZE, SQUARES, Position, scrambled

WEIGHTS: Final = (1, 2, 3)


class NegativeCount(Exception):
    """Raised for a negative number of steps."""


class Step:
    """One kind of step."""

    price: int

    def __init__(self, price: int) -> None:
        self.price = price

    def apply(self, p: Position, choice: int) -> None:
        raise NotImplementedError

    def cost(self) -> int:
        return self.price


class Placing(Step):
    def apply(self, p: Position, choice: int) -> None:
        p.add(choice % SIZE, self.cost())


class Moving(Step):
    def apply(self, p: Position, choice: int) -> None:
        p.add(SIZE + NOWHERE - choice % SIZE, SQUARES[choice % SIZE] + COLOUR_COUNT)

    def cost(self) -> int:
        return 2


class Rules:
    steps: list[Step]

    def __init__(self, steps: list[Step]) -> None:
        self.steps = steps


class Play:
    """The exported class."""

    position: Position

    def __init__(self, seed: UInt64) -> None:
        self.position = Position(Rules([Placing(1), Moving(2)]), seed)

    @exported
    def run(self, count: int) -> UInt64:
        if count < 0:
            raise NegativeCount(f"{count} moves")
        return self._run(count)

    def _ends(self, p: Position) -> tuple[int, int]:
        return p.cells[0], p.cells[SIZE - 1]

    def _run(self, count: int) -> UInt64:
        step: Step
        p = self.position
        total: UInt64 = 0
        for number in range(count):
            step = p.rules.steps[p.below(2)]
            step.apply(p, p.below(1000))
            p = p.copy()
            low, high = self._ends(p)
            for value in (low, high, number % SIZE):
                for weight in WEIGHTS:
                    if value == weight:
                        continue
                    total = scrambled(total ^ (value + weight))
        self.position = p
        return total

    @exported
    def numbers_in(self, bits: UInt64) -> list[int]:
        sets: BitSets = array("Q", [0, 0])
        copy_sets(sets, 1, array("Q", [1, 2, bits]), 2, 1)
        left: UInt64 = sets[1]
        found = []
        while left:
            found.append(lowest_bit(left))
            left &= left - 1
        return found

    @exported
    def differences(self, one: bytearray, other: bytearray) -> list[int]:
        first: Cells = one
        second: Cells = other
        found = []
        at = first_difference(first, 0, second, 0, len(first))
        while at < len(first):
            found.append(at)
            at += 1
            at += first_difference(first, at, second, at, len(first) - at)
        return found

    @exported
    def costs(self) -> int:
        step: Step
        total = 0
        for step in self.position.rules.steps:
            total += step.cost() * (step.price + 1)
        return total

    @exported
    def is_same(self, other: Play | None) -> bool:
        return other is not None and other.position.state == self.position.state

    @exported
    def cells(self) -> bytes:
        return bytes(self.position.cells)


@exported
def mask() -> UInt64:
    return 0xFFFFFFFFFFFFFFFF

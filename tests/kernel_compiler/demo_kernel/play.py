"""Steps over a table, and the door to them."""

from __future__ import annotations

from typing import Final

from kontor.kernel.runtime.dialect import Wide, exported

from .table import COLOUR_COUNT, NOWHERE, SIZE, SQUARES, Table, scrambled

WEIGHTS: Final = (1, 2, 3)


class Lost(Exception):
    """A game of negative length."""


class Step:
    """What can be done."""

    price: int

    def __init__(self, price: int) -> None:
        self.price = price

    def apply(self, t: Table, choice: int) -> None:
        raise NotImplementedError

    def cost(self) -> int:
        return self.price


class Placing(Step):
    def apply(self, t: Table, choice: int) -> None:
        t.add(choice % SIZE, self.cost())


class Moving(Step):
    def apply(self, t: Table, choice: int) -> None:
        t.add(SIZE + NOWHERE - choice % SIZE, SQUARES[choice % SIZE] + COLOUR_COUNT)

    def cost(self) -> int:
        return 2


class Rules:
    steps: list[Step]

    def __init__(self, steps: list[Step]) -> None:
        self.steps = steps


class Play:
    """The door."""

    table: Table

    def __init__(self, seed: Wide) -> None:
        self.table = Table(Rules([Placing(1), Moving(2)]), seed)

    @exported
    def run(self, count: int) -> Wide:
        if count < 0:
            raise Lost(f"{count} moves")
        return self._run(count)

    def _ends(self, t: Table) -> tuple[int, int]:
        return t.cells[0], t.cells[SIZE - 1]

    def _run(self, count: int) -> Wide:
        step: Step
        t = self.table
        total: Wide = 0
        for number in range(count):
            step = t.rules.steps[t.below(2)]
            step.apply(t, t.below(1000))
            t = t.copy()
            low, high = self._ends(t)
            for value in (low, high, number % SIZE):
                for weight in WEIGHTS:
                    if value == weight:
                        continue
                    total = scrambled(total ^ (value + weight))
        self.table = t
        return total

    @exported
    def is_same(self, other: Play | None) -> bool:
        return other is not None and other.table.state == self.table.state

    @exported
    def cells(self) -> bytes:
        return bytes(self.table.cells)


@exported
def mask() -> Wide:
    return 0xFFFFFFFFFFFFFFFF

"""Calls exported kernel functions with wrong arguments; run in a process of its own, because it may crash.

Usage: python -m tests.core.kernel_fuzzing GAME KERNEL SEED CALLS
"""

from __future__ import annotations

import random
import sys
from array import array
from typing import Any

from tests.core.kernel_calls import BadArguments, Call, Calls

EXPECTED = (TypeError, ValueError, OverflowError, AttributeError)


def copied(value: Any) -> Any:
    """A copy of an argument, to compare with it afterwards."""
    if isinstance(value, list):
        return [copied(item) for item in value]
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    return value[:] if isinstance(value, bytearray | array) else value


def refused(function: Any, arguments: list[Any]) -> bool:
    """Whether a call raised an exception of an expected sort."""
    try:
        function(*arguments)
    except EXPECTED:
        return True
    return False


def try_one(name: str, call: Call, bad: BadArguments, chance: random.Random) -> None:
    """Call a function with one wrong argument; it has to raise an exception and change nothing."""
    function, fitting = call
    if not fitting:
        function()
        return
    kind = chance.choice(list(fitting))
    arguments = {**copied(fitting), kind: bad.one(kind, fitting[kind])}
    before = copied(list(arguments.values()))
    if not refused(function, list(arguments.values())):
        raise SystemExit(f"{name} accepted {kind} = {arguments[kind]!r:.500}")
    if list(arguments.values()) != before:
        raise SystemExit(f"{name} changed its arguments before it refused {kind}")


def main(name: str, kernel: str, seed: int, count: int) -> None:
    """Make so many calls and print how many were made."""
    chance = random.Random(seed)
    calls = Calls(name, kernel)
    every, bad = calls.all(), BadArguments(calls, chance)
    moves = calls.game.legal_moves(calls.position)
    for n in range(count):
        function = list(every)[n % len(every)]
        try_one(function, every[function], bad, chance)
        if calls.game.legal_moves(calls.position) != moves:
            raise SystemExit(f"{function} left the engine with other moves")
    print("calls made:", count)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))

"""Calls exported kernel functions with invalid arguments; runs in its own process because it may crash.

Usage: python -m tests.kernel.fuzzing GAME KERNEL SEED CALLS
"""

from __future__ import annotations

import random
import sys
from array import array
from typing import Any

from tests.kernel.calls import BadArguments, Call, Calls

EXPECTED = (TypeError, ValueError, AttributeError)
# for functions whose arguments exist only inside the kernel
WRONG: tuple[Any, ...] = (None, 5, "x", b"", [], {}, 1.5, bytearray(5))


def copied(value: Any) -> Any:
    """Return a copy of an argument, to compare with it afterwards."""
    if isinstance(value, list):
        return [copied(item) for item in value]
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    return value[:] if isinstance(value, bytearray | array) else value


def raises_error(function: Any, arguments: list[Any]) -> bool:
    """Return whether a call raises an exception of an expected type."""
    try:
        function(*arguments)
    except EXPECTED:
        return True
    return False


def try_one(name: str, call: Call, bad: BadArguments, chance: random.Random) -> None:
    """Call a function with one invalid argument; it must raise an exception and change nothing."""
    function, valid = call
    if not valid:
        function()
        if not raises_error(function, [chance.choice(WRONG)]):
            raise SystemExit(f"{name} accepted an argument that it does not have")
        return
    kind = chance.choice(list(valid))
    arguments = {**copied(valid), kind: bad.one(kind, valid[kind])}
    before = copied(list(arguments.values()))
    if not raises_error(function, list(arguments.values())):
        raise SystemExit(f"{name} accepted {kind} = {arguments[kind]!r:.500}")
    if list(arguments.values()) != before:
        raise SystemExit(f"{name} changed its arguments before it rejected {kind}")


def try_rule_builder(calls: Calls, name: str) -> None:
    """Call a function that builds rules, which Python code cannot call correctly."""
    function = calls.rule_builders()[name]
    for wrong in WRONG:
        for count in range(4):
            try:
                function(*[wrong] * count)
            except (TypeError, AttributeError, KeyError):
                continue
            raise SystemExit(f"{name} accepted {count} times {wrong!r}")


def main(name: str, kernel: str, seed: int, count: int) -> None:
    """Make `count` calls and print how many were made."""
    chance = random.Random(seed)
    calls = Calls(name, kernel)
    every, bad = calls.all(), BadArguments(calls, chance)
    moves = calls.game.legal_moves(calls.position)
    for n in range(count):
        function = list(every)[n % len(every)]
        try_one(function, every[function], bad, chance)
        if calls.game.legal_moves(calls.position) != moves:
            raise SystemExit(f"{function} left the engine with other moves")
    for name in calls.rule_builders():
        try_rule_builder(calls, name)
    print("calls made:", count)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))

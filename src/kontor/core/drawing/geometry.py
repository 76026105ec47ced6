"""Plane geometry of maps; the same functions of the browser client give the same lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import hypot

Point = tuple[float, float]
Line = Sequence[Point]
WORD = 0xFFFFFFFF
SHORTEST = 7  # lines up to this length are not bent
LARGEST_SHIFT = 9


def number(value: float) -> str:
    """Return a number as short text."""
    return f"{round(value, 2):g}"


def short(value: float) -> str:
    """Return a coordinate of a path with one decimal."""
    return f"{round(value, 1):g}"


def as_line(points: Sequence[Sequence[float]]) -> list[Point]:
    """Return a line from the lists of a JSON file."""
    return [(x, y) for x, y in points]


def distance(one: Point, other: Point) -> float:
    """Return the distance between two points."""
    return hypot(one[0] - other[0], one[1] - other[1])


def random_generator(seed: int) -> Callable[[], float]:
    """Return a generator of numbers from 0 to 1 with a seed (mulberry32)."""
    state = seed & WORD

    def draw() -> float:
        nonlocal state
        state = (state + 0x6D2B79F5) & WORD
        mixed = (state ^ (state >> 15)) * (1 | state) & WORD
        mixed = (mixed + ((mixed ^ (mixed >> 7)) * (61 | mixed) & WORD)) & WORD ^ mixed
        return (mixed ^ (mixed >> 14)) / 2**32

    return draw


def roughen(points: Line, seed: int, amount: float, closed: bool) -> list[Point]:
    """Return a line whose midpoints are moved, so that a few points set by hand look like a coast."""
    draw = random_generator(seed)
    line = [*points, points[0]] if closed else list(points)
    for depth in range(2):
        line = subdivided(line, draw, amount * 0.8**depth)
    return line


def subdivided(line: Line, draw: Callable[[], float], amount: float) -> list[Point]:
    """Return a line with a shifted point in the middle of every long part."""
    found = [line[0]]
    for start, end in pairwise(line):
        length = distance(start, end)
        if length > SHORTEST:
            shift = max(-LARGEST_SHIFT, min(LARGEST_SHIFT, (2 * draw() - 1) * amount * length)) / length
            x = (start[0] + end[0]) / 2 - (end[1] - start[1]) * shift
            found.append((x, (start[1] + end[1]) / 2 + (end[0] - start[0]) * shift))
        found.append(end)
    return found


def smooth_path(points: Line, closed: bool, tension: float = 0.9) -> str:
    """Return a smooth path through points."""
    last = len(points) - 1
    parts = [f"M{short(points[0][0])} {short(points[0][1])}"]
    for n in range(last):
        before = points[n - 1] if n > 0 else points[last - 1] if closed else points[0]
        after = points[n + 2] if n + 2 <= last else points[1] if closed else points[last]
        parts.append(curve(before, points[n], points[n + 1], after, tension / 3))
    return "".join(parts) + ("Z" if closed else "")


def curve(before: Point, start: Point, end: Point, after: Point, bend: float) -> str:
    """Return the part of a smooth path between two points."""
    first = (start[0] + (end[0] - before[0]) * bend, start[1] + (end[1] - before[1]) * bend)
    second = (end[0] - (after[0] - start[0]) * bend, end[1] - (after[1] - start[1]) * bend)
    return "C" + " ".join(f"{short(x)} {short(y)}" for x, y in (first, second, end))


def point_along(points: Line, share: float) -> Point:
    """Return the point on a line at a share of its length from the start."""
    parts = list(pairwise(points))
    left = share * sum(distance(start, end) for start, end in parts)
    for start, end in parts:
        length = distance(start, end)
        if left <= length and length > 0:
            at = left / length
            return start[0] + (end[0] - start[0]) * at, start[1] + (end[1] - start[1]) * at
        left -= length
    return points[-1]

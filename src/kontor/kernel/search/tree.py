"""Searching: a tree of stretches in which every seat maximises its own chances.

A node is a position at which somebody owes a decision. Its children are the best stretches found for that seat, or
what chance may bring, drawn by its odds. Results are chances of winning in ten-thousandths, one per seat.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, Final

from kontor.kernel.arguments import MOST_INT, checked_number, checked_numbers, checked_seed
from kontor.kernel.base_position import BasePosition
from kontor.kernel.engine import BaseEngine
from kontor.kernel.generator import Generator
from kontor.kernel.runtime.dialect import Ints, Wide, exported
from kontor.kernel.search.planner import Plan, Planner
from kontor.kernel.seats import CHANCE_CELL

SURE: Final = 10000
OVER: Final = -1
MOST_NODES: Final = 200000  # of about a kilobyte and a half
MOST_VISITS: Final = 200000  # the sum of so many results has 31 bits
LEVEL_BITS: Final = 16  # fixed point of powers of two

BEAM_AT_ROOT: Final = 0
PLANS_AT_ROOT: Final = 1
BEAM: Final = 2
PLANS: Final = 3
HURRIED: Final = 4
HORIZON: Final = 5  # turns played on before a leaf is judged
CURIOSITY: Final = 6  # ten-thousandths
PRIOR_SPREAD: Final = 7  # the difference in worth that halves the prior of a stretch
SEARCH_OPTIONS: Final = 8
MOST_CURIOSITY: Final = 100000
MOST_TURNS_PLAYED_ON: Final = 65535
MOST_WIDTH: Final = 100000
LEAST_OPTIONS: Final = (1, 1, 1, 1, 0, 0, 0, 1)
MOST_OPTIONS: Final = (
    MOST_WIDTH,
    MOST_WIDTH,
    MOST_WIDTH,
    MOST_WIDTH,
    1,
    MOST_TURNS_PLAYED_ON,
    MOST_CURIOSITY,
    MOST_CURIOSITY,
)


def checked_search_options(search_options: Any) -> list[int]:
    """Return the habits of a search, each within its bounds."""
    numbers = checked_numbers(search_options, SEARCH_OPTIONS, 0, MOST_CURIOSITY, "the habits of a search")
    for n in range(SEARCH_OPTIONS):
        checked_number(numbers[n], LEAST_OPTIONS[n], MOST_OPTIONS[n], f"habit {n} of a search")
    return numbers


def halvings(amount: int, half: int) -> int:
    """One, halved once for every `half` in the amount, in fixed point; linear between powers."""
    whole = amount // half
    if whole >= LEVEL_BITS:
        return 0
    rest = amount - whole * half
    return ((1 << LEVEL_BITS) - (1 << (LEVEL_BITS - 1)) * rest // half) >> whole


def square_root(number: int) -> int:
    """The whole part of the square root."""
    root = number
    while root * root > number:
        root = (root + number // root) // 2
    return root


class Node:
    """A position in the tree, how it was reached, and what it came to so far."""

    position: bytearray
    decider: int
    move: int
    prior: int
    visits: int
    totals: Ints
    children: list[Node]

    def __init__(self, position: bytearray, decider: int, move: int, prior: int, players: int) -> None:
        self.position = position
        self.decider = decider
        self.move = move
        self.prior = prior
        self.visits = 0
        self.totals = array("i", [0] * players)
        self.children = []

    def mean(self, seat: int) -> int:
        """The mean result of a seat."""
        return self.totals[seat] // self.visits


class Tree:
    """A search that can be grown as long as there is time, and asked at any moment."""

    engine: BaseEngine
    generator: Generator
    search_options: Ints
    players: int
    root: Node
    result: Ints
    nodes: int
    deepest: int

    def __init__(self, engine: BaseEngine, position: bytearray, seed: Any, search_options: Sequence[int]) -> None:
        self.engine = engine
        self.generator = Generator(checked_seed(seed))
        self.search_options = array("i", checked_search_options(search_options))
        self.players = engine.base_position.players
        self.result = array("i", [0] * self.players)
        self.nodes = 1
        self.deepest = 0
        engine.opened(position)
        engine.look_ahead()
        self.root = Node(bytearray(position), self.decider(), -1, SURE, self.players)
        self.grow_node(self.root, self.search_options[BEAM_AT_ROOT], self.search_options[PLANS_AT_ROOT])

    def decider(self) -> int:
        """Who owes a decision in the position on the table, or OVER."""
        return OVER if self.engine.is_over() else self.engine.decider()

    @exported
    def grow(self, simulations: Any) -> None:
        """Search on for a number of simulations; a tree that was visited most often does not change any more."""
        count: int = checked_number(simulations, 0, MOST_INT, "the number of simulations")
        for _ in range(min(count, MOST_VISITS - self.root.visits)):
            self.simulate()

    def simulate(self) -> None:
        """Go down the tree by what promises most, add to it, judge where it led, and take that back up."""
        node: Node = self.root
        path: list[Node] = [node]
        while node.children or node.decider == CHANCE_CELL:
            node = self.drawn(node) if node.decider == CHANCE_CELL else self.promising(node)
            path.append(node)
            if node.visits == 0:
                break
        if node.visits and node.decider != OVER and self.nodes < MOST_NODES:
            self.grow_node(node, self.search_options[BEAM], self.search_options[PLANS])
            node = node.children[0]
            path.append(node)
        self.judge(node)
        self.deepest = max(self.deepest, len(path))
        for node in path:
            node.visits += 1
            for seat in range(self.players):
                node.totals[seat] += self.result[seat]

    def grow_node(self, node: Node, width: int, count: int) -> None:
        """Give a node the best stretches of its decider as children."""
        if node.decider == CHANCE_CELL or node.decider == OVER:
            return
        planner = Planner(self.engine, width, self.search_options[HURRIED] != 0 and node is not self.root)
        plans: list[Plan] = planner.plans(node.position, count)
        plan: Plan
        plan = plans[0]
        best, whole = plan.worth, 0
        for plan in plans:
            whole += halvings(best - plan.worth, self.search_options[PRIOR_SPREAD])
        for plan in plans:
            share = halvings(best - plan.worth, self.search_options[PRIOR_SPREAD]) * 1000 // whole
            self.add_child(node, plan.position, plan.first_move, share)

    def add_child(self, node: Node, position: bytearray, move: int, prior: int) -> Node:
        """A new child of a node."""
        self.engine.base_position.load(position)
        child = Node(position, self.decider(), move, prior, self.players)
        node.children.append(child)
        self.nodes += 1
        return child

    def drawn(self, node: Node) -> Node:
        """The child that chance picks by its odds."""
        engine = self.engine
        engine.base_position.load(node.position)
        engine.list_moves()
        move = engine.chance_move(self.generator)
        child: Node
        for child in node.children:
            if child.move == move:
                return child
        engine.make(move)
        return self.add_child(node, bytearray(engine.base_position.store), move, SURE)

    def promising(self, node: Node) -> Node:
        """The child with the best mean result for the decider and the least trodden of good prior."""
        seat = node.decider
        reach = self.search_options[CURIOSITY] * square_root(node.visits + 1)
        hope = node.mean(seat) if node.visits else 0
        child: Node
        best: Node = node.children[0]
        best_promise = -1
        for child in node.children:
            mean = child.mean(seat) if child.visits else hope
            bonus: Wide = reach
            bonus = bonus * child.prior // (1000 * (1 + child.visits))
            promise: int = mean + bonus
            if promise > best_promise:
                best, best_promise = child, promise
        return best

    def judge(self, node: Node) -> None:
        """Put the chances of every seat into the result, after some turns more played in a hurry."""
        engine = self.engine
        p: BasePosition = engine.base_position
        p.load(node.position)
        engine.guess(self.generator)
        if self.search_options[HORIZON]:
            self.play_on(engine.turn_number() + self.search_options[HORIZON])
        if engine.is_over():
            self.settle()
        else:
            self.weigh()

    def play_on(self, until: int) -> None:
        """Let every seat play in a hurry until a turn begins."""
        engine = self.engine
        p: BasePosition = engine.base_position
        planner = Planner(engine, 1, True)
        plan: Plan
        while not engine.is_over() and engine.turn_number() < until:
            if engine.decider() == CHANCE_CELL:
                engine.list_moves()
                engine.make(engine.chance_move(self.generator))
            else:
                plan = planner.plans(bytearray(p.store), 1)[0]
                p.load(plan.position)

    def settle(self) -> None:
        """The result of a finished game: the winners share it."""
        engine = self.engine
        best, winners = -1000000, 0
        for seat in range(self.players):
            total = engine.total(seat)
            if total > best:
                best, winners = total, 0
            if total == best:
                winners += 1
        for seat in range(self.players):
            self.result[seat] = SURE // winners if engine.total(seat) == best else 0

    def weigh(self) -> None:
        """The result of an unfinished game: chances by how far the prospects lie apart."""
        engine = self.engine
        spread = engine.spread()
        best = -1000000
        for seat in range(self.players):
            self.result[seat] = engine.prospect(seat)
            best = max(best, self.result[seat])
        whole = 0
        for seat in range(self.players):
            self.result[seat] = halvings(best - self.result[seat], spread)
            whole += self.result[seat]
        for seat in range(self.players):
            self.result[seat] = self.result[seat] * SURE // whole

    @exported
    def finish(self, cap: Any) -> bytearray:
        """The position at the end of a game played on in a hurry, or past the cap of turns."""
        engine = self.engine
        until: int = checked_number(cap, 0, MOST_INT, "the cap of turns")
        engine.base_position.load(self.root.position)
        engine.guess(self.generator)
        self.play_on(until)
        return engine.copied()

    @exported
    def choices(self) -> list[tuple[int, int, int]]:
        """The first move of every stretch considered, how often it was tried, and the decider's chances by it."""
        found = []
        child: Node
        is_seat = 0 <= self.root.decider < self.players
        for child in self.root.children:
            mean = child.mean(self.root.decider) if child.visits and is_seat else 0
            found.append((child.move, child.visits, mean))
        return found

    @exported
    def chances(self) -> list[int]:
        """Every seat's chance of winning, in ten-thousandths."""
        return [self.root.mean(seat) if self.root.visits else 0 for seat in range(self.players)]

    @exported
    def size(self) -> tuple[int, int]:
        """How many nodes the tree has, and how deep it is."""
        return self.nodes, self.deepest

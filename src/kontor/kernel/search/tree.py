"""Tree search over whole turns in which every seat maximizes its own chance of winning.

The children of a node are the best turn plans of its decider, or the outcomes of a chance move, sampled by weight.
A result is the chance of winning of every seat in ten-thousandths.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, Final

from kontor.kernel.arguments import MOST_INT, checked_number, checked_numbers, checked_seed
from kontor.kernel.base_position import BasePosition
from kontor.kernel.generator import Generator
from kontor.kernel.network import power_of_half
from kontor.kernel.network_engine import NetworkEngine
from kontor.kernel.runtime.dialect import Ints, UInt64, exported
from kontor.kernel.search.node import Node
from kontor.kernel.search.planner import Plan, Planner
from kontor.kernel.seats import CHANCE_CELL

CERTAIN: Final = 10000  # a chance of 1
NO_DECIDER: Final = -1  # the game is over
MOST_NODES: Final = 200000  # about 1.5 kilobytes each
MOST_VISITS: Final = 200000  # keeps a sum of results within 31 bits
MOST_KNOWN_TURNS: Final = 10000  # about two kilobytes each
LEVEL_BITS: Final = 16  # fixed point of powers of two

BEAM_AT_ROOT: Final = 0
PLANS_AT_ROOT: Final = 1
BEAM: Final = 2
PLANS: Final = 3
FAST_PLANS: Final = 4
ROLLOUT_TURNS: Final = 5  # turns played by fast plans before a leaf is evaluated
EXPLORATION: Final = 6  # exploration constant, in ten-thousandths
PRIOR_SPREAD: Final = 7  # the difference in worth that halves the prior of a plan
BY_NETWORK: Final = 8  # leaves are evaluated by the network of the engine
SEARCH_OPTIONS: Final = 9
MOST_EXPLORATION: Final = 100000
MOST_ROLLOUT_TURNS: Final = 65535
MOST_WIDTH: Final = 100000
LEAST_OPTIONS: Final = (1, 1, 1, 1, 0, 0, 0, 1, 0)
MOST_OPTIONS: Final = (
    MOST_WIDTH,
    MOST_WIDTH,
    MOST_WIDTH,
    MOST_WIDTH,
    1,
    MOST_ROLLOUT_TURNS,
    MOST_EXPLORATION,
    MOST_EXPLORATION,
    1,
)


def checked_search_options(search_options: Any) -> list[int]:
    """Return the options of a search, each within its bounds."""
    numbers = checked_numbers(search_options, SEARCH_OPTIONS, 0, MOST_EXPLORATION, "the search options")
    for n in range(SEARCH_OPTIONS):
        checked_number(numbers[n], LEAST_OPTIONS[n], MOST_OPTIONS[n], f"search option {n}")
    return numbers


def halved(amount: int, half: int) -> int:
    """Return 2 ** -(amount / half) in fixed point, linear between whole powers."""
    whole = amount // half
    if whole >= LEVEL_BITS:
        return 0
    rest = amount - whole * half
    return ((1 << LEVEL_BITS) - (1 << (LEVEL_BITS - 1)) * rest // half) >> whole


def square_root(number: int) -> int:
    """Return the whole part of the square root."""
    root = number
    while root * root > number:
        root = (root + number // root) // 2
    return root


class Tree:
    """A search tree that runs simulations on request and can be read at any time."""

    engine: NetworkEngine
    generator: Generator
    search_options: Ints
    players: int
    root: Node
    result: Ints
    root_planner: Planner
    planner: Planner
    rollout_planner: Planner
    known_turns: dict[bytes, bytearray]  # position -> position after the best fast plan
    nodes: int
    depth: int

    def __init__(self, engine: NetworkEngine, position: bytearray, seed: Any, search_options: Sequence[int]) -> None:
        self.engine = engine
        self.generator = Generator(checked_seed(seed))
        self.search_options = array("i", checked_search_options(search_options))
        self.players = engine.base_position.players
        self.result = array("i", [0] * self.players)
        self.known_turns = {}
        self.nodes = 1
        self.depth = 0
        if self.search_options[BY_NETWORK] and not engine.has_network:
            raise ValueError("the search options ask for a network, and the engine has none.")
        self.root_planner = Planner(engine, self.search_options[BEAM_AT_ROOT], False)
        self.planner = Planner(engine, self.search_options[BEAM], self.search_options[FAST_PLANS] != 0)
        self.rollout_planner = Planner(engine, 1, True)
        engine.load_checked(position)
        engine.prepare_evaluation()
        self.root = Node(bytearray(position), self.decider(), -1, CERTAIN, self.players)
        self.expand(self.root, self.root_planner, self.search_options[PLANS_AT_ROOT])

    def decider(self) -> int:
        """Return the decider of the loaded position, or NO_DECIDER if the game is over."""
        return NO_DECIDER if self.engine.is_over() else self.engine.decider()

    @exported
    def run_simulations(self, simulations: Any) -> None:
        """Run a number of simulations; after MOST_VISITS of them the tree no longer changes."""
        count: int = checked_number(simulations, 0, MOST_INT, "the number of simulations")
        for _ in range(min(count, MOST_VISITS - self.root.visits)):
            self.simulate()

    def simulate(self) -> None:
        """Run one simulation: select a leaf, expand it, evaluate it and backpropagate the result."""
        node: Node = self.root
        path: list[Node] = [node]
        while node.children or node.decider == CHANCE_CELL:
            node = self.select_chance_outcome(node) if node.decider == CHANCE_CELL else self.select_child(node)
            path.append(node)
            if node.visits == 0:
                break
        if node.visits and node.decider != NO_DECIDER and self.nodes < MOST_NODES:
            self.expand(node, self.planner, self.search_options[PLANS])
            node = node.children[0]
            path.append(node)
        self.evaluate(node)
        self.depth = max(self.depth, len(path))
        self.backpropagate(path)

    def backpropagate(self, path: list[Node]) -> None:
        """Add the result to every node of a path."""
        node: Node
        for node in path:
            node.visits += 1
            for seat in range(self.players):
                node.totals[seat] += self.result[seat]

    def expand(self, node: Node, planner: Planner, count: int) -> None:
        """Add the best plans of the decider to a node as children, with priors by their worth."""
        if node.decider == CHANCE_CELL or node.decider == NO_DECIDER:
            return
        p: BasePosition = self.engine.base_position
        p.load(node.position)
        plans: list[Plan] = planner.plans(count)
        plan: Plan = plans[0]
        best, whole = plan.worth, 0
        for plan in plans:
            whole += halved(best - plan.worth, self.search_options[PRIOR_SPREAD])
        for plan in plans:
            share = halved(best - plan.worth, self.search_options[PRIOR_SPREAD]) * 1000 // whole
            p.restore(plan.snapshot)
            self.add_child(node, plan.first_move, share)

    def add_child(self, node: Node, move: int, prior: int) -> Node:
        """Add a child with the loaded position to a node and return it."""
        child = Node(bytearray(self.engine.base_position.store), self.decider(), move, prior, self.players)
        node.children.append(child)
        self.nodes += 1
        return child

    def select_chance_outcome(self, node: Node) -> Node:
        """Return the child of a random chance move, drawn by weight."""
        engine = self.engine
        engine.base_position.load(node.position)
        engine.list_moves()
        move = engine.chance_move(self.generator)
        child: Node
        for child in node.children:
            if child.move == move:
                return child
        engine.make(move)
        return self.add_child(node, move, CERTAIN)

    def select_child(self, node: Node) -> Node:
        """Return the child with the highest mean result of the decider plus exploration bonus (PUCT)."""
        seat = node.decider
        exploration = self.search_options[EXPLORATION] * square_root(node.visits + 1)
        default_mean = node.mean(seat) if node.visits else 0
        child: Node
        best: Node = node.children[0]
        best_bound = -1
        for child in node.children:
            mean = child.mean(seat) if child.visits else default_mean
            bonus: UInt64 = exploration
            bonus = bonus * child.prior // (1000 * (1 + child.visits))
            bound: int = mean + bonus
            if bound > best_bound:
                best, best_bound = child, bound
        return best

    def evaluate(self, node: Node) -> None:
        """Set the result of a leaf: determinize it, play a few turns with fast plans, and score or estimate."""
        engine = self.engine
        p: BasePosition = engine.base_position
        p.load(node.position)
        engine.determinize(self.generator)
        if self.search_options[ROLLOUT_TURNS]:
            self.rollout(engine.turn_number() + self.search_options[ROLLOUT_TURNS])
        if engine.is_over():
            self.score_final()
        else:
            self.estimate_chances()

    def rollout(self, until: int) -> None:
        """Play on with the best fast plan of every seat until a turn begins."""
        engine = self.engine
        p: BasePosition = engine.base_position
        while not engine.is_over() and engine.turn_number() < until:
            if engine.decider() == CHANCE_CELL:
                engine.list_moves()
                engine.make(engine.chance_move(self.generator))
            else:
                self.play_fast_plan(bytes(p.store))

    def play_fast_plan(self, position: bytes) -> None:
        """Load the position after the best fast plan; the first child of a leaf repeats most plans of the leaf."""
        p: BasePosition = self.engine.base_position
        known = self.known_turns.get(position)
        if known is not None:
            p.load(known)
            return
        plan: Plan = self.rollout_planner.plans(1)[0]
        p.restore(plan.snapshot)
        if len(self.known_turns) == MOST_KNOWN_TURNS:
            self.known_turns.clear()
        self.known_turns[position] = bytearray(p.store)

    def score_final(self) -> None:
        """Set the result of a finished game; winners share it equally."""
        engine = self.engine
        best, winners = -1000000, 0
        for seat in range(self.players):
            total = engine.total(seat)
            if total > best:
                best, winners = total, 0
            if total == best:
                winners += 1
        for seat in range(self.players):
            self.result[seat] = CERTAIN // winners if engine.total(seat) == best else 0

    def estimate_chances(self) -> None:
        """Set the result of an unfinished game: chances by the network, or from differences in expected points."""
        engine = self.engine
        by_network = self.search_options[BY_NETWORK] != 0
        if by_network:
            engine.write_log_odds(self.result)
        else:
            for seat in range(self.players):
                self.result[seat] = engine.expected_points(seat)
        best = self.result[0]
        for seat in range(1, self.players):
            best = max(best, self.result[seat])
        spread, whole = engine.spread(), 0
        for seat in range(self.players):
            difference = best - self.result[seat]
            self.result[seat] = power_of_half(difference) if by_network else halved(difference, spread)
            whole += self.result[seat]
        for seat in range(self.players):
            self.result[seat] = self.result[seat] * CERTAIN // whole

    @exported
    def play_to_end(self, cap: Any) -> bytearray:
        """Play on from the root with fast plans; return the last position or the first one past the cap of turns."""
        engine = self.engine
        until: int = checked_number(cap, 0, MOST_INT, "the cap of turns")
        engine.base_position.load(self.root.position)
        engine.determinize(self.generator)
        self.rollout(until)
        return engine.position_copy()

    @exported
    def choices(self) -> list[tuple[int, int, int]]:
        """Return the first move of every plan at the root, its visits, and the decider's chance of winning."""
        found = []
        child: Node
        is_seat = 0 <= self.root.decider < self.players
        for child in self.root.children:
            mean = child.mean(self.root.decider) if child.visits and is_seat else 0
            found.append((child.move, child.visits, mean))
        return found

    @exported
    def plan_chances(self) -> list[list[int]]:
        """Return every seat's chance of winning after each plan at the root, in the order of `choices`."""
        found = []
        child: Node
        for child in self.root.children:
            found.append([child.mean(seat) if child.visits else 0 for seat in range(self.players)])
        return found

    @exported
    def outcomes(self) -> list[tuple[bytearray, int]]:
        """Return the position after every plan at the root and its visits, in the order of `choices`."""
        found = []
        child: Node
        for child in self.root.children:
            position = bytearray(child.position)
            self.engine.checksum.write(position)
            found.append((position, child.visits))
        return found

    @exported
    def chances(self) -> list[int]:
        """Return every seat's chance of winning, in ten-thousandths."""
        return [self.root.mean(seat) if self.root.visits else 0 for seat in range(self.players)]

    @exported
    def size(self) -> tuple[int, int]:
        """Return the number of nodes and the depth of the tree."""
        return self.nodes, self.depth

"""A small game in typed Python, structured like the real kernel, on which every compiler is measured."""

from array import array
from typing import Final

Word = int  # an unsigned number of 64 bits

ROUTES: Final = 34
SPACES: Final = 107
SEATS: Final = 4
SUPPLY: Final = 107
STOCK: Final = 111
POINTS: Final = 115
SEAT: Final = 119
ACTIONS: Final = 120
VICTIM: Final = 121
SIZE: Final = 122

PLACE: Final = 0
DISPLACE: Final = 107
COMPLETE: Final = 214
INCOME: Final = 248
RELOCATE: Final = 249

MULTIPLIER: Final = 6364136223846793005
INCREMENT: Final = 1442695040888963407
PRIME: Final = 1099511628211
BASIS: Final = 1469598103934665603
MASK: Final = 0xFFFFFFFFFFFFFFFF


def octets(size: int) -> bytearray:
    """Return a zeroed buffer of small numbers."""
    return bytearray(size)


def numbers(size: int) -> "array[int]":
    """Return a zeroed buffer of numbers."""
    return array("i", [0]) * size


class Position:
    """A position in one flat buffer, its accessors, and the moves offered in it."""

    cells: bytearray
    offers: "array[int]"
    route_of: bytearray
    start: bytearray
    count: int
    state: Word

    def __init__(self) -> None:
        self.cells = octets(SIZE)
        self.offers = numbers(RELOCATE + SPACES)
        self.route_of = octets(SPACES)
        self.start = octets(ROUTES + 1)
        self.count = 0
        self.state = 0
        for route in range(ROUTES):
            end: int = self.start[route] + 3 + (1 if route % 4 == 1 else 0) - (1 if route % 9 == 4 else 0)
            self.start[route + 1] = end
            for space in range(self.start[route], end):
                self.route_of[space] = route

    def deal(self) -> None:
        """Set up a new game."""
        for cell in range(SIZE):
            self.cells[cell] = 0
        for seat in range(SEATS):
            self.cells[SUPPLY + seat] = 5 + seat
            self.cells[STOCK + seat] = 19 - seat
        self.cells[ACTIONS] = 2

    def draw(self, bound: int) -> int:
        """Return a pseudo-random number below the bound."""
        self.state = (self.state * MULTIPLIER + INCREMENT) & MASK
        return ((self.state >> 33) & 0x3FFFFFFF) % bound

    def mover(self) -> int:
        """Return the seat to move."""
        return self.cells[VICTIM] - 1 if self.cells[VICTIM] else self.cells[SEAT]

    def owner(self, space: int) -> int:
        """Return the seat on a space, counted from one, or zero."""
        return self.cells[space]

    def put(self, space: int, owner: int) -> None:
        """Set the owner of a space."""
        self.cells[space] = owner

    def supply(self, seat: int) -> int:
        """Return the traders ready for use."""
        return self.cells[SUPPLY + seat]

    def stock(self, seat: int) -> int:
        """Return the traders not yet bought."""
        return self.cells[STOCK + seat]

    def points(self, seat: int) -> int:
        """Return the prestige of a seat."""
        return self.cells[POINTS + seat]

    def is_over(self, seat: int) -> bool:
        """Return whether a seat has ended the game by prestige or without traders."""
        return self.points(seat) == 20 or self.supply(seat) + self.stock(seat) == 0

    def move_supply(self, seat: int, by: int) -> None:
        """Change the supply of a seat."""
        self.cells[SUPPLY + seat] = self.cells[SUPPLY + seat] + by

    def move_stock(self, seat: int, by: int) -> None:
        """Change the stock of a seat."""
        self.cells[STOCK + seat] = self.cells[STOCK + seat] + by

    def has_piece_on(self, route: int, owner: int) -> bool:
        """Return whether an owner has a space of the route."""
        for space in range(self.start[route], self.start[route + 1]):
            if self.cells[space] == owner:
                return True
        return False

    def fills(self, route: int, owner: int) -> bool:
        """Return whether an owner has every space of the route."""
        for space in range(self.start[route], self.start[route + 1]):
            if self.cells[space] != owner:
                return False
        return True

    def offer(self, move: int) -> None:
        """Add a move to the legal ones."""
        self.offers[self.count] = move
        self.count += 1

    def spend_action(self) -> None:
        """Use an action, and pass the turn after the last."""
        self.cells[ACTIONS] = self.cells[ACTIONS] - 1
        if self.cells[ACTIONS] == 0:
            self.cells[SEAT] = (self.cells[SEAT] + 1) % SEATS
            self.cells[ACTIONS] = 2


class Step:
    """A kind of move: what is offered, its weight for a light player, and its effect."""

    first: int

    def __init__(self, first: int) -> None:
        self.first = first

    def moves(self, p: Position) -> None:
        """Offer the legal moves of this kind."""

    def weight(self, p: Position, choice: int) -> int:
        """Return the weight of a choice for a light player."""
        return 1

    def apply(self, p: Position, choice: int) -> None:
        """Make the move."""


class Placing(Step):
    """Put a trader on a free space."""

    def moves(self, p: Position) -> None:
        if p.supply(p.mover()) > 0:
            for space in range(SPACES):
                if p.owner(space) == 0:
                    p.offer(self.first + space)

    def weight(self, p: Position, choice: int) -> int:
        return 400 if p.has_piece_on(p.route_of[choice], p.mover() + 1) else 1

    def apply(self, p: Position, choice: int) -> None:
        p.move_supply(p.mover(), -1)
        p.put(choice, p.mover() + 1)
        p.spend_action()


class Displacing(Step):
    """Take a rival's space for one more trader."""

    def moves(self, p: Position) -> None:
        if p.supply(p.mover()) > 1:
            for space in range(SPACES):
                if p.owner(space) != 0 and p.owner(space) != p.mover() + 1:
                    p.offer(self.first + space)

    def weight(self, p: Position, choice: int) -> int:
        return 100 if p.has_piece_on(p.route_of[choice], p.mover() + 1) else 0

    def apply(self, p: Position, choice: int) -> None:
        mover: int = p.mover()
        p.move_supply(mover, -2)
        p.move_stock(mover, 1)
        p.cells[VICTIM] = p.owner(choice)
        p.put(choice, mover + 1)


class Completing(Step):
    """Remove the traders from an own route for prestige."""

    def moves(self, p: Position) -> None:
        for route in range(ROUTES):
            if p.fills(route, p.mover() + 1):
                p.offer(self.first + route)

    def weight(self, p: Position, choice: int) -> int:
        return 100000

    def apply(self, p: Position, choice: int) -> None:
        for space in range(p.start[choice], p.start[choice + 1]):
            p.put(space, 0)
            p.move_stock(p.mover(), 1)
        p.cells[POINTS + p.mover()] = p.points(p.mover()) + 1
        p.spend_action()


class TakingIncome(Step):
    """Move up to three traders from the stock into the supply."""

    def moves(self, p: Position) -> None:
        p.offer(self.first)

    def weight(self, p: Position, choice: int) -> int:
        return 100000 if p.supply(p.mover()) < 2 else 1

    def apply(self, p: Position, choice: int) -> None:
        gain: int = min(3, p.stock(p.mover()))
        p.move_stock(p.mover(), -gain)
        p.move_supply(p.mover(), gain)
        p.spend_action()


class Relocating(Step):
    """Put the displaced trader on a free space."""

    def moves(self, p: Position) -> None:
        for space in range(SPACES):
            if p.owner(space) == 0:
                p.offer(self.first + space)

    def weight(self, p: Position, choice: int) -> int:
        return 400 if p.has_piece_on(p.route_of[choice], p.mover() + 1) else 1

    def apply(self, p: Position, choice: int) -> None:
        p.put(choice, p.mover() + 1)
        p.cells[VICTIM] = 0
        p.spend_action()


class Rules:
    """The steps of the game and the loop that plays it."""

    steps: list[Step]
    weights: "array[int]"

    def __init__(self) -> None:
        self.steps = [
            Placing(PLACE),
            Displacing(DISPLACE),
            Completing(COMPLETE),
            TakingIncome(INCOME),
            Relocating(RELOCATE),
        ]
        self.weights = numbers(RELOCATE + SPACES + 1)

    def step_of(self, move: int) -> Step:
        """The step a move belongs to."""
        index: int = 4
        step: Step = self.steps[index]
        while step.first > move:
            index -= 1
            step = self.steps[index]
        return step

    def list_moves(self, p: Position) -> None:
        """Offer every legal move, in ascending order, and weigh it."""
        p.count = 0
        first: int = 4 if p.cells[VICTIM] else 0
        for index in range(first, 5 if first else 4):
            step: Step = self.steps[index]
            before: int = p.count
            step.moves(p)
            self.weigh(step, p, before)

    def weigh(self, step: Step, p: Position, before: int) -> None:
        """Add up how much a light player likes the moves of a step."""
        total: int = self.weights[before]
        for index in range(before, p.count):
            total += step.weight(p, p.offers[index] - step.first)
            self.weights[index + 1] = total

    def choose(self, p: Position) -> int:
        """A legal move, drawn by its weight."""
        mark: int = p.draw(self.weights[p.count])
        chosen: int = 0
        while self.weights[chosen + 1] <= mark:
            chosen += 1
        return p.offers[chosen]

    def play(self, seed: Word, decisions: int) -> Word:
        """Play game after game for so many decisions and return a hash of the moves and the last position."""
        p: Position = Position()
        p.state = seed
        p.deal()
        trail: Word = BASIS
        for _ in range(decisions):
            self.list_moves(p)
            move: int = self.choose(p)
            step: Step = self.step_of(move)
            mover: int = p.mover()
            step.apply(p, move - step.first)
            trail = ((trail ^ move) * PRIME) & MASK
            if p.is_over(mover):
                p.deal()
        for cell in range(SIZE):
            trail = ((trail ^ p.cells[cell]) * PRIME) & MASK
        return trail


def play(seed: Word, decisions: int) -> Word:
    """The hash of a play from this seed."""
    return Rules().play(seed, decisions)

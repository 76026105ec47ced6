"""A small game in plain typed Python, shaped like the real kernel, that every compiler is measured on."""

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
    """A buffer of small numbers, all zero."""
    return bytearray(size)


def numbers(size: int) -> "array[int]":
    """A buffer of numbers, all zero."""
    return array("i", [0]) * size


class Table:
    """A position in one flat buffer, the words to speak about it, and the moves offered in it."""

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
        """A pseudo-random number below the bound."""
        self.state = (self.state * MULTIPLIER + INCREMENT) & MASK
        return ((self.state >> 33) & 0x3FFFFFFF) % bound

    def mover(self) -> int:
        """The seat that owes the decision."""
        return self.cells[VICTIM] - 1 if self.cells[VICTIM] else self.cells[SEAT]

    def owner(self, space: int) -> int:
        """The seat on a space, counted from one, or nought."""
        return self.cells[space]

    def put(self, space: int, owner: int) -> None:
        """Give a space to an owner, or to nobody."""
        self.cells[space] = owner

    def supply(self, seat: int) -> int:
        """The traders ready for use."""
        return self.cells[SUPPLY + seat]

    def stock(self, seat: int) -> int:
        """The traders not yet bought."""
        return self.cells[STOCK + seat]

    def points(self, seat: int) -> int:
        """The prestige of a seat."""
        return self.cells[POINTS + seat]

    def is_over(self, seat: int) -> bool:
        """Whether a seat has ended the game, by prestige or for want of traders."""
        return self.points(seat) == 20 or self.supply(seat) + self.stock(seat) == 0

    def move_supply(self, seat: int, by: int) -> None:
        """Add traders to a supply, or take them."""
        self.cells[SUPPLY + seat] = self.cells[SUPPLY + seat] + by

    def move_stock(self, seat: int, by: int) -> None:
        """Add traders to a stock, or take them."""
        self.cells[STOCK + seat] = self.cells[STOCK + seat] + by

    def stands_on(self, route: int, owner: int) -> bool:
        """Whether an owner has a space of the route."""
        for space in range(self.start[route], self.start[route + 1]):
            if self.cells[space] == owner:
                return True
        return False

    def holds(self, route: int, owner: int) -> bool:
        """Whether an owner has every space of the route."""
        for space in range(self.start[route], self.start[route + 1]):
            if self.cells[space] != owner:
                return False
        return True

    def offer(self, move: int) -> None:
        """Add a move to the legal ones."""
        self.offers[self.count] = move
        self.count += 1

    def spend_action(self) -> None:
        """Use up an action, and pass the turn after the last."""
        self.cells[ACTIONS] = self.cells[ACTIONS] - 1
        if self.cells[ACTIONS] == 0:
            self.cells[SEAT] = (self.cells[SEAT] + 1) % SEATS
            self.cells[ACTIONS] = 2


class Step:
    """A kind of move: what is offered, how a light player likes it, what it does."""

    first: int

    def __init__(self, first: int) -> None:
        self.first = first

    def moves(self, t: Table) -> None:
        """Offer the legal moves of this kind."""

    def weight(self, t: Table, choice: int) -> int:
        """How much a light player likes a choice."""
        return 1

    def apply(self, t: Table, choice: int) -> None:
        """Make the move."""


class Placing(Step):
    """Put a trader on a free space."""

    def moves(self, t: Table) -> None:
        if t.supply(t.mover()) > 0:
            for space in range(SPACES):
                if t.owner(space) == 0:
                    t.offer(self.first + space)

    def weight(self, t: Table, choice: int) -> int:
        return 400 if t.stands_on(t.route_of[choice], t.mover() + 1) else 1

    def apply(self, t: Table, choice: int) -> None:
        t.move_supply(t.mover(), -1)
        t.put(choice, t.mover() + 1)
        t.spend_action()


class Displacing(Step):
    """Take a rival's space for one trader more."""

    def moves(self, t: Table) -> None:
        if t.supply(t.mover()) > 1:
            for space in range(SPACES):
                if t.owner(space) != 0 and t.owner(space) != t.mover() + 1:
                    t.offer(self.first + space)

    def weight(self, t: Table, choice: int) -> int:
        return 100 if t.stands_on(t.route_of[choice], t.mover() + 1) else 0

    def apply(self, t: Table, choice: int) -> None:
        mover: int = t.mover()
        t.move_supply(mover, -2)
        t.move_stock(mover, 1)
        t.cells[VICTIM] = t.owner(choice)
        t.put(choice, mover + 1)


class Completing(Step):
    """Take the traders off a route of one's own for prestige."""

    def moves(self, t: Table) -> None:
        for route in range(ROUTES):
            if t.holds(route, t.mover() + 1):
                t.offer(self.first + route)

    def weight(self, t: Table, choice: int) -> int:
        return 100000

    def apply(self, t: Table, choice: int) -> None:
        for space in range(t.start[choice], t.start[choice + 1]):
            t.put(space, 0)
            t.move_stock(t.mover(), 1)
        t.cells[POINTS + t.mover()] = t.points(t.mover()) + 1
        t.spend_action()


class TakingIncome(Step):
    """Bring up to three traders from the stock into the supply."""

    def moves(self, t: Table) -> None:
        t.offer(self.first)

    def weight(self, t: Table, choice: int) -> int:
        return 100000 if t.supply(t.mover()) < 2 else 1

    def apply(self, t: Table, choice: int) -> None:
        gain: int = min(3, t.stock(t.mover()))
        t.move_stock(t.mover(), -gain)
        t.move_supply(t.mover(), gain)
        t.spend_action()


class Relocating(Step):
    """Put the displaced trader on a free space."""

    def moves(self, t: Table) -> None:
        for space in range(SPACES):
            if t.owner(space) == 0:
                t.offer(self.first + space)

    def weight(self, t: Table, choice: int) -> int:
        return 400 if t.stands_on(t.route_of[choice], t.mover() + 1) else 1

    def apply(self, t: Table, choice: int) -> None:
        t.put(choice, t.mover() + 1)
        t.cells[VICTIM] = 0
        t.spend_action()


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

    def list_moves(self, t: Table) -> None:
        """Offer every legal move, in ascending order, and weigh it."""
        t.count = 0
        first: int = 4 if t.cells[VICTIM] else 0
        for index in range(first, 5 if first else 4):
            step: Step = self.steps[index]
            before: int = t.count
            step.moves(t)
            self.weigh(step, t, before)

    def weigh(self, step: Step, t: Table, before: int) -> None:
        """Add up how much a light player likes the moves of a step."""
        total: int = self.weights[before]
        for index in range(before, t.count):
            total += step.weight(t, t.offers[index] - step.first)
            self.weights[index + 1] = total

    def choose(self, t: Table) -> int:
        """A legal move, drawn by its weight."""
        mark: int = t.draw(self.weights[t.count])
        chosen: int = 0
        while self.weights[chosen + 1] <= mark:
            chosen += 1
        return t.offers[chosen]

    def play(self, seed: Word, decisions: int) -> Word:
        """Play game after game for so many decisions and return a hash of the moves and the last position."""
        t: Table = Table()
        t.state = seed
        t.deal()
        trail: Word = BASIS
        for _ in range(decisions):
            self.list_moves(t)
            move: int = self.choose(t)
            step: Step = self.step_of(move)
            mover: int = t.mover()
            step.apply(t, move - step.first)
            trail = ((trail ^ move) * PRIME) & MASK
            if t.is_over(mover):
                t.deal()
        for cell in range(SIZE):
            trail = ((trail ^ t.cells[cell]) * PRIME) & MASK
        return trail


def play(seed: Word, decisions: int) -> Word:
    """The hash of a play from this seed."""
    return Rules().play(seed, decisions)
